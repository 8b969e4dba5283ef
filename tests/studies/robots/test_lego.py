"""Study 001: the robots, and what chance explains."""

import pytest

from fivedice.studies.measured import Measured
from fivedice.studies.robots.lego import claims, robot_numbers


def test_chance_explains_the_mean_of_4_02_up_to_18_games(robot: Measured) -> None:
    score = robot_numbers("robot-4.02", robot)["score"]
    assert isinstance(score, dict)
    assert score["published"] == 54.3
    assert 18 <= score["games_explained"] < 19
    assert score["p"] == pytest.approx(0.0013, abs=2e-4)
    assert robot_numbers("robot-4.02", robot)["bonus"] is None


def test_a_mean_that_chance_cannot_explain_differs_and_says_why(robot: Measured) -> None:
    (found,) = claims({"robot-4.02": robot})
    assert (found.what, found.published, found.verdict) == ("robot-4.02: mean score", 54.3, "differs")
    assert "with 50 games; chance explains it up to 18" in found.why
