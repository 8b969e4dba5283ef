"""`fivedice same-dice`: contract, blocks of turns, CSV, mistakes."""

import csv
import json
import re
from pathlib import Path

import pytest

from fivedice.api import compare
from tests.command import fivedice

PLAYERS = ("optimal", "dice-driven", "robot-4.08")


def test_same_dice_keeps_its_contract() -> None:
    outcome = fivedice("same-dice", *PLAYERS, "--games", "2", "--seed", "4", "--json")
    assert outcome.code == 0, outcome.err
    found = json.loads(outcome.out)
    assert len(found["turns"]) == 2 * 13
    assert [one["strategy"] for one in found["strategies"]] == list(PLAYERS)
    assert found["strategies"][0]["regrets"] == [0, 0]
    for turn in found["turns"]:
        assert {one["throws"][0]["dice"] for one in turn["players"]} == {turn["set_aside"][0]}
    for one in found["strategies"]:
        simulated = json.loads(fivedice("simulate", one["strategy"], "--games", "2", "--seed", "4", "--json").out)
        assert sum(one["scores"]) / 2 == simulated["mean"]


def test_people_get_a_block_for_each_turn_in_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = fivedice("same-dice", *PLAYERS, "--games", "1")
    assert outcome.code == 0, outcome.err
    lines = outcome.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("Game 1, turn ") for line in lines) == 13
    assert "the same for everybody" in " ".join(lines[:4])
    heads = [line for line in lines if line.split() == list(PLAYERS)]
    assert len(heads) == 13 + 1


def test_regret_is_what_a_decision_loses_and_has_no_sign() -> None:
    found = json.loads(fivedice("same-dice", "robot-4.02", "--games", "1", "--json").out)
    regrets = [throw["regret"] for turn in found["turns"] for one in turn["players"] for throw in one["throws"]]
    out = fivedice("same-dice", "robot-4.02", "--games", "1").out
    assert f" {max(regrets):.2f}\n" in re.sub(" +\n", "\n", out)
    assert not re.search(r"-\d", out.replace("robot-4.02", ""))


def test_more_strategies_than_fit_stand_below_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = fivedice("same-dice", *PLAYERS, "one-roll", "--games", "1")
    assert max(map(len, outcome.out.splitlines())) <= 80
    assert sum(line.split() == ["one-roll"] for line in outcome.out.splitlines()) == 14


def test_csv_has_a_row_for_each_decision(tmp_path: Path) -> None:
    path = tmp_path / "decisions.csv"
    outcome = fivedice("same-dice", *PLAYERS, "--games", "1", "--csv", str(path), "--json")
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    throws = [
        (turn["turn"], one["strategy"], throw["dice"])
        for turn in json.loads(outcome.out)["turns"]
        for one in turn["players"]
        for throw in one["throws"]
    ]
    assert [(int(row["turn"]), row["strategy"], row["dice"]) for row in rows] == throws
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("optimal", "optimal"), "strategy 'optimal' is named twice; "),
        (("optimal", "--csv", "no/such/folder/out.csv"), "--csv no/such/folder/out.csv: cannot be written (no such "),
        (("optimal", "--csv", "."), "--csv .: cannot be written (Is a directory); "),
    ],
)
def test_a_mistake_gets_one_sentence_before_anything_is_computed(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    monkeypatch.setattr(compare, "solution_in_memory", lambda *_, **__: pytest.fail("computed"))
    outcome = fivedice("same-dice", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"fivedice: {words}")
    assert outcome.err.count("\n") == 1
