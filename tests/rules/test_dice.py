from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import NotationError
from fivedice.rules import Dice, format_dice
from fivedice.rules.dice import is_part_of, keeps_of
from tests.generators import dice_sets

FIVE = Dice(5, 6)


@given(dice_sets())
def test_probabilities_of_all_rolls_sum_to_exactly_one(dice: Dice) -> None:
    assert sum(map(dice.probability, dice.rolls)) == Fraction(1)


@given(dice_sets(max_dice=4, max_faces=4))
def test_probability_of_a_roll_is_its_share_of_all_ordered_throws(dice: Dice) -> None:
    thrown = Counter(tuple(sorted(faces)) for faces in product(range(1, dice.faces + 1), repeat=dice.count))
    assert {roll: dice.probability(roll) for roll in dice.rolls} == {
        roll: Fraction(count, dice.faces**dice.count) for roll, count in thrown.items()
    }


@given(dice_sets(), st.data())
def test_throws_beside_any_keep_are_a_probability_distribution(dice: Dice, data: st.DataObject) -> None:
    keep = data.draw(st.sampled_from(dice.keeps))
    missing = Dice(dice.count - len(keep), dice.faces)
    assert sum(map(missing.probability, missing.rolls)) == Fraction(1)


@given(dice_sets())
def test_counts_of_rolls_and_keeps_are_those_of_the_lists(dice: Dice) -> None:
    assert (dice.roll_count, dice.keep_count) == (len(dice.rolls), len(dice.keeps))
    assert (len(set(dice.rolls)), len(set(dice.keeps))) == (len(dice.rolls), len(dice.keeps))


@given(dice_sets())
def test_the_last_keeps_are_the_rolls_and_indices_lead_back(dice: Dice) -> None:
    assert dice.keeps[-dice.roll_count :] == dice.rolls
    assert [dice.roll_index(roll) for roll in dice.rolls] == list(range(dice.roll_count))
    assert [dice.keep_index[keep] for keep in dice.keeps] == list(range(dice.keep_count))


def test_keeps_come_smaller_ones_first() -> None:
    sizes = list(map(len, FIVE.keeps))
    assert sizes == sorted(sizes)
    assert Counter(sizes) == {0: 1, 1: 6, 2: 21, 3: 56, 4: 126, 5: 252}


@given(dice_sets(max_dice=4, max_faces=4), st.data())
def test_keeps_of_a_roll_are_exactly_the_keeps_that_are_part_of_it(dice: Dice, data: st.DataObject) -> None:
    roll = data.draw(st.sampled_from(dice.rolls))
    assert keeps_of(roll) == tuple(keep for keep in dice.keeps if is_part_of(keep, roll))


def test_a_keep_needs_as_many_equal_dice_as_the_roll_shows() -> None:
    assert is_part_of((6, 6), (1, 2, 3, 6, 6))
    assert not is_part_of((6, 6, 6), (1, 2, 3, 6, 6))
    assert not is_part_of((4,), (1, 2, 3, 6, 6))


@given(st.builds(Dice, st.integers(1, 4), st.integers(2, 20)), st.data())
def test_dice_are_read_back_as_written_in_any_order(dice: Dice, data: st.DataObject) -> None:
    faces = data.draw(st.lists(st.integers(1, dice.faces), max_size=dice.count))
    text = format_dice(tuple(data.draw(st.permutations(faces))))
    assert dice.parse(text, whole=False) == tuple(sorted(faces))
    assert dice.parse(text.lower(), whole=False) == tuple(sorted(faces))


def test_spaces_and_commas_between_dice_are_ignored() -> None:
    assert FIVE.parse("6, 6 5-6 6", whole=True) == (5, 6, 6, 6, 6)


@pytest.mark.parametrize(
    ("text", "whole", "words"),
    [
        ("56667", True, "'7' is not a face of these dice, which show 1 to 6"),
        ("0", False, "'0' is not a face"),
        ("x", False, "'X' is not a face"),
        ("5666", True, "a roll has 5 dice, but 4 are given"),
        ("566666", True, "a roll has 5 dice, but 6 are given"),
        ("566666", False, "only 5 dice are in play, but 6 are given"),
        ("", True, "a roll has 5 dice, but 0 are given"),
    ],
)
def test_dice_that_cannot_be_are_refused_with_a_reason(text: str, whole: bool, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        FIVE.parse(text, whole=whole)
