"""Study 001 regenerated."""

import pytest

from fivedice.studies import robots
from fivedice.studies.robots.glenn import GLENN
from fivedice.studies.robots.lego import ROBOTS
from fivedice.studies.schedule import silently


def test_nine_robots_and_five_of_glenn_s_strategies_take_part() -> None:
    assert len(ROBOTS) == 9
    assert len(GLENN) == 5


@pytest.mark.slow
def test_the_whole_study_meets_the_optimum_and_leaves_out_what_is_not_described() -> None:
    found = robots.study(False, silently)
    verdicts = {one.what: one.verdict for one in found.claims}
    assert verdicts["optimal: mean"] == verdicts["optimal: sd"] == "met"
    assert verdicts["greedy: mean"] == "differs"
    assert verdicts["rational-yahtzees: mean"] == verdicts["Better Heuristic: mean"] == "not described"
    assert verdicts["robot-7.20: mean score"] == "met"
    assert verdicts["robot-4.13: mean score"] == "differs"
    assert sum(found.verdicts.values()) == len(verdicts)
