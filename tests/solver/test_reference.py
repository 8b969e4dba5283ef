"""The slow twin against numbers worked out by hand: if it were wrong, so would be all that is compared with it."""

import pytest

from fivedice.rules import Category, Dice, Rules, State, Turn
from fivedice.rules.pattern import AllEqual, Anything, Face
from fivedice.solver.reference import Reference, throws

CHANCE = Category("chance", Anything(), "sum")


@pytest.mark.parametrize(("rolls", "mean"), [(1, 3.5), (2, 4.25), (3, 14 / 3)])
def test_one_die_and_chance_is_the_textbook_stopping_problem(rolls: int, mean: float) -> None:
    """Stop on 4 or more with one reroll left (mean 3.5 beyond), on 5 or more with two (mean 4.25 beyond)."""
    assert Reference(Rules("stop", (CHANCE,), dice=1, rolls=rolls)).state_value(State()) == pytest.approx(mean)


def test_two_equal_coins_in_two_rolls() -> None:
    """1/2 at once; else keep one coin and hit with 1/2: 3/4 of 100."""
    game = Rules("coins", (Category("equal", AllEqual(), 100),), dice=2, faces=2, rolls=2)
    assert Reference(game).state_value(State()) == pytest.approx(75)


def test_an_upper_bonus_is_paid_at_the_threshold() -> None:
    """One throw of one coin: 2 with probability 1/2 pays 2 + 10."""
    game = Rules(
        "bonus", (Category("twos", Face(2), "matching", "upper"),), 1, 2, rolls=1, upper_threshold=2, upper_bonus=10
    )
    assert Reference(game).state_value(State()) == pytest.approx(6)


def test_every_throw_beside_a_keep_is_counted() -> None:
    assert throws(Dice(2, 2), (1,)) == (((1, 1), 0.5), ((1, 2), 0.5))
    assert throws(Dice(2, 2), ()) == (((1, 1), 0.25), ((1, 2), 0.5), ((2, 2), 0.25))


def test_a_decision_is_worth_its_points_and_what_follows() -> None:
    game = Rules("two", (CHANCE, Category("again", Anything(), "sum")), dice=1, rolls=1)
    assert Reference(game).decision_value(Turn(State(), (6,), 0), CHANCE) == pytest.approx(6 + 3.5)
