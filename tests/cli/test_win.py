import json
from pathlib import Path
from typing import Any

import pytest

from fivedice.coach.chances import win_chances
from fivedice.evaluation.outlook import Outlook
from fivedice.objectives.position import parse_position
from tests.command import fivedice
from tests.small import SMALL, TINY

FIRST, SECOND = "1=3,FH=25,C=22,6=18,Y=50", "1=4,FH=0,C=25,6=24,A=28"
FULL = "1=3,5=15,6=18,FH=25,Y=50,C=20,A=21"


def won(*arguments: str) -> dict[str, Any]:
    outcome = fivedice("win", *arguments, "--json")
    assert (outcome.code, outcome.err) == (0, ""), outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    return found


def test_json_says_everything_about_a_position(small: str) -> None:
    found = won("--rules", small, "--cards", FIRST, "--cards", SECOND, "--throw", "55566:1")
    assert list(found) == ["players", "mover", "value", "best", "exact", "advice"]
    assert (found["mover"], found["exact"]) == (1, True)
    for one in found["players"]:
        assert list(one) == ["number", "to_move", "boxes_left", "points", "mean", "win", "tie"]
    assert [one["to_move"] for one in found["players"]] == [True, False]
    first, second = found["players"]
    assert first["win"] + second["win"] + first["tie"] == pytest.approx(1)
    assert first["tie"] == pytest.approx(second["tie"])
    assert found["value"] == pytest.approx(first["win"] + first["tie"] / 2)
    assert list(found["advice"][0]) == ["kind", "decision", "value", "regret"]
    assert (found["advice"][0]["value"], found["advice"][0]["regret"]) == (found["best"], 0)
    assert found["best"] >= found["value"] - 1e-6


def test_the_verb_says_what_the_library_says(small: str) -> None:
    position = parse_position(SMALL, [FIRST, SECOND, FIRST], mover=1, throw="55566:1")
    expected = win_chances(position, Outlook(SMALL)).to_dict()
    options = ("--mover", "2", "--throw", "55566:1")
    assert won("--rules", small, "--cards", f"{FIRST} / {SECOND} / {FIRST}", *options) == expected


def test_a_position_that_taking_turns_cannot_lead_to_is_refused_with_the_reason(small: str) -> None:
    outcome = fivedice("win", "--rules", small, "--cards", f"{FIRST} / -")
    assert outcome.code == 2
    assert "filled boxes 5, 0 with player 2 to move: players take turns" in " ".join(outcome.err.split())


def test_cards_come_from_a_file(small: str, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(f"{FIRST}\n{SECOND}  # Ann\n")
    assert won("--rules", small, "--cards", str(path)) == won("--rules", small, "--cards", f"{FIRST}/{SECOND}")


def test_equal_players_have_equal_chances_and_the_mover_may_do_better(small: str) -> None:
    found = won("--rules", small, "--cards", "-/-/-/-")
    assert [one["win"] for one in found["players"]] == pytest.approx([found["players"][0]["win"]] * 4)
    assert found["best"] > found["value"] > 0.25  # four ties of a half are more than one win
    assert found["advice"] == []


def test_another_strategy_has_other_chances(small: str) -> None:
    optimal, greedy = (
        won("--rules", small, "--cards", f"{FIRST}/{SECOND}", "--strategy", strategy)
        for strategy in ("optimal", "greedy")
    )
    assert greedy["players"][0]["mean"] < optimal["players"][0]["mean"]


def test_a_finished_game_has_a_winner_and_no_advice(small: str) -> None:
    found = won("--rules", small, "--cards", f"{FULL}/{FULL},+1")
    assert [(one["win"], one["points"]) for one in found["players"]] == [(0, 187), (1, 287)]
    assert (found["best"], found["advice"]) == (None, [])
    outcome = fivedice("win", "--rules", small, "--cards", f"{FULL}/{FULL}")
    assert outcome.code == 0
    assert "to move" not in outcome.out
    assert "100.00%" in outcome.out


def test_people_read_a_table_and_what_to_do(small: str) -> None:
    out = fivedice("win", "--rules", small, "--cards", f"{FIRST}/{SECOND}", "--throw", "55566:1").out
    lines = out.splitlines()
    assert lines[0].split() == ["Player", "Boxes", "left", "Points", "Expected", "Wins", "Ties"]
    assert lines[1].startswith("1 (to move)")
    assert "Playing on by optimal, player 1 wins " in out
    assert "Playing to win (exactly): " in out
    best = won("--rules", small, "--cards", f"{FIRST}/{SECOND}", "--throw", "55566:1")["advice"][0]
    assert lines[-3].startswith("  keep ") or lines[-3].startswith("  score ")
    assert lines[-3].endswith(f"{best['value']:.2%}")


def test_boxes_are_called_by_their_titles_and_rolling_all_dice_by_that(small: str) -> None:
    last = FULL.replace("FH=25,", "")
    scored = fivedice("win", "--rules", small, "--cards", f"{last}/{FULL}", "--throw", "55566:0").out
    assert "  score Full house: " in scored
    rolled = fivedice(
        "win", "--rules", small, "--cards", f"{FULL.replace(',A=21', '')}/{FULL}", "--throw", "11111:2"
    ).out
    assert "  roll all dice: " in rolled


def test_a_trained_player_brings_the_rules_that_it_knows(tiny: str, tmp_path: Path) -> None:
    player = str(tmp_path / "player")
    assert fivedice("train", "q", "--epochs", "1", "--rules", tiny, "--out", player).code == 0
    found = won("--cards", "- / -", "--strategy", player)
    assert [one["boxes_left"] for one in found["players"]] == [TINY.turns, TINY.turns]
