"""A disk that is full, read-only or locked: acts are refused with a sentence, and the game goes on afterwards."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from fivedice.table.store import Store
from tests.faults.conftest import Tally
from tests.web.tables import ANN, TestClient, application, lay, seated


@contextmanager
def full(store: Store) -> Iterator[None]:
    """No page more than the database has."""
    with limited(store, "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1073741823"):
        yield


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    """Nothing is written."""
    with limited(store, "PRAGMA query_only = ON", "PRAGMA query_only = OFF"):
        yield


@contextmanager
def locked(store: Store) -> Iterator[None]:
    """Another program holds the database, for longer than the server waits."""
    other = sqlite3.connect(str(store.url.database), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with limited(store, "PRAGMA busy_timeout = 50", "PRAGMA busy_timeout = 20000"):
            yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def limited(store: Store, before: str, after: str) -> Iterator[None]:
    """Every connection of the store under a setting."""

    def set_to(connection: Any, *_: Any) -> None:
        connection.execute(setting)

    setting = before
    event.listen(store.engine, "checkout", set_to)
    try:
        yield
    finally:
        setting = after


@pytest.mark.parametrize("trouble", [full, read_only, locked])
def test_a_disk_that_refuses_costs_no_game(
    trouble: Callable[[Store], Any], tmp_path: Path, many: Callable[[int], int], tally: Tally
) -> None:
    tried, lost = many(50), 0
    with application(tmp_path / "games.sqlite", tables_per_minute=100_000) as client:
        store: Store = client.app.state.services.store.store  # type: ignore[attr-defined]
        for _ in range(tried):
            lost += not survives(client, store, trouble)
    tally(f"disk {trouble.__name__.replace('_', '-')}", tried, lost)


def survives(client: TestClient, store: Store, trouble: Callable[[Store], Any]) -> bool:
    """Whether a new table is refused with a sentence that names no file, and a game goes on where it was.

    A full disk may have room for one act more, and then that act counts.
    """
    table = lay(client, ANN)
    with seated(client, table, 0) as ann:
        before = ann.act("throw")
        with trouble(store):
            answers = (client.post("/api/tables", json={"seats": ANN}) for _ in range(30))
            refused = next((one for one in answers if one.status_code != 201), None)
            during = ann.act("fill", category="chance")
        after = ann.act("fill", category="chance") if during["type"] == "error" else during
        folder = str(Path(str(store.url.database)).parent)
        return bool(
            refused is not None
            and (refused.status_code, "sentence" in refused.json()) == (503, True)
            and folder not in refused.text + json.dumps(during)
            and after["type"] == "state"
            and after["point"] == before["point"] + 1
            and ann.act("throw")["type"] == "state"
        )
