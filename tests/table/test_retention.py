"""Old games are deleted, unfinished ones sooner, and nothing else is."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from fivedice.errors import NoSuchGame
from fivedice.rules import variant
from fivedice.table.game import Game
from fivedice.table.retention import FOR_EVER, Retention
from fivedice.table.store import Store
from tests.tables import played, table

YACHT = variant("yacht")


def days_hence(days: float) -> datetime:
    return datetime.now(UTC) + timedelta(days=days)


def test_games_are_forgotten_after_their_time_and_unfinished_ones_sooner(database: str) -> None:
    seats = table(YACHT).seats
    under_way, unplayed = Game.begin(YACHT, seats, id="under-way"), Game.begin(YACHT, seats, id="unplayed")
    began = replace(unplayed.began, created="2020-01-01T00:00:00.000+00:00")
    with Store(database) as store:
        finished = played(table(YACHT))
        for game in (finished, under_way, Game.replay([began], unplayed.seed)):
            store.create(game)
        ended = finished.ended
        assert ended is not None
        end = datetime.fromisoformat(ended.at)
        keep = Retention(days=300, unfinished_days=30)
        assert keep.forget_some(store, end + timedelta(days=299)) >= 0
        assert store.has(finished.id)
        for left in (under_way.id, "unplayed"):
            assert not store.has(left)
        assert keep.forget_some(store, end + timedelta(days=301)) == 1
        assert store.games() == []


def test_an_old_game_in_which_somebody_acted_lately_is_kept(database: str) -> None:
    new = Game.begin(YACHT, table(YACHT).seats)
    game = Game.replay([replace(new.began, created="2020-01-01T00:00:00.000+00:00")], new.seed)
    with Store(database) as store:
        store.create(game)
        store.append(game, game.throw(0))
        assert Retention(unfinished_days=30).forget_some(store, days_hence(29)) == 0
        assert Retention(unfinished_days=30).forget_some(store, days_hence(31)) == 1


def test_for_ever_is_for_ever(database: str) -> None:
    with Store(database) as store:
        store.create(played(table(YACHT)))
        assert FOR_EVER.forget_some(store, days_hence(100_000)) == 0


def test_several_games_are_deleted_or_none(database: str) -> None:
    with Store(database) as store:
        store.create(Game.begin(YACHT, table(YACHT).seats, id="here"))
        with pytest.raises(NoSuchGame, match="elsewhere"):
            store.delete("here", "elsewhere")
        assert store.has("here")
