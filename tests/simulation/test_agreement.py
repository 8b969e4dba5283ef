"""Simulation and exact evaluation are two roads to the same figures: both must arrive, for every strategy."""

import pytest

from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Rules, variant
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategies, strategy_named
from fivedice.strategies.strategy import Strategy
from fivedice.strategies.study_000 import STRATEGIES as YATZY_PLAYERS
from tests.agreement import assert_simulation_agrees

QUICK = ("robot-4.07", "forced-scoring-one-reroll")


def game_of(strategy: Strategy) -> Rules:
    """Yatzy for its own players, Yahtzee for all others."""
    return variant("yatzy" if strategy.name in [one.name for one in YATZY_PLAYERS] else "yahtzee")


@pytest.mark.parametrize(
    ("name", "games"),
    [
        *((name, 50_000) for name in QUICK),
        *(pytest.param(name, 1_000_000, marks=pytest.mark.slow) for name in strategies()),
    ],
)
def test_exact_mean_and_deciles_lie_within_four_standard_errors_of_simulated_ones(name: str, games: int) -> None:
    strategy = strategy_named(name)
    policy = policy_for(strategy, game_of(strategy))
    assert_simulation_agrees(evaluate(policy), policy, games)
