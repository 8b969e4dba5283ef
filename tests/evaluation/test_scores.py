"""Rows of a policy for every state at once, against the walk that goes forward from one state in double precision."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.scores import ALL_TARGETS, distribution_of, followed_rows, optimal_scores, plan_of
from fivedice.rules import Rules, State, variant
from fivedice.rules.state import final_bonus, is_over
from fivedice.solver import solve
from fivedice.solver.by_points.cache import KEPT_LAYERS
from fivedice.solver.by_points.curves import TARGET, Curves, Utility
from fivedice.solver.by_points.solve import solve_curves
from fivedice.strategies.basic import Greedy, random
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.policy import (
    TablePolicy,
    ValuePolicy,
    in_memory,
    policy_for,
    policy_of,
    table_by_asking,
    table_of,
)
from fivedice.strategies.registry import strategy_named
from tests.generators import examples, rules, states, utilities
from tests.plain import reachable_states
from tests.small import SMALL, TINY
from tests.whim import Whim, random_card

CLOSE = 1e-11
PLAYERS = ("whim", "whim that ignores the upper total", "random", "greedy", "optimal", "risk")
ALL = 99
"""More layers than any game has."""


def player(name: str, game: Rules, seed: int) -> TablePolicy | ValuePolicy:
    if name == "random":
        return table_of(random, game)
    if name == "greedy":
        return Greedy().policy(game)
    if name == "optimal":
        return policy_of(solve(game, threads=1))
    if name == "risk":
        return in_memory(Optimal.with_risk(5).policy(game))
    return table_by_asking(Whim(seed, reads_upper=name == "whim"), game)


def curves_of(policy: TablePolicy | ValuePolicy, start: State, utility: Utility = TARGET) -> Curves:
    plan = plan_of(policy, start, utility, ALL_TARGETS if utility is TARGET else (0, 0))
    return solve_curves(plan, kept_layers=ALL, fill=followed_rows(plan, policy), threads=1)


def assert_alike(found: Distribution, expected: Distribution, close: float = CLOSE) -> None:
    """The same probability of every number or more, and so of every number."""
    least, most = min(found.least, expected.least), max(found.most, expected.most)
    for number in range(least, most + 2):
        assert found.at_least(number) == pytest.approx(expected.at_least(number), abs=close)
    assert found.probability.sum() == pytest.approx(1, abs=close)
    assert found.mean == pytest.approx(expected.mean, abs=close * (most - least + 1))


@pytest.mark.parametrize("name", PLAYERS)
@examples(25)
@given(game=rules(max_categories=3), seed=st.integers(0, 999))
def test_every_state_has_the_distribution_of_its_evaluation(name: str, game: Rules, seed: int) -> None:
    policy = player(name, game, seed)
    curves = curves_of(policy, State())
    for state in set().union(*reachable_states(game)):
        if not is_over(game, state):
            assert_alike(distribution_of(curves, state), evaluate(policy, state, threads=1).score)


@pytest.mark.parametrize("name", PLAYERS)
@examples(15)
@given(data=st.data(), game=rules(), seed=st.integers(0, 999))
def test_a_start_in_the_middle_of_a_game_has_the_distribution_of_its_evaluation(
    name: str, data: st.DataObject, game: Rules, seed: int
) -> None:
    policy = player(name, game, seed)
    start = data.draw(states(game).filter(lambda one: not is_over(game, one)))
    assert_alike(distribution_of(curves_of(policy, start), start), evaluate(policy, start, threads=1).score)


@examples(40)
@given(rules(), utilities(), st.integers(0, 999))
def test_the_expected_utility_of_a_policy_is_that_of_its_evaluation(game: Rules, utility: Utility, seed: int) -> None:
    policy = player("whim", game, seed)
    score = evaluate(policy, threads=1).score
    worth = utility.at(score.numbers.astype(np.int64))
    found = curves_of(policy, State(), utility).value(State(), 0)
    assert found == pytest.approx(float(score.probability @ worth), abs=2 * CLOSE)


@examples(30)
@given(rules())
def test_a_full_card_has_nothing_but_its_upper_bonus_to_come(game: Rules) -> None:
    curves = curves_of(table_of(random, game), State())
    for state in reachable_states(game)[-1]:
        found = distribution_of(curves, state)
        assert (found.least, found.probability.tolist()) == (final_bonus(game, state), [1.0])


@pytest.mark.parametrize(
    ("name", "played"),
    [
        ("optimal", "yahtzee"),
        ("optimal:risk=-3", "yahtzee"),
        ("greedy", "yahtzee-free-joker"),
        ("random", "yahtzee"),
        ("upper-focus-high", "yahtzee-no-bonus"),
        ("dice-driven", "yahtzee-no-bonus"),
    ],
)
def test_strategies_of_official_games_have_the_distributions_of_their_evaluation(name: str, played: str) -> None:
    game = variant(played)
    policy = policy_for(strategy_named(name), game)
    assert isinstance(policy, TablePolicy | ValuePolicy)
    for seed in (0, 1):
        start = random_card(game, game.turns - 3, seed).state(game)
        assert_alike(distribution_of(curves_of(policy, start), start), evaluate(policy, start).score)


# ----------------------------------------------------------------------------------- the table of the optimal


@pytest.mark.parametrize("game", [TINY, SMALL], ids=lambda game: game.name)
def test_scores_of_the_optimal_strategy_are_those_of_its_evaluation_before_and_after_they_were_on_disk(
    empty_cache: Path, game: Rules
) -> None:
    solved, read = optimal_scores(game), optimal_scores(game)
    policy = Optimal().policy(game)
    for filled in range(KEPT_LAYERS):
        state = random_card(game, filled, seed=filled).state(game)
        expected = evaluate(policy, state).score
        assert_alike(distribution_of(solved, state), expected)
        assert_alike(distribution_of(read, state), expected)
    assert {path.name for path in empty_cache.glob("*scores*")} == {f"{game.digest}-scores-c2.solution"}
