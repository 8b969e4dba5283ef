"""Study 004 regenerated."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from fivedice.comparison import published
from fivedice.playtest import measure, winning
from fivedice.playtest.parts import RunParts
from fivedice.reports import Report
from fivedice.rules.toml import parse_rules
from fivedice.studies.playtesting import exact, future, report
from fivedice.studies.playtesting.plan import FULL, PRINTED, SOME
from tests.playtest.pretended import PEAK, pretend, run
from tests.studies.playtesting.test_exact import planted
from tests.studies.silent import silently


def pretend_everything(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Networks, learners, win rates and optima are formulas; returns the arguments of all networks."""

    def wins(rules: str, examples: int, seed: int, **_: Any) -> dict[str, float]:
        depth = abs(parse_rules(rules).upper_threshold - PEAK) / 500
        return {"wins": 0.1 + (0.3 + depth) * np.log10(1 + examples) / 5 + 0.001 * (seed % 3)}

    def learn(rules: str, passes: list[int], seed: int, **_: Any) -> dict[str, list[float]]:
        depth = abs(parse_rules(rules).upper_threshold - PEAK) / 10
        return {"means": [60.0 + depth + 10 * count + 0.1 * seed for count in passes]}

    def optima(_: RunParts) -> exact.Optima:
        return planted()

    for module, function, name in ((winning, wins, "network_wins"), (measure, learn, "value_means")):
        function.__module__, function.__qualname__ = module.__name__, name
        monkeypatch.setattr(module, name, function)
    monkeypatch.setattr(future, "network_wins", wins)
    monkeypatch.setattr("fivedice.playtest.ladder.value_means", learn)
    monkeypatch.setattr(report, "run_parts", lambda parts, **_: run(parts))
    monkeypatch.setattr(exact, "run_optima", optima)
    return pretend(monkeypatch)


@dataclass(frozen=True)
class Run:
    """A report on pretended results, and the arguments of all networks."""

    report: Report
    asked: list[dict[str, Any]]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Run]:
    """A quick run and a full one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FIVEDICE_CACHE", str(tmp_path_factory.mktemp("cache")))
        asked = pretend_everything(patch)
        found = {}
        for quick in (True, False):
            found[quick] = Run(report.study(quick, silently), asked.copy())
            asked.clear()
    return found


@pytest.mark.parametrize("quick", [True, False], ids=["quick", "full"])
def test_the_report_judges_every_claim_and_has_its_tables(quick: bool, runs: dict[bool, Run]) -> None:
    found, asked = runs[quick].report, runs[quick].asked
    found.check()
    names = {table.name for table in found.tables}
    assert {"exact", "optima", "shapes", "threshold", "ladders-threshold", "future"} <= names
    for name in ("networks", "bonus", "ends-threshold", "ends-bonus", "ladders-size", "wins", "learner", "path"):
        assert (name in names) is not quick, name
    assert sum(found.verdicts.values()) == len(published.claims("playtesting"))
    assert (found.verdicts["not run"] == 0) is not quick
    assert max(one["examples"] for one in asked) == (3_000 if quick else PRINTED["network-examples"])


def test_a_quick_run_says_what_the_full_one_says_or_nothing(runs: dict[bool, Run]) -> None:
    quick, full = ({one.id: one.verdict for one in runs[short].report.claims} for short in (True, False))
    assert quick.keys() == full.keys()
    assert all(verdict in ("not run", full[name]) for name, verdict in quick.items())


def test_the_full_plan_has_the_study_s_sizes() -> None:
    assert FULL.ends is not None
    assert FULL.sizes is not None
    assert (FULL.ends.levels[-1], FULL.ends.hidden) == (100_000, (100, 200))
    assert FULL.sizes.examples == 50_000
    assert FULL.examples.hidden == (50, 100)


def test_future_work_agrees_with_what_examples_show_where_it_was_planted_so(runs: dict[bool, Run]) -> None:
    found = runs[False].report
    verdicts = {one.id: one for one in found.claims}
    assert verdicts["future-wins"].verdict == verdicts["future-learner"].verdict == "met"
    assert verdicts["future-climb"].verdict == "not described"
    assert f"Future work of the study: 2 of {len(future.NAMES)} met" in found.summary[-1]
    wins = found.numbers["future"]["wins"]
    assert np.shape(wins["rates"]) == (3, len(SOME), 4)


@pytest.mark.slow
def test_the_quick_study_runs_with_real_networks() -> None:
    found = report.study(True, silently)
    verdicts = {one.id: one.verdict for one in found.claims}
    assert verdicts["optimum"] == verdicts["meta-optimal-mean"] == "met"
    (sweep,) = found.numbers["sweeps"].values()
    assert all(
        low < high for one in sweep["variants"] for low, high in zip(one["means"][0], one["means"][0][1:], strict=False)
    )
