"""`fivedice playtest`: what is printed, what is written and kept, and what is refused."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fivedice.playtest import parts
from fivedice.playtest.parts import kept_parts
from tests.cli.test_imports import loaded_by
from tests.command import fivedice

LADDER = ("--ladder", "strategies", "--levels", "random,greedy,optimal", "--workers", "1")
THRESHOLDS = ("--vary", "upper_threshold=0:12:6")


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def test_a_sweep_prints_its_table_and_writes_a_report_beside_its_parts(tiny: str, workplace: Path) -> None:
    outcome = fivedice("playtest", "sweep", "--rules", tiny, *THRESHOLDS, *LADDER)
    assert outcome.code == 0, outcome.err
    assert "A is greatest" in outcome.out
    assert "Report: playtest-sweep/report/index.html" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80
    report = workplace / "playtest-sweep" / "report"
    assert {"index.html", "sweep.csv", "sweep-metrics.png", "ladders.svg", "boxes.csv", "numbers.json"} <= {
        path.name for path in report.iterdir()
    }
    rows = list(csv.DictReader((report / "sweep.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["upper_threshold"] for row in rows] == ["0", "6", "7", "12"]
    assert {float(row["Performance"]) for row in rows} == {1.0}
    kept = kept_parts(workplace / "playtest-sweep" / "parts")
    marks = {path: path.stat().st_mtime_ns for path in (workplace / "playtest-sweep" / "parts").iterdir()}
    again = fivedice("playtest", "sweep", "--rules", tiny, *THRESHOLDS, *LADDER, "--json")
    assert json.loads(again.out)["base"] == 2
    assert kept_parts(workplace / "playtest-sweep" / "parts") == kept
    assert {path: path.stat().st_mtime_ns for path in marks} == marks


def test_a_ladder_of_one_variant(tiny: str, workplace: Path) -> None:
    outcome = fivedice("playtest", "ladder", "--rules", tiny, *LADDER, "--out", "here")
    assert outcome.code == 0, outcome.err
    assert "greedy" in outcome.out
    assert "100.00%" in outcome.out
    assert (workplace / "here" / "report" / "ladders.png").is_file()


def test_a_design_prints_its_path_and_the_best(tiny: str, workplace: Path) -> None:
    arguments = ("playtest", "design", "--rules", tiny, *THRESHOLDS, "--objective", "skill", "--evaluations", "3")
    outcome = fivedice(*arguments, "--workers", "1")
    assert outcome.code == 0, outcome.err
    assert outcome.out.count("yes") >= 1
    assert "3 variants were measured" in outcome.out
    found = json.loads(fivedice(*arguments, "--json").out)
    assert len(found["path"]) == 3
    assert found["best"]["value"] == max(one["value"] for one in found["variants"])
    assert (workplace / "playtest-design" / "report" / "path.csv").is_file()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("sweep",), "--vary is missing; `fivedice playtest sweep --help` shows it."),
        (("sweep", "--vary", "height=1:2:1"), "height is not known"),
        (("sweep", "--vary", "upper_bonus=2:1:1"), "is empty"),
        (("sweep", "--vary", "upper_threshold=200:201:1"), "upper_threshold=200 is not allowed"),
        (("sweep", *THRESHOLDS, "--ladder", "height"), "ladder 'height' is not known"),
        (("sweep", *THRESHOLDS, "--levels", "5,1"), "each must be greater"),
        (("sweep", *THRESHOLDS, "--variant", "yatzy"), "no meta-action scores"),
        (("sweep", *THRESHOLDS, "--hidden", "a,b"), "hidden 'a,b' is no list of sizes"),
        (("sweep", *THRESHOLDS, "--delta", "0"), "the step δ = 0 is not allowed"),
        (("sweep", *THRESHOLDS, "--vary", "upper_bonus=--5,3"), "upper_bonus"),
        (("ladder", "--examples", "9"), "examples means nothing for this ladder of examples"),
        (("ladder", "--ladder", "size", "--hidden", "5"), "hidden means nothing for this ladder of size"),
        (("ladder", "--ladder", "passes", "--games", "9"), "games means nothing for this ladder of passes"),
        (("ladder", "--ladder", "strategies", "--repeats", "2"), "repeats means nothing for this ladder of strat"),
        (("design", *THRESHOLDS, "--objective", "fun"), "objective 'fun' is not known"),
        (("ladder", "--ladder", "strategies", "--levels", "nobody,greedy"), "strategy 'nobody' is not known"),
    ],
)
def test_mistakes_end_in_one_sentence_and_leave_nothing(
    arguments: tuple[str, ...], sentence: str, workplace: Path
) -> None:
    outcome = fivedice("playtest", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1
    assert list(workplace.iterdir()) == []


def test_a_folder_with_other_things_in_the_place_of_the_report_is_refused(workplace: Path) -> None:
    (workplace / "mine" / "report").mkdir(parents=True)
    (workplace / "mine" / "report" / "thesis.txt").write_text("precious", encoding="utf-8")
    outcome = fivedice("playtest", "sweep", *THRESHOLDS, *LADDER, "--out", "mine")
    assert outcome.code == 2
    assert "thesis.txt" in outcome.err


def test_an_interrupted_sweep_says_how_to_go_on(tiny: str, workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_parts = parts.run_parts

    def interrupted(some: Sequence[parts.Part], **options: Any) -> None:
        run_parts(some[:1], **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(parts, "run_parts", interrupted)
    outcome = fivedice("playtest", "sweep", "--rules", tiny, *THRESHOLDS, *LADDER)
    assert outcome.code == 130
    sentence = "fivedice: 1 finished part is kept in playtest-sweep/parts; the same command goes on from there."
    assert outcome.err.splitlines()[0] == sentence
    assert not (workplace / "playtest-sweep" / "report").exists()


def test_help_loads_no_numpy() -> None:
    for verb in ("sweep", "ladder", "design"):
        assert not loaded_by("playtest", verb, "--help") & {"numpy", "numba", "scipy", "altair", "polars"}
