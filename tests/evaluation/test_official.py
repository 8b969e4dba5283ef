"""Optimal play of official Yahtzee: one evaluation, beside published figures, the solver and simulated games."""

import pytest

from fivedice.evaluation.evaluate import evaluate
from fivedice.solver import Solution
from fivedice.strategies.policy import policy_of
from tests.agreement import assert_simulation_agrees


def test_optimal_yahtzee_has_the_published_figures_and_simulation_agrees(yahtzee_solution: Solution) -> None:
    policy = policy_of(yahtzee_solution)
    found = evaluate(policy)
    score = found.score
    assert round(score.sd, 2) == 59.61  # Glenn 2006
    assert (score.median, score.least) == (248, 12)  # Verhoeff
    assert score.most == 1575  # thirteen Yahtzees
    assert score.probability.sum() == pytest.approx(1, abs=1e-11)
    assert score.mean == pytest.approx(yahtzee_solution.value, abs=1e-9)
    bonuses = 35 * found.p_upper_bonus + 100 * found.yahtzee_bonuses
    assert sum(found.categories.values()) + bonuses == pytest.approx(score.mean, abs=1e-9)
    assert_simulation_agrees(found, policy, games=50_000)
