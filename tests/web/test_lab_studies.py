"""Studies in the laboratory: verdicts side by side, reports as pages draw them, kept under a key."""

import errno
import json
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fivedice.errors import StudyError
from fivedice.reports import Claim, Plot, Report, Section, Table, claim_table
from fivedice.reports.claim import count_verdicts
from fivedice.reports.write import plain
from fivedice.studies import STUDIES
from fivedice.studies.every import Finished
from fivedice.studies.full_runs import full_runs
from fivedice.web.lab import studies
from fivedice.web.lab.places import report_file
from tests.web.tables import application


class Listener:
    """Hears the stages of a run."""

    def __init__(self) -> None:
        self.stages: list[str] = []

    def __call__(self, done: int, total: int) -> None:
        assert 0 <= done <= total

    def tell(self, so_far: dict[str, Any]) -> None:
        self.stages.append(so_far["stage"])


def planted() -> Report:
    """A small report with everything that reports have."""
    from fivedice import charts

    claims = [Claim("mean", 254.59, 254.5897, "met", "", "page 3", "mean", "254.59")]
    chart = charts.heat_map(["one"], ["a", "b"], [[0.25, 0.75]], title="Heat", legend="Share")
    parts: list[Table | Plot] = [
        claim_table("claims", "Claims", claims),
        Table("plain", "Plain", ["n"], [[1], [2]]),
        Plot("heat", "Heat", chart),
    ]
    return Report("A planted study", ["It says `little`."], [Section("One", ["Text."], parts)])


def test_studies_that_were_not_run_here_show_the_verdicts_that_came_with_this_version() -> None:
    found = studies.studies(Listener(), {})["studies"]
    assert [one["name"] for one in found] == list(STUDIES)
    assert [one["shipped"]["counts"] for one in found] == [one.counts for one in full_runs().values()]
    assert all(sum(one["shipped"]["counts"].values()) == one["claims"] for one in found)


@pytest.mark.parametrize("question", [{}, {"study": "none"}, {"study": 7}, {"study": "kth", "quick": "yes"}])
def test_what_is_no_study_is_refused(question: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        studies.study(Listener(), question)  # type: ignore[arg-type]


def test_a_report_is_run_once_and_read_by_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[bool] = []

    def run(quick: bool, show: Any) -> Report:
        runs.append(quick)
        show("counting", 0.5)
        return planted()

    monkeypatch.setattr("fivedice.studies.every.study_named", lambda name: run)
    monkeypatch.setenv("FIVEDICE_CACHE", str(tmp_path))
    listener = Listener()
    found = studies.study(listener, {"kind": "study", "study": "robots", "quick": True})  # type: ignore[arg-type]
    assert listener.stages == ["counting"]
    assert found["counts"] == count_verdicts(planted().claims)
    assert studies.study(listener, {"study": "robots"}) == found  # type: ignore[arg-type]
    assert runs == [True]
    listed = {one["name"]: one for one in studies.studies(listener, {})["studies"]}
    assert (listed["robots"]["runs"], listed["kth"]["runs"]) == (
        {"quick": found, "full": None},
        {"quick": None, "full": None},
    )
    with application(tmp_path / "games.sqlite") as client:
        answer = client.get(f"/api/lab/studies/{found['key']}")
        for wrong in ("robots-quick-0000000000000000", "..%2f..%2fetc%2fpasswd", "robots"):
            assert client.get(f"/api/lab/studies/{wrong}").status_code == 404
    document = answer.json()
    claims, table, plot = document["sections"][0]["parts"]
    assert (claims["claims"], table["claims"]) == (True, False)
    assert claims["rows"] == planted().tables[0].texts
    assert table["csv"] == planted().tables[1].to_csv()
    assert plot["chart"]["layer"]
    assert document["numbers"] == json.loads(json.dumps(planted().to_dict()))
    assert document["summary"] == found


def test_a_report_that_cannot_be_kept_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "laboratory").write_text("a file where a folder should be")
    monkeypatch.setenv("FIVEDICE_CACHE", str(tmp_path))
    monkeypatch.setattr("fivedice.studies.every.study_named", lambda name: lambda quick, show: planted())
    with pytest.raises(StudyError, match="cannot be kept"):
        studies.study(Listener(), {"study": "robots"})  # type: ignore[arg-type]


def test_a_server_of_light_work_runs_studies_quickly_only(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite", laboratory="light") as client:
        refused = client.post("/api/jobs", json={"kind": "study", "study": "kth", "quick": False})
        assert (refused.status_code, "quick runs" in refused.json()["sentence"]) == (400, True)


@pytest.mark.slow
def test_a_quick_run_has_the_figures_of_the_library(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(perf_counter=count().__next__)  # a report tells how many games a second were played
    monkeypatch.setattr("fivedice.studies.measured.time", clock)
    found = studies.study(Listener(), {"study": "robots", "quick": True})  # type: ignore[arg-type]
    twin = Finished.run("robots", True, lambda name, share: None)
    assert twin.report is not None
    assert found["counts"] == count_verdicts(twin.claims)
    path = report_file(found["key"])
    assert path is not None
    document = json.loads(path.read_text(encoding="utf-8"))
    tables = [part for section in document["sections"] for part in section["parts"] if part["kind"] == "table"]
    assert [one["csv"] for one in tables] == [one.to_csv() for one in twin.report.tables]
    assert document["numbers"] == json.loads(json.dumps(plain(twin.report.to_dict())))


def test_a_report_that_a_full_disk_cuts_short_leaves_no_file_behind(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(json, "dump", fill)
    with pytest.raises(StudyError, match="No space left"):
        studies.keep_report("kth-quick-0", {})
    assert [path for path in empty_cache.rglob("*") if path.is_file()] == []
