"""`fivedice compare`: contract, tables, report, mistakes."""

import json
from pathlib import Path

import pytest

from tests.command import fivedice

CHEAP = ("robot-4.02", "robot-4.03")
"""Cheap to tabulate, and close to each other: means of 45.95 and 45.73."""


def test_compare_keeps_its_contract() -> None:
    outcome = fivedice("compare", *CHEAP, "--games", "500", "--exact", "--json")
    assert outcome.code == 0, outcome.err
    found = json.loads(outcome.out)
    assert (found["games"], found["seed"]) == (500, 1)
    assert found["best"] == max(found["strategies"], key=lambda one: one["mean"])["strategy"]
    first = found["strategies"][0]
    assert first["exact"]["mean"] == pytest.approx(45.9453, abs=5e-5)
    assert first["interval"][0] < first["mean"] < first["interval"][1]
    assert sum(one["wins"] for one in found["strategies"]) == pytest.approx(500)
    assert found["selection"]["single_stage"]["games_needed"] == 97
    again = json.loads(fivedice("compare", *CHEAP, "--games", "500", "--json").out)
    assert again["pairs"] == found["pairs"]


def test_people_get_tables_that_fit_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = fivedice("compare", *CHEAP, "--games", "200", "--exact")
    assert outcome.code == 0, outcome.err
    assert max(map(len, outcome.out.splitlines())) <= 80
    for words in ("Games won", "Against robot-4.0", "Exactly", "Selection of the best of 2"):
        assert words in outcome.out


def test_a_report_has_the_plots_of_a_comparison(tmp_path: Path) -> None:
    outcome = fivedice("compare", *CHEAP, "--games", "200", "--out", str(tmp_path / "report"))
    assert outcome.code == 0, outcome.err
    names = {path.name for path in (tmp_path / "report").iterdir()}
    plots = {f"{plot}.{kind}" for plot in ("means", "histogram", "differences", "win_rates") for kind in ("png", "svg")}
    assert plots | {"index.html", "numbers.json", "means.csv", "pairs.csv"} <= names


def test_a_stranger_s_folder_is_refused_before_anybody_plays(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    outcome = fivedice("compare", *CHEAP, "--games", "1000000", "--out", str(tmp_path))
    assert (outcome.code, outcome.out) == (2, "")
    assert "thesis.txt" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("optimal",), "a comparison needs at least 2 strategies, but 1 is named; "),
        (("optimal", "optimal"), "strategy 'optimal' is named twice; "),
        (("optimal", "lucky"), "strategy 'lucky' is not known; it must be one of "),
        (("optimal", "dice-based"), "strategy 'dice-based' cannot play 'yahtzee': "),
        ((*CHEAP, "--games", "1"), "--games 1 is too small; it must be 2 or more."),
    ],
)
def test_a_mistake_gets_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    outcome = fivedice("compare", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"fivedice: {words}")
    assert outcome.err.count("\n") == 1
