import json
import re
from typing import Any

import pytest

from fivedice.coach.advice import advise
from fivedice.objectives.parse import parse_objective
from fivedice.objectives.position import parse_position
from fivedice.rules import variant
from fivedice.rules.notation import parse_card
from fivedice.solver import Solution
from tests.command import fivedice
from tests.small import SMALL

CASE = ("--roll", "56666", "--rerolls", "0")


def advised(*arguments: str) -> dict[str, Any]:
    outcome = fivedice("advise", *arguments, "--json")
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    return found


@pytest.mark.parametrize("rerolls", ["0", "2"])
def test_json_has_exactly_the_keys_and_types_of_the_contract(rerolls: str) -> None:
    found = advised("--roll", "56666", "--rerolls", rerolls)
    assert list(found) == ["value", "decisions"]
    assert type(found["value"]) is float
    for one in found["decisions"]:
        assert list(one) == ["kind", "decision", "value", "regret"]
        assert [type(value) for value in one.values()] == [str, str, float, float]
        assert one["kind"] in ("keep", "category")


def test_sixes_are_best_for_56666_and_four_of_a_kind_second() -> None:
    first, second, *_ = advised(*CASE)["decisions"]
    assert (first["decision"], second["decision"]) == ("sixes", "four_of_a_kind")
    assert (first["regret"], second["regret"]) == (0, pytest.approx(3.69, abs=5e-3))  # study 004: about 3.7


def test_four_of_a_kind_is_ahead_without_an_upper_bonus() -> None:
    first, second, *_ = advised(*CASE, "--set", "upper_bonus=0")["decisions"]
    assert (first["decision"], second["decision"]) == ("four_of_a_kind", "sixes")
    assert second["regret"] == pytest.approx(5.58, abs=5e-3)  # study 004: about 5.5


def test_decisions_come_best_first_and_the_value_is_that_of_the_best() -> None:
    found = advised("--roll", "12446", "--rerolls", "2")
    regrets = [one["regret"] for one in found["decisions"]]
    assert regrets[0] == 0
    assert regrets == sorted(regrets)
    assert found["value"] == found["decisions"][0]["value"]


def test_advice_is_that_of_the_library(yahtzee_solution: Solution) -> None:
    text = "ones=3,chance=22,yahtzee=50,sixes=30"
    found = advised("--roll", "33345", "--rerolls", "1", "--filled", text, "--yahtzee-bonuses", "1")
    card = parse_card(variant("yahtzee"), f"{text},+1")
    expected = advise(yahtzee_solution, card, (3, 3, 3, 4, 5), 1)
    assert [(one["decision"], one["value"]) for one in found["decisions"]] == [
        (one.text, one.value) for one in expected
    ]


def test_bonuses_beside_the_card_and_on_it_are_the_same() -> None:
    case = ("--roll", "33345", "--rerolls", "0")
    beside = advised(*case, "--filled", "yahtzee=50,sixes=30", "--yahtzee-bonuses", "1")
    assert beside == advised(*case, "--filled", "Y=50,6=30,+1")


def test_another_variant_has_other_boxes() -> None:
    names = {one["decision"] for one in advised("yatzy", *CASE)["decisions"]}
    assert {"pair", "two_pairs", "yatzy"} <= names
    assert "yahtzee" not in names


def test_rolling_everything_again_is_a_dash() -> None:
    keeps = [one["decision"] for one in advised("--roll", "12346", "--rerolls", "1")["decisions"]]
    assert "-" in keeps
    assert "12346" in keeps


def test_people_read_a_table_with_the_best_on_top() -> None:
    outcome = fivedice("advise", *CASE, "--top", "3")
    lines = [line.strip() for line in outcome.out.splitlines()]
    assert outcome.code == 0
    assert len(lines) == 5
    assert lines[4] == "3 of 13 decisions; --top shows more."
    assert "--top" not in fivedice("advise", *CASE, "--top", "13").out
    assert lines[1].split() == ["score", "Sixes", "268.232", "best"]
    assert lines[2].split() == ["score", "Four", "of", "a", "kind", "264.539", "3.693"]


