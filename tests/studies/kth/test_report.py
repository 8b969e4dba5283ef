"""Study 000 regenerated."""

import pytest

from fivedice.studies import kth
from fivedice.studies.schedule import silently


@pytest.mark.slow
def test_the_whole_study_finds_what_is_wrong_with_the_thesis() -> None:
    found = kth.study(False, silently)
    numbers = found.numbers
    assert numbers["optimum"] == pytest.approx(248.4399894, abs=1e-6)
    assert numbers["players"]["optimal"]["mean"] == pytest.approx(248.4399894, abs=1e-6)
    assert numbers["people"]["p_at_least_by_optimal"] == pytest.approx(0.00742, abs=1e-5)
    assert numbers["same_value"]["scorecard-based"]["decisions_alike"] == 20
    verdicts = {one.what: one.verdict for one in found.claims}
    assert verdicts["optimal: mean"] == "differs"
    assert verdicts["scorecard-based: mean"] == verdicts["scorecard-based: median"] == "met"
    assert verdicts["dice-based: mean"] == "differs"
    assert verdicts["forced-scoring-one-reroll: mean"] == "not described"
    assert sum(found.verdicts.values()) == len(verdicts)
