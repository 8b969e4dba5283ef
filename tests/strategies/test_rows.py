"""Expectations of single rows against plain sums over every throw."""

import pytest

from fivedice.rules import Dice, Rules, State, Turn, variant
from fivedice.strategies.rows import expect_points, hold_for
from fivedice.strategies.strategy import view_of

YATZY = variant("yatzy")


def expected_by_enumeration(rules: Rules, box: int, kept: tuple[int, ...]) -> float:
    thrown = Dice(rules.dice - len(kept), rules.faces)
    return sum(
        float(thrown.probability(throw)) * rules.categories[box].natural_points(tuple(sorted(kept + throw)))
        for throw in thrown.rolls
    )


@pytest.mark.parametrize("category", YATZY.categories, ids=lambda category: str(category.name))
def test_expected_points_of_a_row_are_the_sum_over_every_throw(category: object) -> None:
    box = YATZY.categories.index(category)
    known: dict[tuple[int, ...], float] = {}
    for roll in YATZY.dice_set.rolls:
        view = view_of(YATZY, Turn(State(0, 0), roll, 1))
        hold_for(view, box)
        kept = tuple(face for face, held in zip(roll, view.hold, strict=False) if held)
        if kept not in known:
            known[kept] = expected_by_enumeration(YATZY, box, kept)
        assert expect_points(view, box) == pytest.approx(known[kept], abs=1e-12)


@pytest.mark.parametrize(
    ("category", "dice", "kept"),
    [
        ("threes", "12335", "33"),
        ("pair", "33125", "5"),
        ("pair", "44125", "44"),
        ("two_pairs", "33225", "2233"),
        ("two_pairs", "33125", "335"),
        ("two_pairs", "12346", "46"),
        ("three_of_a_kind", "22226", "222"),
        ("three_of_a_kind", "22336", "33"),
        ("four_of_a_kind", "22226", "2222"),
        ("small_straight", "11466", "14"),
        ("large_straight", "11466", "46"),
        ("full_house", "11146", "1116"),
        ("full_house", "11115", "1115"),
        ("full_house", "11446", "1144"),
        ("full_house", "12346", "6"),
        ("chance", "12456", "456"),
        ("yatzy", "11336", "33"),
    ],
)
def test_a_row_holds_what_serves_it(category: str, dice: str, kept: str) -> None:
    roll = tuple(sorted(map(int, dice)))
    view = view_of(YATZY, Turn(State(0, 0), roll, 1))
    hold_for(view, YATZY.index[category])
    assert "".join(str(face) for face, held in zip(roll, view.hold, strict=False) if held) == kept
