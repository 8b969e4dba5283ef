"""A strategy measured, and what samples of its games may be."""

from dataclasses import replace

import numpy as np
import pytest

from fivedice.evaluation.distribution import Distribution
from fivedice.studies.measured import Measured, sd_error, sd_p


def test_an_exact_measure_is_that_of_the_evaluation(robot: Measured) -> None:
    assert robot.score.mean == pytest.approx(45.9453, abs=5e-5)
    assert robot.score.sd == pytest.approx(18.2291, abs=5e-5)
    assert abs(robot.sample["mean"] - robot.score.mean) < 4 * robot.score.sd / 5_000**0.5


@pytest.fixture
def die(robot: Measured) -> Measured:
    return replace(robot, score=Distribution(1, np.full(6, 1 / 6)))


def test_extremes_are_as_probable_as_counting_says(die: Measured) -> None:
    assert die.extreme_p(6, 10, greatest=True) == pytest.approx(1.0)  # a six among ten dice is likely
    assert die.extreme_p(3, 4, greatest=True) == pytest.approx(2 * 0.5**4)
    assert die.extreme_p(4, 4, greatest=False) == pytest.approx(2 * 0.5**4)
    assert die.extreme_p(1, 4, greatest=False) == pytest.approx(1.0)
    assert die.extreme_p(1, 1, greatest=False) == pytest.approx(2 / 6)
    assert die.extreme_p(7, 5, greatest=True) == die.extreme_p(0, 5, greatest=False) == 0.0


def test_the_median_extreme_is_passed_in_half_of_the_samples(die: Measured) -> None:
    assert (die.extreme(1, True), die.extreme(1, False)) == (3, 3)
    assert (die.extreme(4, True), die.extreme(4, False)) == (6, 1)


def test_the_range_of_a_sample_median_narrows_with_the_games(robot: Measured) -> None:
    wide = replace(robot, score=Distribution(0, np.full(1001, 1 / 1001)))
    few, many = wide.median_range(100), wide.median_range(100_000)
    assert few[0] < many[0] <= 500 <= many[1] < few[1]


def test_rounding_counts_in_favour_of_a_printed_mean(robot: Measured) -> None:
    assert robot.mean_p(robot.score.mean + 0.5, 10**6, rounding=0.5) == 1.0
    assert robot.mean_p(robot.score.mean + 0.6, 10**6, rounding=0.5) < 1e-6


def test_the_error_of_a_standard_deviation_is_that_of_many_samples() -> None:
    skewed = Distribution(0, np.array([0.7, 0.2, 0.0, 0.1]))
    draws = np.random.default_rng(1).choice(4, (4000, 200), p=skewed.probability)
    assert sd_error(skewed, 200) == pytest.approx(draws.std(axis=1, ddof=1).std(), rel=0.05)
    assert sd_p(skewed.sd, skewed, 200) == 1.0
    assert sd_p(skewed.sd + 1.96 * sd_error(skewed, 200), skewed, 200) == pytest.approx(0.05, abs=1e-4)
