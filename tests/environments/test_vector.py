"""The vector environment against as many single ones, step by step."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.passive_env_checker import data_shares_objects
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from hypothesis import given
from hypothesis import strategies as st

from fivedice.environments.single import GameEnv
from fivedice.environments.vector import VectorGame
from fivedice.errors import IllegalDecision, LearningError
from fivedice.rules import Rules
from tests import generators
from tests.environments.games import GAMES, optimal_games, recorded_actions
from tests.generators import examples
from tests.small import SMALL, TINY

MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]


def assert_same(one: Any, other: Any, path: str = "") -> None:
    """Equal in structure, type and content; values may differ in the last digits."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), path
        for key in one:
            assert_same(one[key], other[key], f"{path}/{key}")
    elif isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype == object):
        for place, (left, right) in enumerate(zip(one, other, strict=True)):
            assert_same(left, right, f"{path}[{place}]")
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), path
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-9, err_msg=path)
    else:
        assert one == other, path


def assert_equal_steps(rules: Rules, mode: AutoresetMode, steps: int, **options: Any) -> None:
    """Play four games both ways, mostly legal actions and at times any."""
    vector = VectorGame(4, rules, autoreset_mode=mode, **options)
    singles = SyncVectorEnv([lambda: GameEnv(rules, **options)] * 4, autoreset_mode=mode)
    chance = np.random.default_rng(1)
    assert vector.observation_space == singles.observation_space
    assert vector.action_space == singles.action_space
    assert_same(vector.reset(seed=5), singles.reset(seed=5))
    for step in range(steps):
        any_action = chance.integers(vector.encoding.actions, size=4)
        actions = any_action if step % 5 == 4 else vector.sample(chance)
        seen, expected = vector.step(actions), singles.step(actions)
        assert_same(seen, expected)
        assert seen[0] in vector.observation_space
    assert_same(vector.reset(), singles.reset())


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_a_vector_is_as_many_single_games(rules: Rules, mode: AutoresetMode) -> None:
    assert_equal_steps(rules, mode, 60)
    assert_equal_steps(rules, mode, 60, observation="flat", reward="end", illegal="end")


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("illegal", ["first", "end"])
def test_values_and_regrets_are_those_of_single_games(mode: AutoresetMode, illegal: str) -> None:
    assert_equal_steps(SMALL, mode, 40, reward="regret", values=True, illegal=illegal)


@examples(6)
@given(generators.rules(), st.sampled_from(MODES), st.sampled_from(("points", "regret", "end")), st.booleans())
def test_a_vector_of_any_rules_is_as_many_single_games(
    rules: Rules, mode: AutoresetMode, reward: str, flat: bool
) -> None:
    assert_equal_steps(rules, mode, 20, reward=reward, observation="flat" if flat else "dict")


def test_gymnasium_makes_it_and_its_wrappers_wrap_it() -> None:
    env = gymnasium.make_vec("fivedice/Yahtzee-v0", num_envs=8, observation="flat")
    assert isinstance(env.unwrapped, VectorGame)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    wrapped = DictInfoToList(RecordEpisodeStatistics(env))
    wrapped.reset(seed=1)
    chance, scores = np.random.default_rng(1), []
    for _ in range(45):
        *_, infos = wrapped.step(env.unwrapped.sample(chance))
        scores += [(info["episode"]["r"], info["score"]) for info in infos if "episode" in info]
    assert len(scores) >= 8
    assert all(total == score for total, score in scores)


def test_every_array_that_is_returned_is_new() -> None:
    env = VectorGame(4, TINY, values=True)
    chance = np.random.default_rng(1)
    calls = [env.reset(seed=1)]
    for _ in range(12):
        observation, *_, info = env.step(env.sample(chance))
        calls.append((observation, info))
    for place, one in enumerate(calls):
        for other in calls[:place]:
            assert not data_shares_objects(one, other)


def test_threads_change_nothing() -> None:
    found: list[Any] = []
    for threads in (1, 2):
        env, chance = VectorGame(1200, SMALL, observation="flat", threads=threads), np.random.default_rng(1)
        env.reset(seed=1)
        steps = [env.step(env.sample(chance)) for _ in range(30)]
        found.append([np.concatenate([np.ravel(part) for part in step[:3]]) for step in steps])
        env.close()
    np.testing.assert_array_equal(found[0], found[1])


def test_without_autoreset_games_are_reset_where_it_is_asked_for() -> None:
    env = VectorGame(3, TINY, autoreset_mode="Disabled", illegal="end")
    env.reset(seed=[1, 2, 3])
    *_, ended, _, _ = env.step(np.array([0, 99, 0]))
    assert list(ended) == [False, True, False]
    with pytest.raises(IllegalDecision, match="game 1 is over: reset it"):
        env.step(np.zeros(3, np.int64))
    observation, _ = env.reset(options={"reset_mask": ended})
    assert list(observation["rerolls"]) == [0, 1, 0]
    single = GameEnv(TINY)
    single.reset(seed=2)
    expected, _ = single.reset()
    np.testing.assert_array_equal(observation["dice"][1], expected["dice"])


def test_random_actions_are_legal_and_all_of_them_occur() -> None:
    env, chance = VectorGame(2000, TINY), np.random.default_rng(3)
    _, info = env.reset(seed=1)
    counts = np.zeros(env.encoding.actions)
    for _ in range(10):
        actions = env.sample(chance)
        assert info["action_mask"][np.arange(2000), actions].all()
        np.add.at(counts, actions, 1)
    assert (counts[info["action_mask"].any(axis=0)] > 0).all()


def test_an_illegal_action_may_be_an_error_that_names_the_game() -> None:
    env = VectorGame(3, "yahtzee", illegal="raise")
    env.reset(seed=1)
    env.step(np.array([44, 44, 0]))
    with pytest.raises(IllegalDecision, match="action 44 is not legal in game 1"):
        env.step(np.array([43, 44, 44]))


def test_calls_that_make_no_sense_are_refused() -> None:
    with pytest.raises(LearningError, match="num_envs=0 is not possible"):
        VectorGame(0)
    env = VectorGame(3)
    with pytest.raises(IllegalDecision, match="no game has begun"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(LearningError, match="2 seeds are given for 3 games"):
        env.reset(seed=[1, 2])
    env.reset(seed=1)
    with pytest.raises(LearningError, match=r"actions of shape \(2,\) are given for 3 games"):
        env.step(np.zeros(2, np.int64))


def test_games_of_the_optimal_player_are_those_of_the_simulation() -> None:
    env = VectorGame(20, SMALL, reward="regret", values=True, autoreset_mode="SameStep")
    env.reset(seed=100)
    played = [optimal_games(SMALL, 100 + place, 5) for place in range(20)]
    plans = [[action for game in range(5) for _, action in recorded_actions(games, game)] for games in played]
    scores: list[list[int]] = [[] for _ in played]
    for step in range(max(map(len, plans))):
        actions = np.array([plan[step] if step < len(plan) else 0 for plan in plans])
        _, rewards, ended, _, info = env.step(actions)
        for place, plan in enumerate(plans):
            if step < len(plan):
                assert abs(rewards[place]) < 1e-9
                if ended[place]:
                    scores[place].append(int(info["final_info"]["score"][place]))
    assert scores == [list(games.scores) for games in played]
