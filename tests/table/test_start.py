import re

import pytest

from fivedice.errors import NotationError
from fivedice.rules import variant
from fivedice.table.events import Seat
from fivedice.table.game import Game

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
