"""Simulation and exact evaluation are two roads to the same figures: both must arrive, for every strategy."""

from dataclasses import replace

import pytest

from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Rules, variant
from fivedice.solver import solve
from fivedice.strategies.policy import policy_for, policy_of
from fivedice.strategies.registry import strategies, strategy_named
from fivedice.strategies.strategy import Strategy
from fivedice.strategies.study_000 import STRATEGIES as YATZY_PLAYERS
from tests.agreement import assert_simulation_agrees

QUICK = ("robot-4.07",)


def game_of(strategy: Strategy) -> Rules:
    """Yatzy for its own players, Yahtzee for all others."""
    return variant("yatzy" if strategy.name in [one.name for one in YATZY_PLAYERS] else "yahtzee")


@pytest.mark.parametrize(
    ("name", "games"),
    [
        *((name, 50_000) for name in QUICK),
        *(pytest.param(name, 1_000_000, marks=pytest.mark.slow) for name in strategies() if name != "by-columns"),
    ],
)
def test_exact_mean_and_deciles_lie_within_four_standard_errors_of_simulated_ones(name: str, games: int) -> None:
    strategy = strategy_named(name)
    policy = policy_for(strategy, game_of(strategy))
    assert_simulation_agrees(evaluate(policy), policy, games)


FULL_SIZE = {
    "fixed order": variant("yatzy-fixed-order"),
    "columns": variant("balut"),
    "formulas and patterns": variant("crag"),
    "served hands": variant("generala"),
    "unfair dice": variant("yatzy").change({"face_probabilities": "0.1/0.1/0.2/0.2/0.2/0.2"}),
    "a bonus in steps": replace(variant("yatzy"), upper_threshold=0, upper_bonus=0, upper_steps=((50, 20), (63, 50))),
}
"""A game of usual size for each kind of rules."""


@pytest.mark.parametrize("kind", ["fixed order"])
def test_games_of_a_kind_agree_with_their_exact_evaluation(kind: str) -> None:
    policy = policy_of(solve(FULL_SIZE[kind]))
    assert_simulation_agrees(evaluate(policy), policy, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("kind", FULL_SIZE)
def test_a_million_games_of_each_kind_of_rules_agree_with_their_exact_evaluation(kind: str) -> None:
    policy = policy_of(solve(FULL_SIZE[kind]))
    assert_simulation_agrees(evaluate(policy), policy, 1_000_000)
