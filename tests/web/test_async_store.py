"""Group commit: many writes, few commits, and each write stands or falls by itself."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from fivedice.errors import StoreError
from fivedice.rules import variant
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.store import Store
from fivedice.web.async_store import AsyncStore

GAMES = [Game.begin(variant("yacht"), [Seat("Ann")], id=f"game{number}") for number in range(20)]


def all_written(store: Store, *works: Callable[[Store], Any]) -> list[Any]:
    """What becomes of works that are asked for at once."""

    async def write() -> list[Any]:
        behind = AsyncStore(store)
        outcomes = await asyncio.gather(*map(behind.write, works), return_exceptions=True)
        await behind.close()
        return list(outcomes)

    return asyncio.run(write())


def creating(game: Any) -> Callable[[Store], None]:
    return lambda store: store.create(game)


def test_writes_that_wait_together_are_committed_together(store: Store) -> None:
    commits: list[Any] = []
    sa.event.listen(store.engine, "commit", commits.append)
    assert all_written(store, *map(creating, GAMES)) == [None] * len(GAMES)
    assert len(commits) == 1
    assert {row.id for row in store.games()} == {game.id for game in GAMES}


def test_a_write_that_fails_leaves_its_neighbours_alone(store: Store) -> None:
    first, second, *_ = GAMES
    before, clash, after = all_written(store, creating(first), creating(first), creating(second))
    assert (before, after) == (None, None)
    assert isinstance(clash, StoreError)
    assert str(clash) == f"game {first.id!r} is in the database already."
    assert {row.id for row in store.games()} == {first.id, second.id}


def test_nothing_is_acknowledged_if_the_commit_fails(store: Store) -> None:
    def refuse(_: Any) -> None:
        raise sa.exc.OperationalError("COMMIT", None, OSError("database or disk is full"))

    sa.event.listen(store.engine, "commit", refuse)
    outcomes = all_written(store, *map(creating, GAMES[:3]))
    assert [str(one) for one in outcomes] == ["the database cannot be written: database or disk is full."] * 3
    sa.event.remove(store.engine, "commit", refuse)
    assert store.games() == []
    assert all_written(store, *map(creating, GAMES[:3])) == [None] * 3


def test_what_is_committed_has_reached_the_disk_on_every_connection(store: Store) -> None:
    question = {"postgresql": "SHOW synchronous_commit", "sqlite": "PRAGMA synchronous"}[store.engine.dialect.name]
    engine = store.engine.execution_options(reading=True)
    for _ in range(2):
        with engine.connect() as first, engine.connect() as second:
            for connection in (first, second):
                assert connection.exec_driver_sql(question).scalar() in ("on", 2)  # 2 is FULL
        store.engine.dispose()  # what comes now is a new connection


@pytest.mark.parametrize("count", [1, 2])
def test_a_mistake_in_a_write_is_told_as_it_is(store: Store, count: int) -> None:
    outcomes = all_written(store, *[lambda store: 1 // 0] * count)
    assert [type(one) for one in outcomes] == [ZeroDivisionError] * count
