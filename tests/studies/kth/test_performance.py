"""Study 000: extremes and medians."""

import numpy as np
import pytest

from fivedice.evaluation.distribution import Distribution
from fivedice.rules import variant
from fivedice.strategies.policy import Policy, policy_for
from fivedice.strategies.registry import strategy_named
from fivedice.studies.given_up import Fillings
from fivedice.studies.kth.performance import extreme_p, median_range
from fivedice.studies.kth.same_value import YATZY
from fivedice.studies.measured import Measured


def player(score: Distribution, *, exact: bool = True, games: int = 1000) -> Measured:
    policy: Policy = policy_for(strategy_named("robot-4.02"), variant("yahtzee"))
    return Measured(
        "some", YATZY, policy, exact, score, 0.0, 0.0, 0.0, games, {"min": 1, "max": 6}, 0.0, Fillings(YATZY)
    )


def test_extremes_are_as_probable_as_counting_says() -> None:
    die = player(Distribution(1, np.full(6, 1 / 6)))
    assert extreme_p(die, 6, 10, greatest=True) == pytest.approx(1.0)  # a six among ten dice is likely
    assert extreme_p(die, 3, 4, greatest=True) == pytest.approx(2 * 0.5**4)
    assert extreme_p(die, 4, 4, greatest=False) == pytest.approx(2 * 0.5**4)
    assert extreme_p(die, 7, 5, greatest=True) == 0.0


def test_a_sample_does_not_call_a_score_beyond_it_impossible() -> None:
    die = player(Distribution(1, np.full(6, 1 / 6)), exact=False)
    assert extreme_p(die, 7, 1000, greatest=True) > 0.5


def test_the_range_of_a_sample_median_narrows_with_the_games() -> None:
    wide = player(Distribution(0, np.full(1001, 1 / 1001)))
    few, many = median_range(wide, 100), median_range(wide, 100_000)
    assert few[0] < many[0] <= 500 <= many[1] < few[1]
