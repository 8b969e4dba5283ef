"""Study 004: what networks learn is judged by its shape, and a shortened sweep is not judged at all."""

import pytest

from fivedice.playtest.ladder import Ladder
from fivedice.playtest.sweep import Sweep, run_sweep
from fivedice.playtest.vary import Vary
from fivedice.rules import variant
from fivedice.studies.claims import Claims
from fivedice.studies.playtesting import depth
from fivedice.studies.playtesting.depth import Sweeps
from tests.playtest.pretended import PEAK, pretend, run

YAHTZEE = variant("yahtzee")


def sweep_of(key: str, values: tuple[int, ...], repeats: int = 2) -> Sweep:
    ladder = Ladder("examples", (0, 100, 10_000), repeats=repeats)
    return run_sweep(YAHTZEE, [Vary(key, values)], ladder, run, details=False)


def judged(monkeypatch: pytest.MonkeyPatch, *thresholds: int) -> tuple[Claims, Sweeps]:
    pretend(monkeypatch)
    both = {
        "upper_threshold": sweep_of("upper_threshold", thresholds),
        "upper_bonus": sweep_of("upper_bonus", (0, 35, 70)),
    }
    claims, sweeps = Claims("playtesting"), Sweeps(both, both, both["upper_threshold"])
    depth.judge_depth(claims, sweeps)
    return claims, sweeps


def test_a_peak_is_close_to_the_official_value_or_said_to_be_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    claims, sweeps = judged(monkeypatch, 1, 28, PEAK, 56, 84)
    peak = claims.judged["area-peak-threshold"]
    assert (peak.ours, peak.verdict) == (PEAK, "differs")
    assert peak.why == f"95 %: {PEAK} to {PEAK}; close: within 7"
    assert claims.verdict("figure-3-area-threshold", "figure-3-area-bonus", "d-thresholds", "area-consistent") == "met"
    sentence = depth.peak_sentence("upper_threshold", "area", sweeps.examples["upper_threshold"], claims)
    assert sentence == (
        f"Over upper_threshold, A is greatest at {PEAK} (95 %: {PEAK} to {PEAK}); the official value is 63, and a peak "
        "close to it is not met."
    )


def test_a_curve_that_only_falls_is_not_lower_at_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    claims, sweeps = judged(monkeypatch, PEAK, 56, 84)
    assert claims.verdict("figure-3-area-threshold") == "differs"
    assert "not met" in depth.peak_sentence("upper_threshold", "area", sweeps.examples["upper_threshold"], claims)


def test_nothing_is_judged_on_a_shortened_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    claims = Claims("playtesting")
    depth.judge_depth(claims, Sweeps({"upper_threshold": sweep_of("upper_threshold", (1, 84))}, {}, None))
    assert {one.verdict for one in claims.judged.values()} == {"not run"}
    assert "area-peak-threshold" in claims.judged


@pytest.mark.parametrize(
    ("means", "verdict"),
    [
        ([248.0, 249.0, 248.5], "met"),
        ([250.0, 250.1, 250.2], "not described"),
        ([230.0, 260.0, 248.0], "not run"),
        ([], "not run"),
    ],
)
def test_a_network_is_met_if_one_more_training_may_have_its_mean(means: list[float], verdict: str) -> None:
    claims = Claims("playtesting")
    depth.judge_networks(claims, means)
    assert claims.verdict("network-mean") == verdict
    assert claims.verdict("network-percent") == "met"


def test_the_interval_of_one_more_observation_is_student_s_with_its_own_chance_added() -> None:
    found = depth.further([1.0, 2.0, 3.0])
    assert (found.estimate, found.half_width) == pytest.approx((2.0, 4.302653 * (4 / 3) ** 0.5))
