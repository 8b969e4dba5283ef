"""Means by regrets against exact ones, with far less spread than scores have."""

import pytest

from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.figures import STREAMS, figures
from fivedice.simulation.mean_estimate import mean_by_regrets
from fivedice.solver import cached_solution
from fivedice.solver.exact import solve
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategy_named
from tests.small import SMALL, TINY
from tests.whim import Whim


@pytest.mark.parametrize("name", ["greedy"])
def test_the_mean_is_the_exact_one_within_its_error(name: str) -> None:
    policy = policy_for(strategy_named(name), SMALL)
    exact, found = evaluate(policy).score, mean_by_regrets(policy, solve(SMALL), 40_000, seed=1)
    error = (found.high - found.low) / 2 / 1.96
    assert abs(found.mean - exact.mean) < 4 * error
    assert found.games == 40_000


def test_a_good_player_is_measured_far_better_than_by_its_scores() -> None:
    policy = policy_for(strategy_named("greedy"), SMALL)
    assert mean_by_regrets(policy, solve(SMALL), 5_000, seed=1).sd < evaluate(policy).score.sd / 2


def test_the_optimal_player_gives_nothing_away() -> None:
    found = mean_by_regrets(policy_for(strategy_named("optimal"), SMALL), solve(SMALL), 100, seed=1)
    assert found.mean == pytest.approx(solve(SMALL).value, abs=1e-9)
    assert found.sd == pytest.approx(0, abs=1e-9)


def test_progress_is_told_up_to_the_last_game() -> None:
    told: list[tuple[int, int]] = []
    policy = policy_for(strategy_named("greedy"), TINY)
    mean_by_regrets(policy, solve(TINY), 50, seed=1, progress=lambda done, total: told.append((done, total)))
    assert told == [(50, 50)]


def test_no_network_is_scored_on_the_dice_that_it_learned_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivedice.strategies.policy.MAX_QUESTIONS", 0)
    found = figures(Whim(4), TINY, games=50).to_dict()
    policy = policy_for(Whim(4), TINY)
    assert found["seed"] == STREAMS + 1
    assert found["mean"] == mean_by_regrets(policy, solve(TINY), 50, STREAMS + 1).mean
    assert found["mean"] != mean_by_regrets(policy, solve(TINY), 50, 1).mean


def test_figures_by_games_have_the_keys_of_exact_ones_and_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Whim(4)
    exact = figures(player, TINY).to_dict()
    monkeypatch.setattr("fivedice.strategies.policy.MAX_QUESTIONS", 0)
    found = figures(player, TINY, games=20_000)
    assert sum(found.boxes.values()) == pytest.approx(found.distribution.mean, abs=1e-9)
    played = found.to_dict()
    assert list(played)[: len(exact)] == list(exact)
    assert (exact["method"], played["method"]) == ("exact", "regrets")
    assert played["low"] < played["mean"] < played["high"]
    assert abs(played["mean"] - exact["mean"]) < 2 * (played["high"] - played["low"])
    for key in ("sd", "p_upper_bonus", "yahtzees", "yahtzee_bonuses"):
        assert played[key] == pytest.approx(exact[key], rel=0.1), key
    assert played["categories"] == pytest.approx(exact["categories"], rel=0.1)
    assert abs(played["median"] - exact["median"]) <= 1
    assert cached_solution(TINY).value > exact["mean"]
