import gc
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.web.tables import TestClient, application


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """An application on a fresh database."""
    with application(tmp_path / "games.sqlite") as found:
        yield found


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """An application for all tests of a file, so that its helper processes start once."""
    with application(tmp_path_factory.mktemp("shared") / "games.sqlite", tables_per_minute=1000) as found:
        yield found


@pytest.fixture
def no_limit_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a client may do does not become more while a test runs, however long that takes."""
    now = time.monotonic()
    monkeypatch.setattr("fivedice.web.limits.time", SimpleNamespace(monotonic=lambda: now))


@pytest.fixture(autouse=True, scope="module")
def what_is_old_is_set_aside() -> None:
    """Millions of objects of other modules are looked at once, and not again for every module or test."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def loop_is_silent(what_is_old_is_set_aside: None) -> Iterator[None]:
    """No task of the server ends in an error that nobody hears of."""
    said: list[str] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("asyncio").addHandler(handler)
    yield
    gc.collect()  # a task tells of its error when it is thrown away
    logging.getLogger("asyncio").removeHandler(handler)
    assert said == []
