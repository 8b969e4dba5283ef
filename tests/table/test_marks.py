"""What a log tells beside the play itself: names, and who was coached."""

import json

import pytest

from fivedice.errors import IllegalDecision, RecordError
from fivedice.rules import variant
from fivedice.table.events import Coached, Renamed, Seat, Undone
from fivedice.table.game import Game
from fivedice.table.legal import LIMITS
from fivedice.table.record import format_record, parse_record, record_json, record_of
from fivedice.table.verify import verify
from tests.tables import SEED, played, table

YAHTZEE = variant("yahtzee")


def test_names_and_the_coach_are_not_play() -> None:
    game = table(YAHTZEE)
    game = game.after(*game.throw(0))
    assert (game.sequence, game.point) == (2, 1)
    game = game.after(*game.rename(1, "Zoë"), *game.coach(0))
    assert (game.sequence, game.point) == (4, 1)
    assert game.after(*game.fill(0, "chance")).point == 2


def test_a_throw_that_is_typed_again_is_another_point_of_the_game() -> None:
    game = table(YAHTZEE, physical=(0,))
    for point in range(0, 6, 2):
        assert game.point == point
        game = game.after(*game.throw(0, [], [1, 2, 3, 4, 5]))
        game = game.after(*game.undo_typed(0))


def test_a_seat_is_renamed_so_often_and_not_for_ever() -> None:
    game = table(YAHTZEE)
    for number in range(LIMITS[Renamed][1]):
        game = game.after(*game.rename(0, f"Ann {number}"))
    with pytest.raises(IllegalDecision, match=r"renamed 20 times in this game, .*\.$"):
        game.rename(0, "Ann")
    assert game.rename(1, "Zoë")
    assert game.after(Renamed(0, "Ann")).seats[0].name == "Ann"  # a log that has more of them is still a log


def test_dice_are_taken_back_so_often_and_not_for_ever() -> None:
    game = table(YAHTZEE, physical=(0,))
    for _ in range(LIMITS[Undone][1]):
        game = game.after(*game.throw(0, [], [1, 2, 3, 4, 5]))
        game = game.after(*game.undo_typed(0))
    game = game.after(*game.throw(0, [], [1, 2, 3, 4, 5]))
    with pytest.raises(IllegalDecision, match=r"taken back 100 times in this game, .*\.$"):
        game.undo_typed(0)


def test_a_person_is_marked_as_coached_once() -> None:
    game = Game.begin(YAHTZEE, [Seat("Ann"), Seat("Robot", "robot", "optimal")], seed=SEED)
    assert game.coached == frozenset()
    game = game.after(*game.coach(0))
    assert game.coached == {0}
    for seat, words in ((0, "Ann is coached already"), (1, "cannot be coached"), (2, "cannot be coached")):
        with pytest.raises(IllegalDecision, match=words):
            game.coach(seat)
        with pytest.raises(RecordError, match=words):
            game.after(Coached(seat))
    with pytest.raises(IllegalDecision, match="cannot be coached"):
        played(table(YAHTZEE, 1)).coach(0)


def test_a_record_tells_who_was_coached() -> None:
    game = table(YAHTZEE)
    game = played(game.after(*game.coach(1)))
    text = format_record(record_of(game))
    assert {"event": "coached", "seat": 1} in json.loads(text)["events"]
    record = parse_record(text)
    assert verify(record).sound
    assert record.game.coached == {1}
    document = record_json(record)
    document["events"].insert(0, {"event": "coached", "seat": 1})
    assert "coached already" in verify(parse_record(json.dumps(document))).faults[0]
