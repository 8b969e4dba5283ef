"""Ten thousand games of the optimal player through each environment: no decision has a regret."""

from typing import Any

import numpy as np
import pyspiel
import pytest

import fivedice  # noqa: F401, which registers the game of OpenSpiel
from fivedice.environments import pettingzoo as table
from fivedice.environments.exact import Exact
from fivedice.environments.single import GameEnv
from fivedice.environments.vector import VectorGame
from fivedice.rules import variant
from fivedice.simulation.games import Games
from tests.environments.games import optimal_games, recorded_actions

YAHTZEE = variant("yahtzee")
OPTIMUM = 254.5877
GAMES = 10_000
ROUNDING = 1e-9
"""What regrets may differ from 0 by: values are sums of doubles."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def games(session_cache: Any) -> Games:
    return optimal_games(YAHTZEE, seed=18, games=GAMES)


def assert_optimal(scores: Any) -> None:
    assert len(scores) == GAMES
    error = np.std(scores, ddof=1) / np.sqrt(GAMES)
    print(f"mean {np.mean(scores):.4f}, standard error {error:.4f}")
    assert abs(np.mean(scores) - OPTIMUM) < 4 * error


def test_in_the_single_environment(games: Games) -> None:
    env, scores = GameEnv("yahtzee", reward="regret", values=True), []
    for game in range(GAMES):
        observation, info = env.reset(seed=18 if game == 0 else None)
        for roll, action in recorded_actions(games, game):
            assert tuple(observation["dice"]) == roll
            observation, reward, _, _, info = env.step(action)
            assert abs(reward) < ROUNDING
            assert abs(info["regret"]) < ROUNDING
        scores.append(info["score"])
    assert scores == list(games.scores)
    assert_optimal(scores)


def test_in_the_vector_environment() -> None:
    side_by_side, each = 1000, GAMES // 1000
    env = VectorGame(side_by_side, "yahtzee", reward="regret", values=True, autoreset_mode="SameStep")
    env.reset(seed=1000)
    played = [optimal_games(YAHTZEE, 1000 + place, each) for place in range(side_by_side)]
    plans = [[action for game in range(each) for _, action in recorded_actions(one, game)] for one in played]
    scores: list[list[int]] = [[] for _ in played]
    for step in range(max(map(len, plans))):
        actions = np.array([plan[step] if step < len(plan) else 0 for plan in plans])
        going = np.array([step < len(plan) for plan in plans])
        _, rewards, ended, _, info = env.step(actions)
        assert (np.abs(rewards[going]) < ROUNDING).all()
        for place in np.flatnonzero(ended & going):
            scores[place].append(int(info["final_info"]["score"][place]))
    assert scores == [list(one.scores) for one in played]
    assert_optimal(np.ravel(scores))


@pytest.mark.parametrize("kind", [table.raw_env, table.parallel_env], ids=["in turns", "at once"])
def test_at_a_table(games: Games, kind: Any) -> None:
    seats, scores = 4, []
    env = kind("yahtzee", seats=seats, reward="regret", values=True)
    for number in range(0, GAMES, seats):
        env.reset(seed=18 if number == 0 else None)
        plans = {f"player_{place}": list(recorded_actions(games, number + place)) for place in range(seats)}
        while env.agents:
            if kind is table.raw_env:
                _, reward, ended, _, _ = env.last(observe=False)
                assert abs(reward) < ROUNDING
                env.step(None if ended else plans[env.agent_selection].pop(0)[1])
            else:
                _, rewards, _, _, _ = env.step({name: plans[name].pop(0)[1] for name in env.agents})
                assert all(abs(one) < ROUNDING for one in rewards.values())
        scores += env.table.scores.values()
    assert scores == list(games.scores)
    assert_optimal(scores)


def test_in_openspiel(games: Games) -> None:
    game, exact, dice = pyspiel.load_game("fivedice_yahtzee(players=4)"), Exact(YAHTZEE), YAHTZEE.dice_set
    scores: list[int] = []
    for number in range(0, GAMES, 4):
        state = game.new_initial_state()
        plans = [list(recorded_actions(games, number + place)) for place in range(4)]
        while not state.is_terminal():
            plan = plans[state.mover]
            if state.is_chance_node():
                state.apply_action(dice.roll_index(plan[0][0]))
                continue
            values, action = exact.of_turn(state.seat.turn), plan.pop(0)[1]
            assert values.max() - values[action] < ROUNDING
            state.apply_action(action)
        scores += map(int, state.returns())
    assert scores == list(games.scores)
    assert_optimal(scores)
