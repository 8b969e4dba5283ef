"""Every kind of rules against the slow reference: order, columns, formulas, served hands, unfair dice, step bonuses."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

from fivedice.errors import TooLarge
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Column, Rules, State, Turn, legal_decisions
from fivedice.rules.category import face_category
from fivedice.rules.state import is_over
from fivedice.simulation.games import play
from fivedice.simulation.regret import regrets
from fivedice.simulation.streams import Counter
from fivedice.solver import TurnValues, count_states, solve
from fivedice.solver.by_points.curves import TARGET
from fivedice.solver.by_points.solve import Plan, solve_curves
from fivedice.solver.exact import check_computable
from fivedice.solver.reference import Reference
from fivedice.strategies.basic import Greedy, random
from fivedice.strategies.policy import policy_of, table_of
from tests.generators import examples, rules, states, turns
from tests.plain import reachable_states
from tests.whim import decide_by, every_game, table_of_values

KINDS: dict[str, Callable[[Rules], bool]] = {
    "order": lambda game: game.order == "fixed" and game.turns > 1,
    "columns": lambda game: bool(game.columns) and game.turns > 1,
    "formulas": lambda game: any(one.formula for one in game.categories),
    "served": lambda game: game.has_served,
    "unfair": lambda game: bool(game.face_probabilities),
    "steps": lambda game: len(game.steps) > 1,
}
"""What makes rules one of a kind."""
ALL_KINDS = (*KINDS, "patterns")


def computable(game: Rules) -> bool:
    """Whether its states hold no more than the solver in memory knows."""
    try:
        check_computable(game)
    except TooLarge:
        return False
    return True


@st.composite
def games(draw: st.DrawFn, kind: str) -> Rules:
    """Tiny rules of a kind, others mixed in."""
    kinds, most = (kind,) if draw(st.booleans()) else ALL_KINDS, 6 if kind == "columns" else 4
    game = draw(rules(max_dice=2, max_faces=3, max_categories=most, kinds=kinds))
    if kind == "steps" and game.greatest_upper_total > 0:
        totals = st.integers(0, game.greatest_upper_total)
        thresholds = sorted(draw(st.lists(totals, min_size=2, max_size=3, unique=True)))
        bonuses = sorted(draw(st.lists(st.integers(1, 40), min_size=3, max_size=3, unique=True)))
        steps = tuple(zip(thresholds, bonuses, strict=False))
        game = replace(game, upper_threshold=0, upper_bonus=0, upper_steps=steps)
    assume(KINDS[kind](game) and computable(game))
    return game


def assert_like_the_reference(data: st.DataObject, game: Rules) -> None:
    """Values of all states, and of all decisions of one; distribution, reach and number of states."""
    solution, twin = solve(game, threads=1), Reference(game)
    layers = reachable_states(game)
    assert count_states(game) == [len(layer) for layer in layers]
    for state in set().union(*layers):
        assert solution.state_value(state) == pytest.approx(twin.state_value(state), rel=1e-12, abs=1e-9)
    assert_decisions(solution_values := TurnValues.of(solution, state := _open_state(data, game)), twin, state)
    assert solution_values.start == pytest.approx(twin.state_value(state), rel=1e-12, abs=1e-9)
    policy = policy_of(solution)
    found, expected = evaluate(policy, threads=1), every_game(game, decide_by(table_of_values(policy)), State())
    shares = np.zeros(len(expected.probability))
    shares[found.score.least : found.score.most + 1] = found.score.probability
    np.testing.assert_allclose(shares, expected.probability, rtol=0, atol=1e-12)
    assert found.score.mean == pytest.approx(solution.value, abs=1e-9)
    assert found.categories == pytest.approx(expected.categories, abs=1e-10)
    assert found.p_upper_bonus == pytest.approx(expected.p_upper_bonus, abs=1e-12)
    target = data.draw(st.integers(1, found.score.most + 1))
    curves = solve_curves(Plan(game, TARGET, State(), (-target, -target)), kept_layers=1, threads=1)
    reach = Reference(game, lambda score: float(score >= target))
    assert curves.value(State(), -target) == pytest.approx(reach.state_value(State(), 0), abs=1e-12)


def _open_state(data: st.DataObject, game: Rules) -> State:
    return data.draw(states(game).filter(lambda one: not is_over(game, one)))


def assert_decisions(values: TurnValues, twin: Reference, state: State) -> None:
    """Every decision of every turn in a state is worth what the reference says, and the best one is chosen."""
    game = twin.rules
    for roll in game.dice_set.rolls:
        for rerolls in range(game.rolls):
            for served in (False, True) if game.has_served else (False,):
                turn = Turn(state, roll, rerolls, served)
                best = twin.turn_value(turn)
                assert values.roll(roll, rerolls, served=served) == pytest.approx(best, rel=1e-12, abs=1e-9)
                for decision in legal_decisions(game, turn):
                    worth = values.decision(decision, roll, rerolls, served=served)
                    assert worth == pytest.approx(twin.decision_value(turn, decision), rel=1e-12, abs=1e-9)
                chosen = values.best(roll, rerolls, served=served)
                assert twin.decision_value(turn, chosen) == pytest.approx(best, rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
@examples(8, HealthCheck.filter_too_much)
@given(st.data())
def test_each_kind_of_rules_has_the_values_decisions_distribution_and_reach_of_the_reference(
    kind: str, data: st.DataObject
) -> None:
    assert_like_the_reference(data, data.draw(games(kind)))


def test_a_bonus_that_needs_no_points_is_paid_for_every_column_as_it_multiplies() -> None:
    columns = (Column("once", "free"), Column("twice", "down", 2))
    game = Rules(
        "given", (face_category(1), face_category(2)), dice=2, faces=2, rolls=2, upper_bonus=10, columns=columns
    )
    without = replace(game, upper_bonus=0)
    assert solve(game).value == pytest.approx(Reference(game).state_value(State()), abs=1e-12)
    assert solve(game).value == pytest.approx(solve(without).value + 10 + 20, abs=1e-12)
    policy = policy_of(solve(game))
    assert evaluate(policy).score.mean == pytest.approx(solve(game).value, abs=1e-12)
    (played,) = play(policy, Counter(1), 5)
    assert set(played.upper_bonuses.tolist()) == {30}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@examples(20, HealthCheck.filter_too_much)
@given(st.data())
def test_many_more_rules_of_each_kind_are_those_of_the_reference(kind: str, data: st.DataObject) -> None:
    assert_like_the_reference(data, data.draw(games(kind)))


@pytest.mark.parametrize("kind", KINDS)
@examples(3, HealthCheck.filter_too_much)
@given(st.data())
def test_greedy_and_random_players_of_each_kind_score_what_every_game_of_theirs_adds_up_to(
    kind: str, data: st.DataObject
) -> None:
    game = data.draw(games(kind))
    greedy = Greedy().policy(game)
    for table, policy in ((table_of_values(greedy), greedy), (chance := table_of(random, game), chance)):
        decide = decide_by(table)
        found, expected = evaluate(policy, threads=1), every_game(game, decide, State())
        shares = np.zeros(len(expected.probability))
        shares[found.score.least : found.score.most + 1] = found.score.probability
        np.testing.assert_allclose(shares, expected.probability, rtol=0, atol=1e-12)
        turn = data.draw(turns(game))
        player = random if policy is chance else Greedy()
        assert player.decide(game, turn) == decide(turn)


@pytest.mark.parametrize("kind", KINDS)
@examples(3, HealthCheck.filter_too_much)
@given(st.data())
def test_recorded_games_of_each_kind_give_away_nothing_if_they_are_optimal_and_never_less(
    kind: str, data: st.DataObject
) -> None:
    game = data.draw(games(kind))
    solution = solve(game, threads=1)
    (best,) = play(policy_of(solution), Counter(1), 40, record=True)
    assert regrets(best, solution) == pytest.approx(0, abs=1e-9)
    (any_way,) = play(table_of(random, game), Counter(1), 40, record=True)
    assert regrets(any_way, solution).min() >= -1e-9
