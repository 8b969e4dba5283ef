"""`fivedice trials`: the published ones, files of one's own, mistakes."""

import json
from pathlib import Path

import pytest

from tests.command import fivedice

CHEAP = "robot-4.02"


@pytest.mark.slow
def test_without_a_file_the_question_of_study_000_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = fivedice("trials", "--strategy", "optimal")
    assert outcome.code == 0, outcome.err
    assert max(map(len, outcome.out.splitlines())) <= 80
    text = " ".join(outcome.out.split())
    assert "a mean of at least 253.82 over 300 games with probability 0.0074, once in 135" in text
    assert "that as many games of the strategy have a mean at least,\nat most, as great. Distance: " in outcome.out
    assert "The ranges alone put the mean between 249.34 and 258.34." in text


def test_a_score_sheet_that_simulate_wrote_comes_back_as_trials(tmp_path: Path) -> None:
    outcome = fivedice("simulate", CHEAP, "--games", "60", "--log", str(tmp_path / "log.csv"), "--json")
    mean = json.loads(outcome.out)["mean"]
    sheet = tmp_path / "log" / "score_sheet.csv"
    outcome = fivedice("trials", str(sheet), "--strategy", CHEAP, "--json")
    assert outcome.code == 0, outcome.err
    (sample,) = json.loads(outcome.out)["samples"]
    assert (sample["games"], sample["mean"]) == (60, pytest.approx(mean))
    assert sample["against"][0]["could_be_luck"]


def test_several_players_get_a_line_each(tmp_path: Path) -> None:
    path = tmp_path / "club.csv"
    path.write_text("player,score\nAda,50\nBo,150\nAda,40\nBo,160\nAda,47\n", encoding="utf-8")
    arguments = ("trials", str(path), "--strategy", CHEAP)
    outcome = fivedice(*arguments)
    assert outcome.code == 0, outcome.err
    for name in (f"Ada − {CHEAP}", f"Bo − {CHEAP}", f"club − {CHEAP}"):
        assert name in outcome.out
    found = json.loads(fivedice(*arguments, "--json", "--out", str(tmp_path / "report")).out)
    written = {path.name for path in (tmp_path / "report").iterdir()}
    assert {"histogram.png", "means.png", "cumulative.svg", "luck.csv", "index.html"} <= written
    luck = {one["name"]: one["against"][0]["could_be_luck"] for one in found["samples"]}
    assert luck == {"Ada": True, "Bo": False, "club": False}


@pytest.mark.parametrize("text", ['player,score\n"Ada,250\nBo,200\n', "player,low,high,count\nAda,0,9,1\nBo,0,9,0\n"])
def test_a_file_that_makes_no_sense_gets_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "club.csv").write_text(text, encoding="utf-8")
    outcome = fivedice("trials", str(tmp_path / "club.csv"), "--strategy", CHEAP)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"fivedice: trials {str(tmp_path / 'club.csv')!r}, ")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("no.csv",), "trials 'no.csv' cannot be read: "),
        (("--variant", "yahtzee"), "the trials of study 000 were games of yatzy, not yahtzee; "),
        (("--strategy", "lucky"), "strategy 'lucky' is not known; it must be one of "),
    ],
)
def test_a_mistake_gets_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    outcome = fivedice("trials", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"fivedice: {words}")
    assert outcome.err.count("\n") == 1
