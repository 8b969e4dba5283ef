"""What is read from disk is what was computed: any objective, from any card, under any rules; and both are right."""

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from fivedice.coach.advice import Advice, advise
from fivedice.errors import ObjectiveError
from fivedice.objectives.objective import FromSolution, Objective
from fivedice.objectives.parse import parse_objective
from fivedice.objectives.points import OfPoints, Reach, curve_from, is_early, kept_target, most_points
from fivedice.rules import Card, Rules, State, variant
from fivedice.rules.state import is_over
from fivedice.solver import cached_solution
from fivedice.solver.by_points.curves import TARGET
from fivedice.solver.by_points.solve import Plan, solve_curves
from fivedice.solver.cache import path_for
from fivedice.solver.reference import Reference
from tests.generators import cards, examples, rules
from tests.small import SMALL
from tests.whim import random_card

LEAVES = st.sampled_from(("score", "score", "score", "7", "0.3", "40"))


def _larger(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(parts, parts)
    return st.one_of(
        st.builds("({0[0]} {1} {0[1]})".format, two, st.sampled_from(("+", "-", "*", ">=", "<"))),
        st.builds("{1}({0[0]}, {0[1]})".format, two, st.sampled_from(("min", "max"))),
        st.builds("{1}({0})".format, parts, st.sampled_from(("abs", "-", "exp", "exp", "exp"))),
        st.builds("({0} ** {1})".format, parts, st.sampled_from((2, 3))),
    )


FORMULAS = st.recursive(LEAVES, _larger, max_leaves=4)


@st.composite
def objectives(draw: st.DrawFn, game: Rules) -> str:
    """An objective of every kind; many formulas have a range that no two bytes and no single precision can hold."""
    kind = draw(st.sampled_from(("formula", "formula", "formula", "reach", "blind", "risk")))
    if kind == "formula":
        return f"utility:{draw(FORMULAS)}"
    if kind == "reach":
        return f"reach:{draw(st.integers(1, max(most_points(game), 1)))}"
    if kind == "blind":
        return f"utility:blind={draw(st.integers(1, 1000))}"
    return f"utility:risk={draw(st.floats(-3, 3).filter(lambda risk: abs(risk) > 1e-3))!r}"


def asked(goal: Objective, card: Card) -> list[Advice]:
    """All decisions about some rolls, the first one of each number of rerolls."""
    game = goal.rules
    every = game.dice_set.rolls
    return [advise(goal, card, every[rerolls % len(every)], rerolls) for rerolls in range(game.rolls)]


def by_reference(goal: Objective, card: Card) -> tuple[float, float]:
    """The value of a card by trying everything, and how far from it rounding may lead.

    Where no utilities of both signs cancel, that is a billionth of the value itself, as long as a double can hold it.
    """
    game = goal.rules
    at = (card.state(game), card.box_total(game))
    if isinstance(goal, FromSolution):
        scale = goal.solution.scale
        return scale.equivalent(Reference(game, scale.of).state_value(*at)), 1e-9
    assert isinstance(goal, OfPoints)
    worth = goal.utility.at(np.arange(most_points(game) + 1) - goal.origin)
    value = Reference(game, lambda final: float(worth[final])).state_value(*at)
    mixed = worth.min() < 0 < worth.max()
    return value, 1e-12 * float(np.abs(worth).max()) if mixed else 1e-9 * abs(value) + 1e-300


@examples(200)
@given(st.data())
def test_fresh_and_cached_answers_are_equal_and_those_of_the_reference(data: st.DataObject) -> None:
    game: Rules = data.draw(rules(max_dice=2, max_faces=3, max_categories=4))
    card: Card = data.draw(cards(game).filter(lambda one: not is_over(game, one.state(game))))
    text = data.draw(objectives(game))
    try:
        fresh = parse_objective(game, text, fresh=True)
    except ObjectiveError:  # the same for every score, or no number
        reject()
    found = [one.to_dict() for one in asked(fresh, card)]
    assert on_disk(fresh) or not is_early(card.state(game))
    assert [one.to_dict() for one in asked(parse_objective(game, text), card)] == found
    value, error = by_reference(fresh, card)
    assert abs(fresh.shown(fresh.turn_values(card).start, card) - value) <= error


def on_disk(goal: Objective) -> bool:
    if isinstance(goal, Reach):
        return kept_target(goal.rules, goal.origin) is not None
    return (goal.job().path if isinstance(goal, OfPoints) else path_for(goal.rules, goal.name)).exists()


@pytest.mark.parametrize("filled", range(SMALL.turns))
def test_the_row_of_a_whole_solution_is_that_of_its_position_alone(filled: int) -> None:
    """Two ways to the same curve: cut out of that of the empty card, from disk, and solved for this card alone."""
    card = random_card(SMALL, filled, seed=filled)
    state, points, most = card.state(SMALL), card.box_total(SMALL), most_points(SMALL)
    curve = curve_from(SMALL, card, most)
    alone = solve_curves(Plan(SMALL, TARGET, state, (points - most, points)), kept_layers=1)
    assert list(curve.values()) == pytest.approx([alone.value(state, points - one) for one in curve], rel=1e-12)
    assert (np.diff([1.0, *curve.values(), 0.0]) <= 0).all()


@pytest.mark.parametrize(
    "game", [SMALL, pytest.param(variant("yahtzee"), marks=pytest.mark.slow)], ids=lambda game: game.name
)
@pytest.mark.parametrize("risk", [-2, 3])
def test_an_exponential_formula_is_worth_what_the_solver_without_points_says(game: Rules, risk: int) -> None:
    sign = "-" if risk > 0 else ""
    for fresh in (True, False):
        goal = parse_objective(game, f"utility:{sign}exp({-risk} * score / 100)", fresh=fresh)
        assert isinstance(goal, OfPoints)
        solution = cached_solution(game, risk=risk)
        expected = solution.state_value(State())
        assert goal.turn_values(Card.empty(game)).start == pytest.approx(expected, rel=1e-12)
