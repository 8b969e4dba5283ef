"""Study 004 regenerated."""

from pathlib import Path

import pytest

from fivedice.studies.playtesting import exact, report
from fivedice.studies.schedule import silently
from tests.playtest.pretended import pretend, run


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
    assert len(found.to_dict()["verdicts"]) == sum(found.verdicts.values())
    assert {"soft", "study"} >= {one["recipe"] for one in asked}
    assert max(one["examples"] for one in asked) == (3_000 if quick else 100_000)
    assert "the official value is 63" in found.summary[0]


@pytest.mark.slow
def test_the_quick_study_runs_with_real_networks() -> None:
    found = report.study(True, silently)
    verdicts = {one.what: one.verdict for one in found.claims}
    assert verdicts["optimum"] == verdicts["restricted to meta-actions"] == "met"
    (sweep,) = found.numbers["sweeps"].values()
    assert all(
        low < high for one in sweep["variants"] for low, high in zip(one["means"][0], one["means"][0][1:], strict=False)
    )
