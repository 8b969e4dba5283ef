import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import RulesError
from fivedice.rules import Dice
from fivedice.rules.pattern import AllEqual, Anything, Face, Groups, Pattern, Run, parse_pattern
from tests.generators import dice_sets, fitting_patterns


@given(dice_sets(), st.data())
def test_a_pattern_is_read_back_as_printed(dice: Dice, data: st.DataObject) -> None:
    pattern = data.draw(st.sampled_from(fitting_patterns(dice.count, dice.faces)))
    assert parse_pattern(str(pattern)) == pattern


@pytest.mark.parametrize(
    "pattern",
    [
        *(Face(face) for face in range(5)),
        *(Groups(sizes) for sizes in ((1,), (2,), (3,), (4,), (1, 1), (2, 1), (2, 2), (3, 1), (1, 1, 1, 1))),
        *(Run(length, first) for length in range(1, 5) for first in (None, 1, 2, 3)),
        AllEqual(),
        Anything(),
    ],
    ids=str,
)
@pytest.mark.parametrize("dice", [Dice(1, 2), Dice(2, 3), Dice(3, 3), Dice(3, 4)], ids=str)
def test_a_pattern_fits_exactly_when_some_roll_shows_it(pattern: Pattern, dice: Dice) -> None:
    shown = any(pattern.matching(roll) is not None for roll in dice.rolls)
    if isinstance(pattern, Face):  # every roll matches a face with some dice or none
        shown = any(pattern.matching(roll) for roll in dice.rolls)
    assert pattern.fits(dice.count, dice.faces) == shown


def test_groups_stand_on_different_faces() -> None:
    assert Groups((2, 2)).matching((3, 3, 3, 3, 5)) is None
    assert Groups((3, 2)).matching((4, 4, 4, 4, 4)) is None
    assert Groups((2, 2)).matching((3, 3, 5, 5, 5)) == 16


def test_the_best_group_counts() -> None:
    assert Groups((2,)).matching((2, 2, 5, 5, 6)) == 10
    assert Groups((3, 2)).matching((2, 2, 2, 6, 6)) == 18


def test_only_the_dice_of_the_group_count() -> None:
    assert Groups((3,)).matching((4, 4, 4, 4, 6)) == 12


def test_a_free_run_is_the_highest_that_is_shown() -> None:
    assert Run(3).matching((1, 2, 3, 4, 4)) == 9
    assert Run(4).matching((1, 2, 3, 5, 6)) is None


def test_a_run_from_a_face_wants_exactly_these_faces() -> None:
    assert Run(5, 1).matching((1, 2, 3, 4, 5)) == 15
    assert Run(5, 1).matching((2, 3, 4, 5, 6)) is None
    assert Run(2, 1).matching((1, 2, 5, 6)) == 3


def test_spelling_of_a_pattern_is_forgiving() -> None:
    assert parse_pattern("  Groups   2+3 ") == Groups((3, 2))
    assert parse_pattern("ALL equal") == AllEqual()


@pytest.mark.parametrize("text", ["", "pair", "face", "face x", "groups", "groups 3+", "run 6-2", "run -1", "any roll"])
def test_what_is_not_a_pattern_is_refused_with_the_grammar(text: str) -> None:
    with pytest.raises(RulesError, match=r"is not a pattern; it must be \"face 4\", \"groups 3\+2\"") as caught:
        parse_pattern(text)
    assert repr(text) in str(caught.value)
