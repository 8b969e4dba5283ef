"""Whole games over points: published probabilities of reaching a target, and what the mean-optimal player reaches."""

import numpy as np
import pytest

from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Rules, State, variant
from fivedice.solver import cached_solution
from fivedice.solver.by_points.curves import TARGET, Curves, Utility
from fivedice.solver.by_points.solve import NOWHERE, Plan, solve_curves
from fivedice.strategies.policy import policy_of

PUBLISHED = {200: 0.9108, 250: 0.5419, 300: 0.1760, 400: 0.0493, 500: 0.0100}
"""Greatest probability of each total in official Yahtzee; a plain C++ program in single precision."""


def all_targets(game: Rules) -> Curves:
    return solve_curves(Plan(game, TARGET, State(), (1 - NOWHERE // 2, -1)), kept_layers=1)


def assert_best_at_every_target(curves: Curves, score: Distribution) -> None:
    """Never below the player of greatest mean and above it somewhere; certain at first, hopeless beyond the most."""
    targets = range(score.most + 2)
    best = np.array([curves.value(State(), -target) for target in targets])
    usual = np.array([score.at_least(target) for target in targets])
    assert (np.diff(best) <= 0).all()
    assert (best >= usual - 2e-6).all()
    assert (best - usual).max() > 0.01
    assert (best[0], best[-1]) == (1, 0)


def test_a_linear_utility_of_a_whole_game_gives_its_mean() -> None:
    """The mean of Yacht, as tests/golden/yacht.txt has it."""
    linear = Utility(np.arange(501) / 500)
    curves = solve_curves(Plan(variant("yacht"), linear, State(), (0, 0)), kept_layers=1)
    assert 500 * curves.value(State(), 0) == pytest.approx(166.9550677, abs=1e-3)


def test_no_target_of_yacht_is_reached_more_often_by_the_player_of_greatest_mean() -> None:
    score = evaluate(policy_of(cached_solution(variant("yacht")))).score
    assert_best_at_every_target(all_targets(variant("yacht")), score)


@pytest.mark.slow
def test_every_target_of_official_yahtzee_is_reached_as_published_and_never_less_than_by_playing_for_the_mean() -> None:
    curves = all_targets(variant("yahtzee"))
    assert {target: round(curves.value(State(), -target), 4) for target in PUBLISHED} == PUBLISHED
    assert_best_at_every_target(curves, evaluate(policy_of(cached_solution(variant("yahtzee")))).score)
