"""Chromium, a server, and a watch: nothing leaves the machine, and nothing goes wrong on a page unseen."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Playwright, expect, sync_playwright

from fivedice.solver import cached_solution
from tests.browser.people import PATIENCE, NewContext, Watch, prepared
from tests.browser.servers import SHORT, Server, running

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first draws no windows and takes a third less processor time."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"width": 1280, "height": 800}

expect.set_options(timeout=PATIENCE)

T = TypeVar("T")


class Shared:
    """Playwright, Chromium and a server, shared by all tests of this folder that follow each other.

    Fixtures of a session would live too long: Playwright leaves its event loop running in this thread, where tests of
    other folders would stumble over it. Fixtures of a module would be set up ten times.
    """

    def __init__(self) -> None:
        self.exits = ExitStack()
        self.started: dict[str, Any] = {}

    def get(self, name: str, start: Callable[[], AbstractContextManager[T]]) -> T:
        """The thing of this name, started when it is first wanted."""
        if name not in self.started:
            self.started[name] = self.exits.enter_context(start())
        found: T = self.started[name]
        return found

    def end(self) -> None:
        """End everything, the latest first."""
        self.started.clear()
        self.exits.close()


SHARED = Shared()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """End what is shared when the next test is of another folder."""
    yield
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        SHARED.end()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    if program is None:
        pytest.fail(f"no browser is installed: these tests need one of {', '.join(PROGRAMS)}; `make test` installs it.")
    return {**browser_type_launch_args, "executable_path": program, "args": list(FLAGS)}


@pytest.fixture(scope="module")
def playwright() -> Playwright:
    return SHARED.get("playwright", sync_playwright)


@pytest.fixture(scope="module")
def browser_type(playwright: Playwright) -> BrowserType:
    return playwright.chromium


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Browser:
    return SHARED.get("browser", lambda: browser_type.launch(**browser_type_launch_args))


@pytest.fixture(scope="module")
def browser_context_args() -> dict[str, Any]:
    return {"locale": "en-GB"}


@pytest.fixture(scope="module")
def server(session_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """One for all tests that leave it running."""
    cached_solution(SHORT)  # compiles the kernels, so that no page has to wait for it
    return SHARED.get("server", lambda: running(tmp_path_factory.mktemp("server")))


@pytest.fixture(scope="module")
def mortal_server(session_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    cached_solution(SHORT)
    with running(tmp_path_factory.mktemp("mortal")) as found:
        yield found


@pytest.fixture
def mortal(mortal_server: Server) -> Server:
    """One that a test may kill; the next test finds it running again."""
    if not mortal_server.is_running:
        mortal_server.start()
    return mortal_server


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Collects what pages complain about and whom they ask; complaints fail the test."""
    found = Watch()
    yield found
    found.check()


@pytest.fixture
def new_context(watch: Watch, new_context: NewContext) -> NewContext:
    """Every context is watched, remembers what `people.storage` says, and waits equally long."""

    def make(storage: str = "", **options: Any) -> BrowserContext:
        return prepared(new_context(**{"viewport": DESKTOP, **options}), watch, storage)

    return make
