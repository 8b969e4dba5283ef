"""`fivedice strategies`, `evaluate` and `simulate`: contracts, files, and mistakes."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fivedice.api import simulate as api_simulate
from fivedice.comparison import published
from fivedice.simulation import games
from fivedice.strategies.registry import strategies
from tests.command import fivedice

CHEAP = "robot-4.02"
UNFIT = "strategy 'dice-based' cannot play 'yahtzee': the card has no pair, two pairs; name another with --variant."
EVALUATED = {
    "strategy": str,
    "mean": float,
    "sd": float,
    "median": int,
    "min": int,
    "max": int,
    "quantiles": dict,
    "p_upper_bonus": float,
    "categories": dict,
    "method": str,
}


def answered(*arguments: str) -> Any:
    outcome = fivedice(*arguments, "--json")
    assert outcome.code == 0, outcome.err
    return json.loads(outcome.out)


def test_evaluate_keeps_its_contract() -> None:
    found = answered("evaluate", CHEAP)
    assert {key: type(found.get(key)) for key in EVALUATED} == EVALUATED
    assert (found["strategy"], found["method"]) == (CHEAP, "exact")
    assert found["mean"] == pytest.approx(45.9453, abs=5e-5)
    assert found["quantiles"]["0.5"] == found["median"]
    assert list(found["categories"])[:2] == ["ones", "twos"]


def test_two_strategies_are_evaluated_side_by_side_under_changed_rules() -> None:
    found = answered("evaluate", CHEAP, "robot-4.03", "--set", "upper_bonus=0")
    assert [one["strategy"] for one in found] == [CHEAP, "robot-4.03"]
    assert [one["p_upper_bonus"] for one in found] == [0, 0]
    assert found[0]["mean"] < 45.9453


def test_people_get_a_table() -> None:
    outcome = fivedice("evaluate", CHEAP)
    assert outcome.code == 0
    assert CHEAP in outcome.out
    assert "45.9453" in outcome.out
    assert "Points per box" in outcome.out


def test_strategies_are_listed() -> None:
    assert [one["strategy"] for one in answered("strategies")] == list(strategies())
    shown = fivedice("strategies").out
    assert all(name in shown for name in (*strategies(), "engine:COMMAND", "text:COMMAND"))


def test_simulate_keeps_its_contract_and_its_dice() -> None:
    arguments = ("simulate", CHEAP, "--games", "3000", "--seed", "5")
    found, again = answered(*arguments), answered(*arguments)
    types = {"mean": float, "sd": float, "median": float, "min": int, "max": int, "seconds": float}
    assert {key: type(found.get(key)) for key in types} == types
    assert (found["strategy"], found["variant"], found["games"], found["seed"]) == (CHEAP, "yahtzee", 3000, 5)
    assert found | {"seconds": 0} == again | {"seconds": 0}
    assert abs(found["mean"] - 45.9453) < 4 * found["standard_error"]
    outcome = fivedice(*arguments)
    assert outcome.out.startswith(f"{CHEAP}, 3,000 games of yahtzee: mean {found['mean']:.3f} ")


def scores_in(path: Path) -> list[int]:
    with path.open(encoding="utf-8") as file:
        assert file.readline() == "game,score\n"
        rows = [tuple(map(int, row)) for row in csv.reader(file)]
    assert [game for game, _ in rows] == list(range(1, len(rows) + 1))
    return [score for _, score in rows]


def test_the_command_of_the_issue_writes_the_totals_of_study_002(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    line = "simulate dice-driven --variant yahtzee --dice study-002 --seed 290 --games 10000 --scores"
    outcome = fivedice(*line.split(), str(out))
    assert (outcome.code, outcome.err) == (0, "")
    scores = scores_in(out)
    assert scores[:500] == [int(row["dice_driven"]) for row in published.rows("simulation", "first_500")]
    assert (len(scores), sum(scores)) == (10_000, 2_351_541)
    assert list(tmp_path.iterdir()) == [out]


def test_dice_come_from_a_file(tmp_path: Path) -> None:
    dice, out = tmp_path / "dice.txt", tmp_path / "out.csv"
    dice.write_text("6 6 6\n" * (2 * 13 * 5), encoding="utf-8")
    outcome = fivedice("simulate", "optimal", "--dice", str(dice), "--games", "2", "--scores", str(out))
    assert outcome.code == 0, outcome.err
    # A Yahtzee of sixes in every turn: 50, twelve bonuses, 30 in Sixes, jokers, no other upper points.
    assert scores_in(out) == [50 + 1200 + 30 + 25 + 30 + 40 + 3 * 30] * 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simulate", "lucky"), "strategy 'lucky' is not known; it must be one of optimal, "),
        (("evaluate", CHEAP, "lucky"), "strategy 'lucky' is not known; it must be one of optimal, "),
        (("simulate", "dice-based"), UNFIT),
        (("evaluate", "dice-based"), UNFIT),
        (("simulate", CHEAP, "--dice", "no/dice.txt"), "dice 'no/dice.txt' is no source of dice; it must be "),
        (("simulate", CHEAP, "--games", "0"), "--games 0 is too small; it must be 1 or more."),
        (("simulate", CHEAP, "--seed", "-1"), "--seed -1 is too small; it must be 0 or more."),
        (("simulate", CHEAP, "--scores", "no/such/folder/out.csv"), "scores file 'no/such/folder/out.csv' cannot be "),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else "",
)
def test_a_mistake_gets_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    outcome = fivedice(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"fivedice: {words}")
    assert outcome.err.count("\n") == 1


def test_a_folder_in_the_place_of_the_scores_file_gets_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "scores"
    folder.mkdir()
    outcome = fivedice("simulate", CHEAP, "--games", "10", "--scores", str(folder))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"fivedice: scores file {str(folder)!r} cannot be written: ")
    assert list(tmp_path.iterdir()) == [folder]


def test_a_dice_file_with_too_few_games_leaves_no_scores(tmp_path: Path) -> None:
    dice, out = tmp_path / "dice.txt", tmp_path / "out.csv"
    dice.write_text("1 2 3\n" * 65, encoding="utf-8")
    outcome = fivedice("simulate", CHEAP, "--dice", str(dice), "--games", "2", "--scores", str(out))
    assert outcome.code == 2
    assert outcome.err == f"fivedice: dice file {str(dice)!r} holds 1 games of 65 lines; 2 are asked for.\n"
    assert list(tmp_path.iterdir()) == [dice]


def test_an_interrupted_run_leaves_the_old_scores_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = games.play

    def interrupted(*arguments: Any, **options: Any) -> Iterator[games.Games]:
        yield from whole(*arguments, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(api_simulate, "play", interrupted)
    out = tmp_path / "out.csv"
    arguments = ("simulate", CHEAP, "--games", "10", "--scores", str(out))
    assert fivedice(*arguments).code == 130
    assert list(tmp_path.iterdir()) == []
    out.write_text("old", encoding="utf-8")
    assert fivedice(*arguments).code == 130
    assert out.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [out]
