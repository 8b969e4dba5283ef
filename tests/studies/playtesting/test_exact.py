"""Study 004: what is exact is met, or proved to be wrong."""

import pytest

from fivedice.rules import variant
from fivedice.studies.claims import Claims
from fivedice.studies.playtesting import exact
from fivedice.studies.playtesting.exact import AROUND, Best
from fivedice.studies.playtesting.plan import BONUS, BONUSES, THRESHOLD, THRESHOLDS
from tests.playtest.pretended import run

YAHTZEE = variant("yahtzee")


def planted(gap: float = 0.0015) -> dict[tuple[str, int], Best]:
    """Optima that fall with the threshold and rise with the bonus; half of the games earn a great one."""
    values = {(THRESHOLD, one): 273.0 - one / 4 for one in THRESHOLDS} | {(BONUS, one): 238.0 + one for one in BONUSES}
    values |= {(BONUS, one): one / 2 for one in AROUND}
    return {key: Best(value, value * (1 - gap)) for key, value in values.items()}


def test_56666_swings_from_four_of_a_kind_to_sixes_with_the_bonus() -> None:
    official, without = exact.after_56666(YAHTZEE), exact.after_56666(YAHTZEE.change({"upper_bonus": 0}))
    assert without["four_of_a_kind"] - without["sixes"] == pytest.approx(5.579, abs=5e-4)
    assert official["sixes"] - official["four_of_a_kind"] == pytest.approx(3.7, abs=0.05)
    assert list(official)[:2] == ["sixes", "four_of_a_kind"]


@pytest.mark.parametrize(("gap", "verdict"), [(0.0015, "met"), (0.0025, "differs")])
def test_verdicts_follow_planted_optima(gap: float, verdict: str) -> None:
    claims = Claims("playtesting")
    exact.judge(claims, planted(gap))
    assert claims.verdict("restricted-gap-percent") == verdict
    assert claims.words("optimum") == "not met"
    assert claims.verdict("bonus-limit") == "met"
    assert claims.verdict(*exact.WORDS) == "met"


def test_the_threshold_of_the_introduction_is_wrong_whatever_else_is_found() -> None:
    claims = Claims("playtesting")
    exact.judge(claims, planted())
    proofs = {one.claim.id: one.proof for one in claims.wrong}
    assert claims.judged["upper-threshold"].ours == YAHTZEE.upper_threshold
    assert "With 35 the optimum would be 264.2500" in proofs["upper-threshold"]


@pytest.mark.slow
def test_optima_are_those_of_the_study_but_for_the_two_that_are_restricted() -> None:
    claims, best = Claims("playtesting"), exact.run_optima(run)
    exact.judge(claims, best)
    assert claims.verdict("optimum", "meta-optimal-mean", "restricted-gap-percent", "sixes-ahead", "two-best") == "met"
    assert claims.verdict("threshold-1") == claims.verdict("threshold-84") == "differs"
    found = [best[THRESHOLD, one] for one in (63, 1, 84)]
    assert [one.optimum for one in found] == pytest.approx([254.5877287, 272.8245202, 237.8512238], abs=1e-6)
    assert [one.restricted for one in found] == pytest.approx([254.2045, 272.4433, 237.4702], abs=1e-4)
    assert {one.claim.id for one in claims.wrong} == {"upper-threshold", "threshold-1", "threshold-84"}
