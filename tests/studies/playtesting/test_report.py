"""Study 004 regenerated: what is exact is met, and what networks learn is judged by its shape."""

from pathlib import Path

import pytest

from fivedice.playtest.ladder import Ladder
from fivedice.playtest.sweep import Sweep, run_sweep
from fivedice.playtest.vary import Vary
from fivedice.rules import variant
from fivedice.studies.playtesting import depth, exact, report
from fivedice.studies.stages import silently
from tests.playtest.pretended import PEAK, pretend, run

YAHTZEE = variant("yahtzee")


def sweep_of(key: str, values: tuple[int, ...], repeats: int = 2) -> Sweep:
    ladder = Ladder("examples", (0, 100, 10_000), repeats=repeats)
    return run_sweep(YAHTZEE, [Vary(key, values)], ladder, run, details=False)


def test_56666_swings_from_four_of_a_kind_to_sixes_with_the_bonus() -> None:
    assert exact.ahead_after_56666(YAHTZEE.change({"upper_bonus": 0})) == pytest.approx(5.579, abs=5e-4)
    assert -exact.ahead_after_56666(YAHTZEE) == pytest.approx(3.7, abs=0.05)


@pytest.mark.slow
def test_optima_are_those_of_the_study() -> None:
    ladder = Ladder("strategies", ("optimal", "meta-optimal"))
    sweep = run_sweep(YAHTZEE, [Vary("upper_threshold", (1, 63, 84))], ladder, run, details=False)
    found = exact.comparisons({"upper_threshold": sweep})
    assert {one.verdict for one in found} == {"met"}
    assert [one.ours for one in found[:4]] == pytest.approx([254.5877, 254.2045, 272.4438, 237.4708], abs=1e-3)


def test_peaks_are_near_the_official_value_or_said_to_be_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    sweeps = {
        "upper_threshold": sweep_of("upper_threshold", (1, 28, PEAK, 56, 84)),
        "upper_bonus": sweep_of("upper_bonus", (0, 35, 70)),
    }
    found = {one.what: one for one in depth.depth_comparisons(sweeps, sweeps["upper_threshold"])}
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
    assert depth.network_comparisons(weak, 3_000, sweep)[0].verdict == "not described"
    assert depth.network_comparisons(weak, 100_000, sweep)[0].verdict == "differs"
    assert depth.network_comparisons(strong, 100_000, sweep)[0].verdict == "met"
    assert depth.network_comparisons(strong, 100_000, sweep)[-1].verdict == "not described"


@pytest.mark.parametrize("quick", [True, False], ids=["quick", "full"])
def test_the_report_has_optima_networks_ladders_and_metrics(
    quick: bool, monkeypatch: pytest.MonkeyPatch, empty_cache: Path
) -> None:
    asked = pretend(monkeypatch)
    monkeypatch.setattr(report, "run_parts", lambda parts, **_: run(parts))
    monkeypatch.setattr(exact, "ahead_after_56666", lambda rules: 5.5 if not rules.upper_bonus else -3.7)
    found = report.study(quick, silently)
    found.check()
    names = {table.name for table in found.tables}
    assert {"exact", "optima", "networks", "shapes", "threshold", "ladders-threshold"} <= names
    assert ("bonus" in names) is ("ladders-size" in names) is (not quick)
    assert len(found.numbers["verdicts"]) == sum(found.verdicts().values())
    assert {"soft", "study"} >= {one["recipe"] for one in asked}
    assert max(one["examples"] for one in asked) == (3_000 if quick else 100_000)
    assert "the official value is 63" in found.summary[1]


@pytest.mark.slow
def test_the_quick_study_runs_with_real_networks() -> None:
    found = report.study(True, silently)
    verdicts = {row["what"]: row["verdict"] for row in found.numbers["verdicts"]}
    assert verdicts["optimum"] == verdicts["restricted to meta-actions"] == "met"
    (sweep,) = found.numbers["sweeps"].values()
    assert all(
        low < high for one in sweep["variants"] for low, high in zip(one["means"][0], one["means"][0][1:], strict=False)
    )
