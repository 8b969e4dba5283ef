"""All studies at once: an index, and a run that goes on where it was interrupted."""

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import fivedice as fd
from fivedice.errors import ReportError
from fivedice.reports import Claim, Report, Section, Wrong, claim_table
from fivedice.studies import STUDIES
from tests.command import fivedice

Study = Callable[[bool, Any], Report]


def planted(name: str, ran: list[str]) -> Study:
    def study(quick: bool, progress: Any) -> Report:
        progress("A stage", 1.0)
        ran.append(name)
        claims = [
            Claim("a mean", 213, 248.4, "differs", "not optimal", "page 1", "mean", "213"),
            Claim("a median", 203, 203, "not run" if quick else "met", "", "page 2", "median", "203"),
        ]
        section = Section("Only one", [], [claim_table("verdicts", "Verdicts", claims)])
        return Report(f"Study of {name}", [], [section], {"quick": quick}, [Wrong(claims[0], "It is 248.4.")])

    return study


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the studies that ran; each has one claim that differs and one that a quick run leaves out."""
    found: list[str] = []
    for name in STUDIES:
        monkeypatch.setattr(import_module(f"fivedice.studies.{name}.report"), "study", planted(name, found))
    return found


def test_all_studies_are_one_result_with_every_claim(ran: list[str]) -> None:
    found = fd.study("all", quick=True, progress=False)
    assert ran == list(STUDIES)
    assert found.verdicts == {"met": 0, "differs": 5, "not described": 0, "not run": 5}
    assert len(found.claims) == 10
    assert repr(found) == "<Every Five published studies regenerated: 0 of 10 claims met>"
    assert found.to_polars("studies")["Wrong in print"].to_list() == [1, 1, 1, 1, 1, 5]
    assert found.to_dict()["studies"]["kth"]["counts"]["not run"] == 1
    json.dumps(found.to_dict(), allow_nan=False)


def test_the_index_counts_verdicts_proves_what_is_wrong_and_links_to_every_report(
    ran: list[str], tmp_path: Path
) -> None:
    page = fd.study("all", progress=False).report(tmp_path / "there")
    text = page.read_text(encoding="utf-8")
    assert text.count("It is 248.4.") == 5
    for name in STUDIES:
        assert f'<a href="{name}/index.html">Study of {name}</a>' in text
        assert (tmp_path / "there" / name / "index.html").is_file()
    assert "5 of 10 met, 5 not met" in text


def test_an_interrupted_run_goes_on_with_the_study_that_is_missing(
    ran: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fivedice.studies.simulation import report as simulation

    whole = simulation.study

    def interrupted(quick: bool, progress: Any) -> Report:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "study", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fd.study("all", folder=tmp_path / "all", progress=False)
    assert ran == ["kth", "robots"]
    monkeypatch.setattr(simulation, "study", whole)
    found = fd.study("all", folder=tmp_path / "all", progress=False)
    assert ran == list(STUDIES)
    assert found.verdicts == fd.study("all", progress=False).verdicts
    assert [one.proof for one in found.wrong] == ["It is 248.4."] * 5
    assert (tmp_path / "all" / "index.html").is_file()


def test_a_study_of_the_other_mode_is_run_again(ran: list[str], tmp_path: Path) -> None:
    fd.study("all", quick=True, folder=tmp_path / "all", progress=False)
    found = fd.study("all", folder=tmp_path / "all", progress=False)
    assert ran == [*STUDIES, *STUDIES]
    assert found.verdicts["not run"] == 0


def test_a_study_that_was_written_alone_is_finished(ran: list[str], tmp_path: Path) -> None:
    fd.study("robots", progress=False).report(tmp_path / "all" / "robots")
    fd.study("all", folder=tmp_path / "all", progress=False)
    assert sorted(ran) == sorted(STUDIES)


def test_a_finished_run_can_be_written_elsewhere(ran: list[str], tmp_path: Path) -> None:
    found = fd.study("all", folder=tmp_path / "all", progress=False)
    assert found.report(tmp_path / "copy") == tmp_path / "copy" / "index.html"
    assert (tmp_path / "copy" / "kth" / "verdicts.csv").is_file()


def test_a_folder_with_other_things_in_it_is_refused_before_anything_is_computed(
    ran: list[str], tmp_path: Path
) -> None:
    (tmp_path / "thesis.txt").write_text("precious", encoding="utf-8")
    with pytest.raises(ReportError, match=r"'thesis\.txt'"):
        fd.study("all", folder=tmp_path, progress=False)
    assert ran == []


def test_the_command_writes_reports_and_index_and_prints_the_table(
    ran: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = fivedice("study", "all", "--quick")
    assert outcome.code == 0, outcome.err
    assert "Study of kth" in outcome.out
    assert "Report: study-all/index.html" in outcome.out
    assert len(json.loads(fivedice("study", "all", "--quick", "--json").out)["studies"]) == len(STUDIES)


def test_progress_runs_from_study_to_study(ran: list[str]) -> None:
    seen: list[tuple[str, float]] = []
    fd.study("all", progress=lambda name, share: seen.append((name, share)))
    assert [name for name, _ in seen[::2]] == [f"{name}: A stage" for name in STUDIES]
    assert [share for _, share in seen[1::2]] == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0])


def test_a_single_study_is_written_to_its_folder(ran: list[str], tmp_path: Path) -> None:
    assert fd.study("kth", folder=tmp_path / "here").claims
    assert (tmp_path / "here" / "index.html").is_file()
    assert fd.study("all", folder=tmp_path / "all").claims
    with pytest.raises(ReportError, match="is not part of an earlier report"):
        fd.study("kth", folder=tmp_path / "all")
    assert ran.count("kth") == 2
