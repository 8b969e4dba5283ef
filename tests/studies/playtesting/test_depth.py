"""Study 004: what networks learn is judged by its shape."""

import pytest

from fivedice.playtest.ladder import Ladder
from fivedice.playtest.sweep import Sweep, run_sweep
from fivedice.playtest.vary import Vary
from fivedice.rules import variant
from fivedice.studies.playtesting import depth
from tests.playtest.pretended import PEAK, pretend, run

YAHTZEE = variant("yahtzee")


def sweep_of(key: str, values: tuple[int, ...], repeats: int = 2) -> Sweep:
    ladder = Ladder("examples", (0, 100, 10_000), repeats=repeats)
    return run_sweep(YAHTZEE, [Vary(key, values)], ladder, run, details=False)


def test_peaks_are_near_the_official_value_or_said_to_be_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    sweeps = {
        "upper_threshold": sweep_of("upper_threshold", (1, 28, PEAK, 56, 84)),
        "upper_bonus": sweep_of("upper_bonus", (0, 35, 70)),
    }
    found = {one.what: one for one in depth.depth_claims(sweeps, sweeps["upper_threshold"])}
    peak = found["peak of A over upper_threshold"]
    assert (peak.ours, peak.verdict) == (PEAK, "differs")
    assert peak.why == f"95 %: {PEAK} to {PEAK}; near means within 7"
    assert found["A rises with the value of the bonus"].verdict == "met"
    assert found["d over thresholds makes no useful distinction"].verdict == "met"
    assert found["A by examples and A by size are consistent"].ours == pytest.approx(1.0)
    sentence = depth.peak_sentence("upper_threshold", sweeps["upper_threshold"])
    assert f"A is greatest at {PEAK} (95 %: {PEAK} to {PEAK}); the official value is 63." in sentence


def test_a_network_with_fewer_examples_than_the_study_s_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    sweep = sweep_of("upper_threshold", (1, 84))
    weak, strong = ({"soft": [mean, mean + 1]} for mean in (200.0, 249.0))
    assert depth.network_claims(weak, 3_000, sweep)[0].verdict == "not described"
    assert depth.network_claims(weak, 100_000, sweep)[0].verdict == "differs"
    assert depth.network_claims(strong, 100_000, sweep)[0].verdict == "met"
    assert depth.network_claims(strong, 100_000, sweep)[-1].verdict == "not described"
