"""Study 001 regenerated."""

from dataclasses import replace

import numpy as np
import pytest

from fivedice.comparison import published
from fivedice.evaluation.distribution import Distribution
from fivedice.rules import variant
from fivedice.studies.claims import Claims
from fivedice.studies.measured import Measured
from fivedice.studies.robots.glenn import GLENN
from fivedice.studies.robots.lego import ROBOTS
from fivedice.studies.robots.report import report, study
from tests.studies.silent import silently

PRINTED = published.figures("robots")


def distribution(mean: float, sd: float) -> Distribution:
    """Three scores with this mean and standard deviation."""
    scores = np.array([0, 230, 600])
    chances = np.linalg.solve([scores**0, scores, scores**2], [1.0, mean, sd**2 + mean**2])
    found = np.zeros(601)
    found[scores] = chances
    return Distribution(0, found)


def planted(robot: Measured, *, optimum: float = 254.59) -> dict[str, Measured]:
    """Players that score what is printed, but for the optimal one."""
    scores = {name: distribution(PRINTED[f"{name}-mean"], PRINTED[f"{name}-sd"]) for name in (*GLENN, *ROBOTS)}
    scores["optimal"] = distribution(optimum, PRINTED["optimal-sd"])
    rules = {name: variant(GLENN.get(name, "yahtzee")) for name in scores}
    return {name: replace(robot, name=name, rules=rules[name], score=scores[name]) for name in scores}


def test_nine_robots_and_five_of_glenn_s_strategies_take_part() -> None:
    assert len(ROBOTS) == 9
    assert len(GLENN) == 5


def test_the_headline_follows_the_table_below_it(robot: Measured) -> None:
    met = report(Claims("robots"), planted(robot), False)
    assert {one.verdict for one in met.claims if one.id in ("optimal-mean", "optimal-sd")} == {"met"}
    assert met.summary[0].startswith("Glenn's optimum of 254.59 with a standard deviation of 59.61 is met. Of the")
    off = report(Claims("robots"), planted(robot, optimum=253.95), False)
    assert {one.verdict for one in off.claims if one.id == "optimal-mean"} == {"differs"}
    assert "59.61 is not met. Of the figures of his heuristics 6 of 6 met;" in off.summary[0]
    assert met.verdicts["met"] == off.verdicts["met"] + 1


def test_every_row_of_the_data_is_judged(robot: Measured) -> None:
    found = report(Claims("robots"), planted(robot), False)
    assert sorted(one.id for one in found.claims) == sorted(published.claims("robots"))


@pytest.mark.slow
def test_a_quick_study_has_the_verdicts_of_the_whole_one_which_meets_the_optimum() -> None:
    found, quick = (study(one, silently) for one in (False, True))
    verdicts = {one.id: one.verdict for one in found.claims}
    assert verdicts == {one.id: one.verdict for one in quick.claims}
    assert verdicts["optimal-mean"] == verdicts["optimal-sd"] == "met"
    assert verdicts["greedy-mean"] == "differs"
    assert verdicts["rational-yahtzees-mean"] == verdicts["better-heuristic-mean"] == "not described"
    assert verdicts["robot-7.20-mean"] == "met"
    assert verdicts["robot-4.13-mean"] == "differs"
    assert verdicts["maximum"] == verdicts["maximum-one-yahtzee"] == verdicts["games-per-yahtzee"] == "met"
    assert sum(found.verdicts.values()) == len(verdicts) == len(published.claims("robots"))
