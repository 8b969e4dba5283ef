"""Every test works in a cache folder of its own session: the user's real one is never touched.

Compiled kernels are kept from run to run, for each state of the sources (see `fivedice.kernels`).
"""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parents[1] / ".pytest_cache" / "kernels"))

from fivedice.rules import variant
from fivedice.solver import Solution, cached_solution
from fivedice.table.store import Store
from tests import databases
from tests.command import PATIENCE
from tests.named import QUICK

# Nothing here depends on how fast the machine is. `make test` asks the same questions in every run; `make test-all`
# asks ten times as many, new ones in each run (--hypothesis-profile explore), and `tests.generators.examples` follows.
settings.register_profile(
    "gate", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "explore", settings.get_profile("gate"), derandomize=False, max_examples=1000, print_blob=True
)
settings.load_profile("gate")


LONG = {
    line
    for line in (Path(__file__).parent / "long.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of long.txt."""
    for item in items:
        if not LONG.isdisjoint((item.nodeid.partition("[")[0], item.nodeid.partition("::")[0])):
            item.add_marker("long")


def pytest_collection_finish() -> None:
    """What is loaded by now stays, so that the garbage collector need not look at it again and again."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def limited(item: pytest.Item) -> Iterator[None]:
    """Whatever a test waits for, it fails rather than wait for ever; slow tests may take their time."""

    def give_up(*_: object) -> None:
        raise TimeoutError(f"the test has not ended after {PATIENCE:.0f} s")

    before = signal.signal(signal.SIGALRM, give_up)
    if not item.get_closest_marker("slow"):
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = limited


@pytest.fixture(scope="session", autouse=True)
def session_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One folder for all workers, so that each named variant is solved once."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "solutions"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FIVEDICE_CACHE", str(folder))
        patch.setenv("COLUMNS", "100")  # what is printed does not depend on who looks
        patch.delenv("FORCE_COLOR", raising=False)
        patch.setenv("FIVEDICE_DATABASE", str(folder.parent / "games.sqlite"))
        patch.setenv("FIVEDICE_KEY_FILE", str(folder.parent / "seeds.key"))
        yield folder


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder for one test, which may do with it what it wants."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("FIVEDICE_CACHE", str(folder))
    return folder


@pytest.fixture(params=QUICK)
def solution(request: pytest.FixtureRequest) -> Solution:
    """The solution of each named variant in turn, but for those that take minutes or cannot be solved."""
    return cached_solution(variant(request.param))


@pytest.fixture(scope="session")
def yahtzee_solution(session_cache: Path) -> Solution:
    return cached_solution(variant("yahtzee"))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL, started for the session of each worker when it is first asked for."""
    with databases.server() as url:
        yield url


@pytest.fixture(params=databases.kinds())
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, of each kind that there is in turn."""
    yield from empty_database(request, tmp_path)


@pytest.fixture(scope="module", params=databases.kinds())
def shared_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a database for all tests of a file, of each kind that there is in turn."""
    yield from empty_database(request, tmp_path_factory.mktemp("shared"))


def empty_database(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    """The URL of an empty database of the kind that is asked for, until the fixture ends."""
    if request.param == "sqlite":
        yield f"sqlite:///{folder / 'games.sqlite'}"
        return
    with databases.fresh_schema(request.getfixturevalue("postgresql")) as url:
        yield url


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An empty store, in each kind of database."""
    with Store(database) as one:
        yield one
