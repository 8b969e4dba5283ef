"""Study 000 regenerated."""

import numpy as np
import pytest
from scipy.stats import binom

from fivedice.comparison import published
from fivedice.studies.kth.report import study
from tests.studies.silent import silently


def chance_of_the_bonus() -> float:
    """P(63 or more) if each box from Ones to Sixes holds the dice that show its face after three throws."""
    total = np.ones(1)
    for face in range(1, 7):
        points = np.zeros(5 * face + 1)
        points[::face] = binom.pmf(range(6), 5, 1 - (5 / 6) ** 3)
        total = np.convolve(total, points)
    return float(total[63:].sum())


@pytest.mark.slow
def test_the_whole_study_finds_what_is_wrong_with_the_thesis() -> None:
    found = study(False, silently)
    numbers = found.numbers
    assert numbers["optimum"] == pytest.approx(248.4399894, abs=1e-6)
    assert numbers["players"]["optimal"]["mean"] == pytest.approx(248.4399894, abs=1e-6)
    assert numbers["players"]["forced-scoring"]["p_upper_bonus"] == pytest.approx(chance_of_the_bonus(), abs=1e-12)
    assert numbers["people"]["p_at_least_by_optimal"] == pytest.approx(0.00742, abs=1e-5)
    assert numbers["same_value"]["scorecard-based"]["decisions_alike"] == 20
    assert numbers["same_value"]["optimal"]["decisions_alike"] == 17
    verdicts = {one.id: one.verdict for one in found.claims}
    assert set(verdicts) == set(published.claims("kth"))
    assert verdicts["optimal-mean"] == verdicts["dice-based-mean"] == verdicts["forced-scoring-mean"] == "differs"
    assert verdicts["scorecard-based-mean"] == verdicts["scorecard-based-median"] == verdicts["graph-4.3"] == "met"
    assert verdicts["optimal-min"] == "met"  # 88 where 97 is the median: p = 0.10
    assert found.verdicts["not run"] == 0
    assert len(found.wrong) == len({one.claim.id for one in found.wrong}) == 17
    quick = study(True, silently)
    assert {one.id: one.verdict for one in quick.claims} == verdicts
