"""Study 001: the robots, and what chance explains."""

import pytest

from fivedice.studies.claims import Claims
from fivedice.studies.measured import Measured
from fivedice.studies.robots.lego import judge, robot_numbers


def test_chance_explains_the_mean_of_4_02_up_to_18_games(robot: Measured) -> None:
    score = robot_numbers("robot-4.02", robot)["score"]
    assert isinstance(score, dict)
    assert score["published"] == 54.3
    assert 18 <= score["games_explained"] < 19
    assert score["p"] == pytest.approx(0.0013, abs=2e-4)
    assert robot_numbers("robot-4.02", robot)["bonus"] is None


def test_a_mean_that_chance_cannot_explain_differs_and_says_why(robot: Measured) -> None:
    claims = Claims("robots")
    judge(claims, {"robot-4.02": robot})
    found = claims.judged["robot-4.02-mean"]
    assert (found.what, found.published, found.verdict) == ("4.02: mean score", 54.3, "differs")
    assert "50 games, assumed; chance explains it up to 18" in found.why


def test_a_standard_deviation_is_tested_with_the_fourth_moment(robot: Measured) -> None:
    claims = Claims("robots")
    judge(claims, {"robot-4.02": robot})
    found = claims.judged["robot-4.02-sd"]
    assert (found.published, found.verdict) == (20.9, "met")
    assert found.why.startswith("p = 0.")


def test_lines_and_times_of_programs_that_are_not_printed_are_not_described(robot: Measured) -> None:
    claims = Claims("robots")
    judge(claims, {"robot-7.20": robot})
    assert claims.judged["robot-7.20-time"].published == "600+"
    assert claims.verdict("robot-7.20-lines", "robot-7.20-time") == "not described"