MIDDLE, OTHER = "1=3,FH=25,C=22,6=18,Y=50", "1=4,FH=0,C=25,6=24,A=28"


@pytest.mark.parametrize("filled", ["-", MIDDLE], ids=["early", "late"])
@pytest.mark.parametrize(
    ("objective", "quantity"),
    [
        ("reach:150", "probability"),
        ("utility:min(score, 150)", "utility"),
        ("utility:blind=9", "win probability"),
        ("utility:risk=2", "sure score worth as much"),
    ],
)
def test_advice_for_another_objective_is_that_of_the_library(
    small: str, filled: str, objective: str, quantity: str
) -> None:
    case = ("--rules", small, "--roll", "55566", "--rerolls", "1", "--filled", filled, "--objective", objective)
    found = advised(*case)
    assert list(found) == ["objective", "quantity", "value", "decisions"]
    assert (found["objective"], found["quantity"]) == (objective, quantity)
    expected = advise(parse_objective(SMALL, objective), parse_card(SMALL, filled), (5, 5, 5, 6, 6), 1)
    assert found["value"] == pytest.approx(expected[0].value, abs=3e-3 if quantity == "utility" else 2e-5)
    assert {one["decision"] for one in found["decisions"]} == {one.text for one in expected}
    regrets = [one["regret"] for one in found["decisions"]]
    assert regrets == sorted(regrets)
    assert regrets[0] == 0


def test_the_objective_mean_is_the_default() -> None:
    assert advised(*CASE, "--objective", "mean") == advised(*CASE)


def test_risk_is_short_for_its_utility(small: str) -> None:
    case = ("--rules", small, "--roll", "55566", "--rerolls", "1")
    assert advised(*case, "--risk", "2") == advised(*case, "--objective", "utility:risk=2")


def test_advice_to_win_is_that_of_the_library(small: str) -> None:
    case = ("--rules", small, "--roll", "55566", "--rerolls", "1", "--filled", MIDDLE, "--objective", "win")
    found = advised(*case, "--opponents", f"{OTHER} / {OTHER}")
    assert (found["objective"], found["quantity"]) == ("win", "win probability")
    position = parse_position(SMALL, [MIDDLE, OTHER, OTHER], mover=0)
    expected = advise(parse_objective(SMALL, "win", position), position.cards[0], (5, 5, 5, 6, 6), 1)
    assert [one["value"] for one in found["decisions"]] == pytest.approx([one.value for one in expected], abs=1e-12)
    assert found == advised(*case, "--opponents", OTHER, "--opponents", OTHER)


def test_a_win_that_is_certain_is_taken(small: str) -> None:
    mine, theirs = "1=3,5=15,6=18,FH=25,Y=50,C=20", "1=3,5=15,6=18,FH=25,Y=50,C=20,A=15"
    case = ("--rules", small, "--roll", "33334", "--rerolls", "1", "--filled", mine)
    won = advised(*case, "--objective", "win", "--opponents", theirs)
    assert (won["decisions"][0]["decision"], won["value"]) == ("again", 1)
    assert advised(*case)["decisions"][0]["decision"] != "again"


@pytest.mark.parametrize(
    ("objective", "head", "value"),
    [
        ("reach:185", "Probability", r"0\.\d{5}"),
        ("utility:score ** 3", "Utility", r"[\d,.e+]{5,11}"),
        ("utility:risk=2", "Sure score worth as much", r"\d+\.\d{3}"),
    ],
)
def test_people_read_values_with_as_many_digits_as_make_sense(
    small: str, objective: str, head: str, value: str
) -> None:
    case = ("--rules", small, "--roll", "55566", "--rerolls", "1", "--filled", MIDDLE)
    lines = fivedice("advise", *case, "--objective", objective, "--top", "2").out.splitlines()
    assert " ".join(lines[0].split()) == f"Decision {head} Regret"
    assert re.fullmatch(rf"(keep|score|roll) .* +{value} +best *", lines[1])
