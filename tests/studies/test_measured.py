"""A strategy measured: exactly, or from a sample that knows its errors."""

import pytest

from fivedice.studies.measured import Measured, measure
from fivedice.studies.schedule import Schedule, silently


def test_an_exact_measure_is_that_of_the_evaluation(robot: Measured) -> None:
    assert robot.score.mean == pytest.approx(45.9453, abs=5e-5)
    assert robot.score.sd == pytest.approx(18.2291, abs=5e-5)
    assert robot.standard_error == robot.sd_error == 0.0
    assert abs(robot.sample["mean"] - robot.score.mean) < 4 * robot.score.sd / 5_000**0.5


def test_a_sampled_measure_knows_its_standard_errors(robot: Measured) -> None:
    sampled = measure("robot-4.02", "yahtzee", Schedule(silently, 2.0), games=5_000, exact=False)
    assert sampled.standard_error == pytest.approx(robot.score.sd / 5_000**0.5, rel=0.1)
    assert abs(sampled.score.sd - robot.score.sd) < 4 * sampled.sd_error
    assert sampled.score.mean == pytest.approx(robot.sample["mean"])
