"""What the laboratory answers about a position is what the library says."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.coach.advice import advise
from fivedice.errors import FivediceError
from fivedice.evaluation.final_score import final_score, outlook_of
from fivedice.evaluation.yahtzee import yahtzee_chances
from fivedice.rules import Card, Category, Roll, Rules, State
from fivedice.rules.notation import format_cards, parse_card
from fivedice.rules.pattern import AllEqual, Anything, Face
from fivedice.rules.state import is_over
from fivedice.rules.toml import format_rules
from fivedice.solver import any_solution
from fivedice.web.lab import analysis
from tests.generators import cards, examples, rolls, rules

SMALL = Rules(
    "small",
    (
        Category("twos", Face(2), "matching", "upper", code="2"),
        Category("threes", Face(3), "matching", "upper", code="3"),
        Category("yahtzee", AllEqual(), 10, code="Y"),
        Category("chance", Anything(), "sum", code="C"),
    ),
    dice=2,
    faces=3,
    rolls=2,
    upper_threshold=6,
    upper_bonus=5,
)


def _silent(done: int, total: int) -> None:
    pass


def _ask(call: Any, game: Rules, position: str, **more: str) -> dict[str, Any]:
    found: dict[str, Any] = call(_silent, {"rules": format_rules(game), "position": position, **more})
    return found


@pytest.mark.slow
@given(st.data())
@examples(60)
def test_decisions_have_the_values_of_the_library_in_any_game(data: st.DataObject) -> None:
    game = data.draw(rules())
    card, roll = data.draw(cards(game)), data.draw(rolls(game))
    if is_over(game, card.state(game)):
        return
    rerolls = data.draw(st.integers(0, game.rolls - 1))
    found = _ask(analysis.analyse, game, format_cards(game, [card], 0, (roll, rerolls)))
    advice = advise(any_solution(game), card, roll, rerolls)
    assert [(one["text"], one["value"], one["regret"]) for one in found["decisions"]] == [
        (one.text, one.value, one.regret) for one in advice.choices()
    ]


@given(cards(SMALL), rolls(SMALL), st.integers(0, 1))
@examples(100)
def test_decisions_have_the_values_of_the_library(card: Card, roll: Roll, rerolls: int) -> None:
    if is_over(SMALL, card.state(SMALL)):
        return
    found = _ask(analysis.analyse, SMALL, format_cards(SMALL, [card], 0, (roll, rerolls)))
    expected = advise(any_solution(SMALL), card, roll, rerolls).choices()
    assert [(one["text"], one["value"]) for one in found["decisions"]] == [(one.text, one.value) for one in expected]


def test_final_scores_are_those_of_the_library() -> None:
    card = parse_card(SMALL, "2=2,3=3,Y=0")
    best = _ask(analysis.outlook, SMALL, "2=2,3=3,Y=0 13:1")["figures"][0]
    expected = outlook_of(SMALL).final_in_turn(card, (1, 3), 1)
    assert (best["mean"], best["sd"]) == (expected.mean, expected.sd)


def test_the_outlook_of_another_decision_has_the_value_of_that_decision() -> None:
    found = _ask(analysis.analyse, SMALL, "2=2,3=3,Y=0 13:1")
    for one in found["decisions"]:
        figures = _ask(analysis.outlook, SMALL, "2=2,3=3,Y=0 13:1", decision=one["text"], words="other")["figures"]
        assert figures[-1]["mean"] == pytest.approx(one["value"])


def test_the_chance_of_a_yahtzee_is_what_games_of_the_optimal_player_show() -> None:
    later = yahtzee_chances(SMALL)
    assert later(State(0b0100)) == 0.0  # the box is filled
    only = yahtzee_chances(SMALL)(State(0b1011))
    assert only == pytest.approx(1 / 3 + 2 / 3 * 1 / 3)  # one turn, two throws of two dice, one die kept


def test_a_card_without_dice_shows_the_distribution_of_its_final_score() -> None:
    found = _ask(analysis.outlook, SMALL, "2=2,3=3,Y=0")
    assert found["figures"][0]["mean"] == final_score(SMALL, parse_card(SMALL, "2=2,3=3,Y=0")).mean


def test_several_cards_have_win_chances_that_add_up_to_one() -> None:
    found = _ask(analysis.win, SMALL, "2=2,3=3,Y=0 13:1 / 2=2,3=3,Y=10")
    assert sum(one["win"] for one in found["players"]) + found["players"][0]["tie"] == pytest.approx(1)


def test_one_card_has_nobody_to_win_against() -> None:
    with pytest.raises(FivediceError, match="two or more"):
        _ask(analysis.win, SMALL, "2=2 13:1")


@pytest.mark.parametrize(
    ("position", "objective", "says"),
    [
        ("nonsense", "mean", "nonsense"),
        ("- 99:1", "mean", "9"),
        ("2=2,3=3,Y=0,C=4 13:1", "mean", "full"),
        ("- 13:1 / - 13:1", "mean", "only one player"),
        (" / ".join(["-"] * 9), "mean", "at most 8"),
        ("- 13:1", "win", "two or more"),
        ("x" * 20_000, "mean", "longer than"),
    ],
)
def test_what_is_no_position_is_refused_with_a_sentence(position: str, objective: str, says: str) -> None:
    with pytest.raises(FivediceError, match=says):
        _ask(analysis.analyse, SMALL, position, objective=objective)
