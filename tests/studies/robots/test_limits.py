"""Study 001: how much a game can bring, from the rules and by playing such games."""

from collections.abc import Iterable

import pytest

from fivedice.rules import Roll, State, variant
from fivedice.rules.state import final_bonus, legal_categories, score
from fivedice.studies.robots.limits import best_points, greatest, is_as_printed

YAHTZEE = variant("yahtzee")
UPPER = [(box, (face,) * 5) for face, box in YAHTZEE.face_boxes.items()]
SIXES: Roll = (6,) * 5


def total(turns: Iterable[tuple[int | str, Roll]]) -> int:
    """The score of a game with these boxes and rolls, each of which has to be legal."""
    state, points = State(), 0
    for box, roll in turns:
        category = YAHTZEE.categories[box] if isinstance(box, int) else YAHTZEE.category(box)
        assert category in legal_categories(YAHTZEE, state, roll)
        scoring = score(YAHTZEE, state, roll, category)
        state, points = scoring.state, points + scoring.total
    assert state.filled == (1 << YAHTZEE.turns) - 1
    return points + final_bonus(YAHTZEE, state)


def test_thirteen_yahtzees_reach_the_greatest_score() -> None:
    lower = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "chance")
    game: list[tuple[int | str, Roll]] = [("yahtzee", SIXES), *UPPER, *((name, SIXES) for name in lower)]
    assert total(game) == greatest(YAHTZEE) == 1575


def test_the_best_card_without_a_bonus_fills_the_yahtzee_box_last() -> None:
    others = [("full_house", (5, 5, 6, 6, 6)), ("small_straight", (1, 2, 3, 4, 6)), ("large_straight", (2, 3, 4, 5, 6))]
    sums = [(name, SIXES) for name in ("three_of_a_kind", "four_of_a_kind", "chance", "yahtzee")]
    assert total([*UPPER, *others, *sums]) == best_points(YAHTZEE, all_equal=True) == 375


def test_with_one_five_of_a_kind_it_is_351() -> None:
    upper = [(box, tuple(sorted([face] * 4 + [face % 6 + 1]))) for face, box in YAHTZEE.face_boxes.items()]
    others = [("full_house", (5, 5, 6, 6, 6)), ("small_straight", (1, 2, 3, 4, 6)), ("large_straight", (2, 3, 4, 5, 6))]
    sums = [(name, (5, 6, 6, 6, 6)) for name in ("three_of_a_kind", "four_of_a_kind", "chance")]
    assert total([*upper, *others, *sums, ("yahtzee", SIXES)]) == best_points(YAHTZEE, all_equal=False) == 351


@pytest.mark.parametrize(("name", "printed"), [("yahtzee", True), ("yahtzee-free-joker", False), ("yatzy", False)])
def test_only_official_yahtzee_has_the_printed_sheet(name: str, printed: bool) -> None:
    assert is_as_printed(variant(name)) is printed
