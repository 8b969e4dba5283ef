"""Tables of one to eight seats against PettingZoo's own tests, and against the rules."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from fivedice.environments import pettingzoo as table
from fivedice.environments.single import GameEnv
from fivedice.errors import IllegalDecision, LearningError
from fivedice.rules import Rules
from tests import generators
from tests.environments.games import NAMED, legal_action, optimal_games, recorded_actions
from tests.generators import examples
from tests.small import SMALL, TINY

EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Action mask numpy array is all zeros",
    "Action mask is a single number",
)
"""Warnings about a dictionary with a mask, which PettingZoo recommends and its test still mentions."""


@contextmanager
def expected_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message)
        yield


def check(rules: Rules, seats: int) -> None:
    options: dict[str, Any] = {"rules": rules, "seats": seats}
    with expected_warnings():
        api_test(table.env(**options), num_cycles=60)
        parallel_api_test(table.parallel_env(**options), num_cycles=60)
    seed_test(partial(table.env, **options), num_cycles=60)
    parallel_seed_test(partial(table.parallel_env, **options), num_cycles=60)


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("rules", NAMED, ids=lambda one: one.name)
def test_pettingzoo_finds_nothing_wrong(rules: Rules, seats: int) -> None:
    check(rules, seats)


@examples(5)
@given(generators.rules(), st.integers(1, 8))
def test_pettingzoo_finds_nothing_wrong_with_any_rules(rules: Rules, seats: int) -> None:
    check(rules, seats)


@examples(5)
@given(generators.rules(max_categories=6).filter(lambda rules: rules.turns >= 4), st.integers(1, 8))
def test_games_are_cut_after_the_cycles_that_were_asked_for(rules: Rules, seats: int) -> None:
    made = {kind: partial(getattr(table, kind), rules=rules, seats=seats) for kind in ("env", "parallel_env")}
    max_cycles_test(SimpleNamespace(**made))


def test_the_module_is_what_pettingzoo_expects_of_one() -> None:
    max_cycles_test(table)


def play(env: Any, chance: np.random.Generator, seed: int | None) -> dict[str, float]:
    """A game of random legal play, and the sum of the rewards of each seat."""
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for name in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        totals[name] += reward
        np.testing.assert_array_equal(seen["action_mask"], info["action_mask"])
        env.step(None if ended or cut else legal_action(seen["action_mask"], chance))
    return totals


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_every_seat_is_rewarded_with_its_score(seats: int) -> None:
    for reward in ("points", "end"):
        env = table.env(TINY, seats=seats, reward=reward)
        for seed in range(4):
            assert play(env, np.random.default_rng(seed), seed) == env.unwrapped.table.scores


def test_the_winner_is_rewarded_and_ties_are_shared() -> None:
    env, ties = table.env(TINY, seats=3, reward="win"), 0
    for seed in range(25):
        totals = play(env, np.random.default_rng(seed), seed)
        scores = env.unwrapped.table.scores
        first = [name for name, score in scores.items() if score == max(scores.values())]
        assert totals == {name: 1 / len(first) if name in first else 0.0 for name in scores}
        ties += len(first) > 1
    assert ties


def test_seats_take_turns() -> None:
    env, chance = table.env("yahtzee", seats=3), np.random.default_rng(1)
    env.reset(seed=1)
    boxes = []
    for name in env.agent_iter(200):
        _, _, ended, cut, info = env.last()
        if ended or cut:
            break
        action = legal_action(info["action_mask"], chance)
        if action >= 32:
            boxes.append(name)
        env.step(action)
    assert boxes == ["player_0", "player_1", "player_2"] * 13


def test_one_seat_plays_the_games_of_the_single_environment() -> None:
    env, single = table.env(SMALL, seats=1), GameEnv(SMALL, observation="flat")
    for seed in (3, None):
        env.reset(seed=seed)
        seen, info = single.reset(seed=seed)
        chance, ended = np.random.default_rng(1), False
        while not ended:
            np.testing.assert_array_equal(env.last()[0]["observation"], seen)
            action = legal_action(info["action_mask"], chance)
            env.step(action)
            seen, reward, ended, _, info = single.step(action)
            assert env.last()[1] == reward


@pytest.mark.parametrize("kind", [table.raw_env, table.parallel_env])
def test_games_of_the_optimal_player_are_those_of_the_simulation(kind: Any) -> None:
    env = kind(SMALL, seats=2, reward="regret", values=True)
    games = optimal_games(SMALL, seed=9, games=16)
    for number in range(8):
        env.reset(seed=9 if number == 0 else None)
        plans = {f"player_{place}": list(recorded_actions(games, 2 * number + place)) for place in range(2)}
        while env.agents:
            if kind is table.raw_env:
                _, reward, ended, _, _ = env.last()
                assert abs(reward) < 1e-9
                env.step(None if ended else plans[env.agent_selection].pop(0)[1])
            else:
                *_, rewards, _, _, _ = env.step({name: plans[name].pop(0)[1] for name in env.agents})
                assert all(abs(one) < 1e-9 for one in rewards.values())
        assert list(env.table.scores.values()) == list(games.scores[2 * number : 2 * number + 2])


def test_a_seat_sees_the_cards_of_the_others() -> None:
    env = table.raw_env("yahtzee", seats=2)
    env.reset(seed=1)
    env.step(32 + 12)
    seen = env.observe("player_1")["observation"]
    assert len(seen) == 35 + 16
    assert list(seen[35:48]) == [0] * 12 + [1]
    assert seen[-1] == pytest.approx(env.table.scores["player_0"] / env.table.options.encoding.most_score)


def test_what_a_table_cannot_be_is_refused() -> None:
    with pytest.raises(LearningError, match="seats=9 is not possible; it must be 1 to 8"):
        table.env(seats=9)
    with pytest.raises(LearningError, match="illegal='end' is not possible at a table"):
        table.env(illegal="end")
    with pytest.raises(LearningError, match="reward='win' needs the end of the game"):
        table.parallel_env(reward="win")
    with pytest.raises(LearningError, match="reward='fame' is not known"):
        table.env(reward="fame")
    env = table.raw_env(illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalDecision, match="action 45"):
        env.step(45)
