"""`fivedice study`: what is printed, what is written, what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from fivedice.reports import Claim, Report, Section, claim_table
from fivedice.studies import STUDIES, study_named
from fivedice.studies.kth import report as kth
from tests.command import fivedice

FOUND = [
    Claim("a mean", 213, 248.4399894, "differs", "the thesis's player is not optimal, " * 5),
    Claim("a median", 203, 203, "met"),
    Claim("somebody", 240.67, None, "not described", "left out"),
]


def small_study(quick: bool, progress: Any) -> Report:
    """A study that takes no time."""
    progress("A stage", 1.0)
    sections = [Section("Only one", ["A text."], [claim_table("verdicts", "Verdicts", FOUND)])]
    return Report("A study", ["Found something."], sections, {"quick": quick})


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kth, "study", small_study)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_of_the_registry_is_a_module_and_named_by_the_help(name: str) -> None:
    assert callable(study_named(name))
    assert f"{name}: {STUDIES[name]}" in " ".join(fivedice("study", "--help").out.split())


def test_an_unknown_study_is_refused_with_those_that_are_known() -> None:
    outcome = fivedice("study", "chess")
    assert (outcome.code, outcome.out) == (2, "")
    assert f"it must be one of {', '.join(STUDIES)}, all." in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_study_tells_its_verdicts_and_every_row_that_differs_in_80_columns(workplace: Path) -> None:
    outcome = fivedice("study", "kth")
    assert outcome.code == 0, outcome.err
    assert "Figures: 1 met, 1 differ, 1 not described well enough." in outcome.out
    assert "a mean" in outcome.out
    assert "248.44" in outcome.out
    assert "a median" not in outcome.out
    assert "Report: study-kth/index.html" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80
    assert (workplace / "study-kth" / "index.html").is_file()
    assert (workplace / "study-kth" / "verdicts.csv").is_file()


def test_numbers_for_machines_are_printed_and_nothing_is_written_unless_asked_for(workplace: Path) -> None:
    outcome = fivedice("study", "kth", "--quick", "--json")
    assert json.loads(outcome.out) == {"quick": True, "verdicts": [one.to_dict() for one in FOUND]}
    assert list(workplace.iterdir()) == []
    fivedice("study", "kth", "--json", "--out", "there")
    assert json.loads((workplace / "there" / "numbers.json").read_text(encoding="utf-8"))["verdicts"]["differs"] == 1


def test_a_folder_with_other_things_in_it_is_refused_before_anything_is_computed(
    workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kth, "study", lambda *_: pytest.fail("computed"))
    (workplace / "mine").mkdir()
    (workplace / "mine" / "thesis.txt").write_text("precious", encoding="utf-8")
    outcome = fivedice("study", "kth", "--out", "mine")
    assert outcome.code == 2
    assert "thesis.txt" in outcome.err
    assert (workplace / "mine" / "thesis.txt").read_text(encoding="utf-8") == "precious"


def test_an_interrupted_study_says_so_and_leaves_nothing(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(quick: bool, progress: Any) -> Report:
        raise KeyboardInterrupt

    monkeypatch.setattr(kth, "study", interrupted)
    outcome = fivedice("study", "kth")
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "fivedice: interrupted.\n")
    assert list(workplace.iterdir()) == []
