import re

import pytest

from fivedice.errors import IllegalDecision, NotationError
from fivedice.rules import variant
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.record import format_record, parse_record, record_of
from fivedice.table.verify import verify
from tests.tables import played

YAHTZEE = variant("yahtzee")


def start(text: str, *names: str) -> Game:
    return Game.begin(YAHTZEE, [Seat(name) for name in names or ("You",)], options={"position": text})


@pytest.mark.parametrize("text", ["- 56666:2", "1=3,C=22", "1=3,C=22 12345:0", "Y=50,4K=24,+1 66666:1"])
def test_positions_round_trip(text: str) -> None:
    game = start(text)
    assert (start(game.position).cards, start(game.position).turn) == (game.cards, game.turn)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1=3 / 2=4", "2 cards separated by /, but 1 would play"),
        ("1=3 5666:2", "a roll has 5 dice"),
        ("1=3 56666:3", "rerolls '3'"),
        ("1=9", "can hold only"),
        ("1=3,2=6,3=9,4=8,5=5,6=6,3K=9,4K=9,FH=0,SS=0,LS=0,Y=0,C=9", "game is over"),
    ],
)
def test_a_bad_position_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=re.escape(sentence)):
        start(text)


def test_dice_before_the_wrong_player_are_refused() -> None:
    with pytest.raises(NotationError, match="dice lie before Ann, but Ben is to move"):
        start("1=3 56666:1 / -", "Ann", "Ben")


def test_the_dice_of_a_position_are_those_of_a_throw_that_cannot_be_taken_back() -> None:
    game = Game.begin(YAHTZEE, [Seat("Ann", physical=True)], options={"position": "1=3 56666:1"})
    assert (game.roll, game.throws_used, game.throws_left, game.turn_number) == ((5, 6, 6, 6, 6), 2, 1, 1)
    with pytest.raises(IllegalDecision, match="no dice were typed in this turn"):
        game.undo_typed(0)
    typed = game.after(*game.throw(0, (1, 2, 3, 4), [6]))
    assert (typed.roll, typed.throws_left) == ((6,) * 5, 0)
    assert typed.after(*typed.undo_typed(0)).position == "1=3 56666:1"


def test_a_game_from_a_position_is_read_again_from_its_record_and_says_so_when_it_is_checked() -> None:
    game = played(start("1=3,2=4,3=3,4=4,5=5,6=6,3K=9,4K=9,FH=0,SS=0,LS=0 11223:1"))
    record = parse_record(format_record(record_of(game)))
    assert record.game == game
    found = verify(record)
    assert found.sound
    assert any("started from the position 1=3,2=4" in sentence for sentence in found.checked)
