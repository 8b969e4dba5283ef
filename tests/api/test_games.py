import json
from pathlib import Path

import pytest

import fivedice as fd
from fivedice.errors import NoSuchGame
from fivedice.solver import Solution
from fivedice.table.record import format_record, record_of
from fivedice.table.store import Store
from tests.tables import named


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with a finished game of Ann and Ben."""
    path = str(tmp_path / "games.sqlite")
    with Store(path) as store:
        store.create(named(1, "Ann", "Ben"))
    return path


def test_games_are_listed_as_a_result(database: str) -> None:
    found = fd.games(database)
    assert repr(found) == "<GameList 1 game>"
    assert found.to_polars()["Game"].to_list() == ["g1"]
    assert fd.games(database, player="ann").rows == found.rows
    assert fd.games(database, variant="yatzy").parts() == ["No games yet."]


def test_a_game_is_checked_by_its_id_or_its_record(database: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(format_record(record_of(named(1, "Ann", "Ben"))), encoding="utf-8")
    assert fd.verify("g1", database).sound
    assert fd.verify(file).to_dict() == fd.verify("g1", database).to_dict()
    with pytest.raises(NoSuchGame, match="`fivedice games` lists them"):
        fd.verify("g2", database)


def test_a_review_keeps_luck_and_regret_apart(database: str, yahtzee_solution: Solution) -> None:
    found = fd.review("g1", database)
    rows = found.table("players")
    scores = named(1, "Ann", "Ben").totals
    assert tuple(rows.column("Score")) == scores
    for one, total in zip(found.seats, scores, strict=True):
        assert total == one.score == pytest.approx(one.start + one.luck - one.regret)
    assert json.loads(json.dumps(found.to_dict()))["finished"] is True
    assert len(repr(found)) < 200
