"""What a player may type."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.cli.answers import Command, read_answer, read_thrown
from fivedice.errors import FivediceError, NotationError
from fivedice.rules import Category, Rules, State, Turn, variant

YAHTZEE = variant("yahtzee")
LOWER = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight")
SIMPLE = YAHTZEE.change({"joker": "none", "yahtzee_bonus": 0, **dict.fromkeys(LOWER, "off")})
"""Boxes that fit any dice."""


def answer(text: str, roll: tuple[int, ...] = (5, 6, 6, 6, 6), rerolls: int = 2, rules: Rules = YAHTZEE) -> object:
    return read_answer(rules, Turn(State(), roll, rerolls), text)


@pytest.mark.parametrize("text", ["66", "6 6", "6,6", "keep 66", "k 66", "k66", "hold 6 6"])
def test_dice_are_kept_however_they_are_spaced(text: str) -> None:
    assert answer(text) == (6, 6)


@pytest.mark.parametrize("text", ["none", "-", "NONE", "roll"])
def test_keeping_nothing_is_said_in_words(text: str) -> None:
    assert answer(text) == ()


@pytest.mark.parametrize("text", ["all", "56666", "keep all"])
def test_keeping_everything_leaves_only_the_box_to_name(text: str) -> None:
    assert answer(text) is Command.STAND


@pytest.mark.parametrize("text", ["fh", "FH", "full_house", "Full House", "full-house", "ful", "=fh", "score full h"])
def test_a_box_is_found_by_code_name_title_or_beginning(text: str) -> None:
    assert answer(text) is YAHTZEE.category("full_house")


def test_a_digit_is_a_die_while_a_reroll_is_left_and_a_box_on_the_last_roll() -> None:
    assert answer("6") == (6,)
    assert answer("=6") is YAHTZEE.category("sixes")
    assert answer("6", rerolls=0) is YAHTZEE.category("sixes")


def test_a_letter_that_is_both_die_and_box_is_asked_back() -> None:
    rules = SIMPLE.change({"dice": 2, "faces": 12})
    with pytest.raises(NotationError, match="type 'score c' or 'keep c'"):
        answer("c", roll=(1, 12), rules=rules)
    assert answer("keep c", roll=(1, 12), rules=rules) == (12,)
    assert answer("score c", roll=(1, 12), rules=rules) is rules.category("chance")
    assert answer("c", roll=(1, 11), rules=rules) is rules.category("chance")


@pytest.mark.parametrize(
    ("text", "rerolls", "sentence"),
    [
        ("7", 2, "'7' is not a face"),
        ("11", 2, "the dice show 56666"),
        ("66", 0, "no reroll is left"),
        ("none", 0, "no reroll is left"),
        ("f", 2, "Fours (4), Fives (5)"),
        ("sixse", 2, "did you mean Sixes (6)?"),
        ("", 2, "nothing was typed"),
        ("66666666", 2, "only 5 dice are in play"),
    ],
)
def test_a_mistake_gets_a_sentence(text: str, rerolls: int, sentence: str) -> None:
    with pytest.raises(FivediceError, match=re.escape(sentence)):
        answer(text, rerolls=rerolls)


@given(st.text(max_size=12), st.integers(0, 2))
def test_no_text_at_all_breaks_the_reader(text: str, rerolls: int) -> None:
    with suppress(FivediceError):
        assert isinstance(answer(text, rerolls=rerolls), tuple | Category | Command)


def test_real_dice_may_be_typed_alone_or_with_the_kept_ones() -> None:
    assert read_thrown(YAHTZEE, "213", (6, 6)) == (1, 2, 3)
    assert read_thrown(YAHTZEE, "62163", (6, 6)) == (1, 2, 3)
    with pytest.raises(NotationError, match="kept 66 are not among"):
        read_thrown(YAHTZEE, "12345", (6, 6))
    with pytest.raises(NotationError, match="3 are thrown, but 2"):
        read_thrown(YAHTZEE, "12", (6, 6))
