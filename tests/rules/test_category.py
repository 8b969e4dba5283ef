import re

import pytest

from fivedice.errors import RulesError
from fivedice.rules import Category, Roll, variant
from fivedice.rules.category import MAX_POINTS, Points, Section
from fivedice.rules.pattern import AllEqual, Anything, Face, Groups, Pattern, Run

YAHTZEE = {
    "ones": {(1, 1, 1, 2, 3): 3, (2, 3, 4, 5, 6): 0, (1, 1, 1, 1, 1): 5},
    "sixes": {(5, 6, 6, 6, 6): 24, (1, 2, 3, 4, 5): 0},
    "three_of_a_kind": {(2, 2, 2, 5, 6): 17, (2, 2, 5, 5, 6): 0, (6, 6, 6, 6, 6): 30, (1, 4, 4, 4, 4): 17},
    "four_of_a_kind": {(5, 6, 6, 6, 6): 29, (5, 5, 6, 6, 6): 0, (2, 2, 2, 2, 2): 10},
    "full_house": {(2, 2, 3, 3, 3): 25, (2, 2, 3, 3, 4): 0, (3, 3, 3, 3, 3): 0, (2, 3, 3, 3, 3): 0},
    "small_straight": {(1, 2, 3, 4, 6): 30, (2, 3, 3, 4, 5): 30, (3, 4, 5, 6, 6): 30, (1, 2, 3, 5, 6): 0},
    "large_straight": {(1, 2, 3, 4, 5): 40, (2, 3, 4, 5, 6): 40, (1, 2, 3, 4, 6): 0},
    "yahtzee": {(4, 4, 4, 4, 4): 50, (4, 4, 4, 4, 5): 0},
    "chance": {(1, 2, 3, 4, 6): 16, (1, 1, 1, 1, 1): 5},
}
YATZY = {
    "pair": {(2, 2, 5, 5, 6): 10, (1, 2, 3, 4, 6): 0, (6, 6, 6, 6, 6): 12},
    "two_pairs": {(2, 2, 5, 5, 6): 14, (5, 5, 5, 5, 6): 0, (3, 3, 3, 3, 3): 0, (2, 2, 2, 5, 5): 14, (2, 2, 3, 4, 5): 0},
    "three_of_a_kind": {(2, 2, 2, 2, 6): 6, (2, 2, 5, 5, 6): 0},
    "four_of_a_kind": {(2, 2, 2, 2, 2): 8, (5, 6, 6, 6, 6): 24, (2, 2, 2, 3, 3): 0},
    "small_straight": {(1, 2, 3, 4, 5): 15, (2, 3, 4, 5, 6): 0, (1, 2, 3, 4, 6): 0},
    "large_straight": {(2, 3, 4, 5, 6): 20, (1, 2, 3, 4, 5): 0},
    "full_house": {(2, 2, 3, 3, 3): 13, (3, 3, 3, 3, 3): 0, (3, 3, 3, 3, 4): 0, (5, 5, 5, 6, 6): 27},
    "chance": {(1, 2, 3, 4, 6): 16},
    "yatzy": {(1, 1, 1, 1, 1): 50, (1, 1, 1, 1, 2): 0},
}
YACHT = {
    "full_house": {(2, 2, 3, 3, 3): 13, (3, 3, 3, 3, 3): 0},
    "four_of_a_kind": {(5, 6, 6, 6, 6): 24, (6, 6, 6, 6, 6): 24, (5, 5, 6, 6, 6): 0},
    "little_straight": {(1, 2, 3, 4, 5): 30, (2, 3, 4, 5, 6): 0},
    "big_straight": {(2, 3, 4, 5, 6): 30, (1, 2, 3, 4, 5): 0},
    "choice": {(1, 2, 3, 4, 6): 16},
    "yacht": {(1, 1, 1, 1, 1): 50, (1, 1, 1, 1, 6): 0},
}
CASES = [
    (name, box, roll, points)
    for name, boxes in (("yahtzee", YAHTZEE), ("yatzy", YATZY), ("yacht", YACHT))
    for box, rolls in boxes.items()
    for roll, points in rolls.items()
]


@pytest.mark.parametrize(("name", "box", "roll", "points"), CASES)
def test_a_box_pays_what_the_rules_say(name: str, box: str, roll: Roll, points: int) -> None:
    assert variant(name).category(box).natural_points(roll) == points


@pytest.mark.parametrize(
    ("box", "points"), [("three_of_a_kind", 20), ("full_house", 25), ("small_straight", 30), ("large_straight", 40)]
)
def test_a_joker_makes_a_lower_box_pay_in_full(box: str, points: int) -> None:
    assert variant("yahtzee").category(box).joker_points((4, 4, 4, 4, 4)) == points


def test_a_joker_brings_an_upper_box_nothing_but_its_own_dice() -> None:
    yahtzee = variant("yahtzee")
    assert yahtzee.category("fours").joker_points((4, 4, 4, 4, 4)) == 20
    assert yahtzee.category("fives").joker_points((4, 4, 4, 4, 4)) == 0


def test_a_joker_in_an_upper_box_that_wants_a_straight_is_a_zero() -> None:
    assert Category("straight", Run(5), 40, "upper").joker_points((4, 4, 4, 4, 4)) == 0
    assert Category("straight", Run(5), 40, "lower").joker_points((4, 4, 4, 4, 4)) == 40


def test_a_joker_in_a_box_without_fixed_points_pays_the_sum_of_the_dice() -> None:
    assert variant("yatzy").category("two_pairs").joker_points((4, 4, 4, 4, 4)) == 20


def test_title_and_code_come_from_the_name_when_not_given() -> None:
    box = Category("two_of_a_kind", Groups((2,)), "sum")
    assert (box.title, box.code) == ("Two of a kind", "two_of_a_kind")


@pytest.mark.parametrize(
    ("name", "pattern", "points", "section", "code", "words"),
    [
        ("Full House", Anything(), 5, "lower", "", "category 'Full House': a name is made of small letters"),
        ("", Anything(), 5, "lower", "", "category '': a name is made of"),
        ("box", Anything(), 5, "middle", "", "box: section='middle' is neither 'upper' nor 'lower'"),
        ("box", Anything(), 5, "lower", "a b", "box: code='a b' is not made of letters, digits and underscores"),
        (
            "box",
            Anything(),
            "most",
            "lower",
            "",
            "box: points='most' is not allowed; it must be 'sum', 'matching', 0 to",
        ),
        ("box", Run(2), -1, "lower", "", f"box=-1 is not allowed; it must be 0 to {MAX_POINTS}"),
        ("box", AllEqual(), MAX_POINTS + 1, "lower", "", f"box={MAX_POINTS + 1} is not allowed; it must be 0 to"),
        ("box", Face(3), 5, "upper", "", "box: points=5 is not allowed; a face pays 'matching' dice"),
    ],
)
def test_a_box_that_cannot_be_is_refused_by_key_value_and_what_is_allowed(
    name: str, pattern: Pattern, points: Points, section: Section, code: str, words: str
) -> None:
    with pytest.raises(RulesError, match=re.escape(words)):
        Category(name, pattern, points, section, code=code)
