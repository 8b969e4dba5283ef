"""`fd.study`: a study as a result."""

import json
from pathlib import Path
from typing import Any

import pytest

import fivedice as fd
from fivedice.errors import StudyError
from fivedice.reports import Claim, Report, Section, Table, claim_table
from fivedice.studies.kth import report as kth

CLAIMS = [
    Claim("a mean", 213, 248.4399894, "differs", "the thesis's player is not optimal"),
    Claim("a median", 203, 203, "met"),
    Claim("Heuristic", 240.67, None, "not described", "left out"),
]


def small_study(quick: bool, progress: Any) -> Report:
    progress("A stage", 1.0)
    parts: list[Any] = [claim_table("verdicts", "Verdicts", CLAIMS), Table("scores", "Scores", ["Score"], [[1], [2]])]
    return Report("A study", ["Found something."], [Section("Only one", ["A text."], parts)], {"quick": quick})


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kth, "study", small_study)


def test_a_study_counts_its_verdicts_and_says_so_in_one_line() -> None:
    found = fd.study("kth")
    assert found.verdicts == {"met": 1, "differs": 1, "not described": 1, "not run": 0}
    assert repr(found) == "<Report A study: 1 of 3 claims met>"


def test_its_tables_become_data_frames_by_name() -> None:
    found = fd.study("kth")
    assert found.to_polars("scores")["Score"].to_list() == [1, 2]
    assert found.to_polars()["Published"].to_list() == [213, 203, 240.67]


def test_its_dict_has_every_claim_as_json_has_it() -> None:
    found = fd.study("kth", quick=True).to_dict()
    assert found == {"quick": True, "verdicts": [one.to_dict() for one in CLAIMS]}
    json.dumps(found, allow_nan=False)


def test_a_notebook_shows_the_summary_and_the_claims_that_are_not_met() -> None:
    shown = fd.study("kth", quick=True)._repr_html_()
    for text in ("Found something.", "a mean", "248.44", "Heuristic"):
        assert text in shown
    assert "a median" not in shown


def test_its_report_is_written_to_a_folder(tmp_path: Path) -> None:
    page = fd.study("kth").report(tmp_path / "there")
    assert page == tmp_path / "there" / "index.html"
    assert (tmp_path / "there" / "verdicts.csv").is_file()


def test_progress_is_called_with_stages_and_their_share() -> None:
    seen: list[tuple[str, float]] = []
    fd.study("kth", progress=lambda name, share: seen.append((name, share)))
    assert seen == [("A stage", 1.0)]


def test_an_unknown_study_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(StudyError, match="must be one of kth, robots"):
        fd.study("chess")
