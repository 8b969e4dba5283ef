"""Random legal play against its exact mean, which is computed apart from the environments."""

import numpy as np
import pytest

from fivedice.arrays import Floats
from fivedice.environments.single import GameEnv
from fivedice.environments.vector import VectorGame
from fivedice.rules import Rules, State, variant
from tests.environments.games import legal_action
from tests.environments.random_play import UniformReference, uniform_mean
from tests.small import SMALL, TINY

SIDE_BY_SIDE = 1000


def vector_scores(rules: Rules, games: int, seed: int) -> Floats:
    """Scores of random legal play: the first games / 1,000 of each of 1,000 games side by side."""
    env, chance = VectorGame(SIDE_BY_SIDE, rules), np.random.default_rng(seed)
    env.reset(seed=seed)
    each, totals = games // SIDE_BY_SIDE, np.zeros(SIDE_BY_SIDE)
    scores, done = np.zeros((SIDE_BY_SIDE, each)), np.zeros(SIDE_BY_SIDE, np.int64)
    while done.min() < each:
        _, rewards, ended, _, _ = env.step(env.sample(chance))
        totals += rewards
        counted = np.flatnonzero(ended & (done < each))
        scores[counted, done[counted]] = totals[counted]
        done += ended
        totals[ended] = 0.0
    return scores.reshape(-1)


def single_scores(rules: Rules, games: int, seed: int) -> Floats:
    """The same, one game after the other in the single environment."""
    env, chance, scores = GameEnv(rules), np.random.default_rng(seed), np.zeros(games)
    _, info = env.reset(seed=seed)
    for game in range(games):
        ended = False
        while not ended:
            _, reward, ended, _, info = env.step(legal_action(info["action_mask"], chance))
            scores[game] += reward
        _, info = env.reset()
    return scores


def assert_mean(scores: Floats, exact: float) -> None:
    error = scores.std(ddof=1) / np.sqrt(len(scores))
    assert abs(scores.mean() - exact) < 4 * error, (scores.mean(), exact, error)


def test_both_exact_means_agree() -> None:
    assert uniform_mean(TINY) == pytest.approx(UniformReference(TINY).state_value(State()), abs=1e-9)


def test_random_legal_play_has_its_exact_mean() -> None:
    exact = uniform_mean(TINY)
    assert_mean(vector_scores(TINY, 20_000, seed=1), exact)
    assert_mean(single_scores(TINY, 200, seed=2), exact)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [SMALL, variant("yahtzee"), variant("yacht")], ids=lambda rules: rules.name)
def test_random_legal_play_of_a_whole_game_has_its_exact_mean(rules: Rules) -> None:
    exact = uniform_mean(rules)
    assert_mean(vector_scores(rules, 100_000, seed=1), exact)
    assert_mean(single_scores(rules, 100_000, seed=2), exact)
