"""Study 001 regenerated: Glenn's table, the robots, and what chance explains."""

import pytest

from fivedice.studies import robots
from fivedice.studies.measured import Measured, measure
from fivedice.studies.robots.report import GLENN, ROBOTS, robot_comparisons, robot_numbers
from fivedice.studies.stages import Stages, silently


@pytest.fixture(scope="module")
def robot() -> Measured:
    return measure("robot-4.02", "yahtzee", Stages(silently, 5.0), games=5_000, exact=True)


def test_nine_robots_and_five_of_glenn_s_strategies_take_part() -> None:
    assert len(ROBOTS) == 9
    assert len(GLENN) == 5


def test_an_exact_measure_is_that_of_the_evaluation(robot: Measured) -> None:
    assert robot.score.mean == pytest.approx(45.9453, abs=5e-5)
    assert robot.score.sd == pytest.approx(18.2291, abs=5e-5)
    assert robot.standard_error == robot.sd_error == 0.0
    assert abs(robot.sample["mean"] - robot.score.mean) < 4 * robot.score.sd / 5_000**0.5


def test_a_sampled_measure_knows_its_standard_errors(robot: Measured) -> None:
    sampled = measure("robot-4.02", "yahtzee", Stages(silently, 2.0), games=5_000, exact=False)
    assert sampled.standard_error == pytest.approx(robot.score.sd / 5_000**0.5, rel=0.1)
    assert abs(sampled.score.sd - robot.score.sd) < 4 * sampled.sd_error
    assert sampled.score.mean == pytest.approx(robot.sample["mean"])


def test_chance_explains_the_mean_of_4_02_up_to_18_games(robot: Measured) -> None:
    score = robot_numbers("robot-4.02", robot)["score"]
    assert isinstance(score, dict)
    assert score["published"] == 54.3
    assert 18 <= score["games_explained"] < 19
    assert score["p"] == pytest.approx(0.0013, abs=2e-4)
    assert robot_numbers("robot-4.02", robot)["bonus"] is None


def test_a_mean_that_chance_cannot_explain_differs_and_says_why(robot: Measured) -> None:
    (found,) = robot_comparisons({"robot-4.02": robot})
    assert (found.what, found.published, found.verdict) == ("robot-4.02: mean score", 54.3, "differs")
    assert "with 50 games; chance explains it up to 18" in found.why


@pytest.mark.slow
def test_the_whole_study_meets_the_optimum_and_leaves_out_what_is_not_described() -> None:
    found = robots.study(False, silently)
    verdicts = {row["what"]: row["verdict"] for row in found.numbers["verdicts"]}
    assert verdicts["optimal: mean"] == verdicts["optimal: sd"] == "met"
    assert verdicts["greedy: mean"] == "differs"
    assert verdicts["rational-yahtzees: mean"] == verdicts["Better Heuristic: mean"] == "not described"
    assert verdicts["robot-7.20: mean score"] == "met"
    assert verdicts["robot-4.13: mean score"] == "differs"
    assert sum(found.verdicts().values()) == len(verdicts)
