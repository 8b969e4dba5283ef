"""The Gymnasium environment of one game."""

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given

from fivedice.environments.single import GameEnv
from fivedice.errors import FivediceError, IllegalDecision, LearningError, NotationError
from fivedice.rules import Rules
from fivedice.simulation.games import play as play_games
from fivedice.simulation.streams import Counter
from fivedice.solver import cached_solution
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategy_named
from tests import generators
from tests.environments.games import GAMES, legal_action, optimal_games, recorded_actions
from tests.generators import examples
from tests.small import SMALL, TINY


def play(env: GameEnv, chance: np.random.Generator, seed: int | None = None) -> tuple[list[object], float]:
    """One game of random legal play: all that was seen and the sum of rewards."""
    observation, info = env.reset(seed=seed)
    seen: list[object] = [observation]
    total, ended = 0.0, False
    while not ended:
        observation, reward, ended, _, info = env.step(legal_action(info["action_mask"], chance))
        seen += [observation, reward, info["score"]]
        total += reward
    return seen, total


@pytest.mark.parametrize("kind", ["dict", "flat"])
@pytest.mark.parametrize("name", ["fivedice/Yahtzee-v0", "fivedice/Yatzy-v0"])
def test_gymnasium_finds_nothing_wrong(name: str, kind: str) -> None:
    check_env(gymnasium.make(name, observation=kind).unwrapped)


@examples(5)
@given(generators.rules())
def test_gymnasium_finds_nothing_wrong_with_any_rules(rules: Rules) -> None:
    check_env(gymnasium.make("fivedice/Game-v0", rules=rules).unwrapped)
    check_env(gymnasium.make("fivedice/Game-v0", rules=rules, observation="flat", values=True).unwrapped)


@pytest.mark.parametrize("rules", GAMES, ids=lambda one: one.name)
def test_equal_seeds_give_equal_games(rules: Rules) -> None:
    one, other = GameEnv(rules), GameEnv(rules)
    for seed in (7, None, None):
        assert str(play(one, np.random.default_rng(1), seed)) == str(play(other, np.random.default_rng(1), seed))
    assert str(one.reset(seed=7)) == str(other.reset(seed=7)) != str(one.reset())


@pytest.mark.parametrize("rules", GAMES, ids=lambda one: one.name)
def test_points_and_the_reward_at_the_end_add_up_to_the_score(rules: Rules) -> None:
    for reward in ("points", "end"):
        env = GameEnv(rules, reward=reward)
        for seed in range(5):
            seen, total = play(env, np.random.default_rng(seed), seed)
            assert total == seen[-1] == env.learner.seat.card.total(rules)


def test_games_of_the_optimal_player_are_those_of_the_simulation() -> None:
    games = optimal_games(SMALL, seed=3, games=40)
    env = GameEnv(SMALL, reward="regret", values=True)
    for game in range(40):
        observation, info = env.reset(seed=3 if game == 0 else None)
        for roll, action in recorded_actions(games, game):
            assert tuple(observation["dice"]) == roll
            assert info["action_mask"][action]
            observation, reward, _, _, info = env.step(action)
            assert abs(reward) < 1e-9
        assert info["score"] == games.scores[game]


def test_score_is_the_optimum_less_regret_plus_luck() -> None:
    env = GameEnv(TINY, reward="regret", values=True)
    chance = np.random.default_rng(5)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        before, luck, ended = cached_solution(TINY).value, 0.0, False
        lost = 0.0
        while not ended:
            luck += info["value"] + info["score"] - before
            before = info["value"] + info["score"]
            _, reward, ended, _, info = env.step(legal_action(info["action_mask"], chance))
            before += reward
            lost -= reward
            assert info["regret"] == -reward >= 0
        assert info["score"] == pytest.approx(cached_solution(TINY).value + luck - lost + info["score"] - before)
        assert info["score"] == pytest.approx(before)


def test_decisions_are_told_to_an_environment_as_strategies_and_people_say_them() -> None:
    env, greedy = GameEnv("yahtzee", illegal="raise"), strategy_named("greedy")
    _, info = env.reset(seed=1)
    assert env.turn.roll == (1, 4, 5, 6, 6)
    assert (env.decision(0b11000), env.action("keep 66"), env.action("score sixes")) == ((6, 6), 0b11000, 37)
    assert (env.action_masks() == info["action_mask"].astype(bool)).all()
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(env.action(greedy.decide(env.rules, env.turn)))
    assert info["score"] == next(play_games(policy_for(greedy, env.rules), Counter(1), 1)).scores[0]


@pytest.mark.parametrize("decision", ["keep 66666", "score sixes", (1, 2, 3, 4, 5, 6)])
def test_a_decision_that_is_not_legal_is_no_action(decision: Any) -> None:
    env = GameEnv("yahtzee")
    env.reset(seed=1)
    env.step(env.action("score sixes"))
    with pytest.raises(IllegalDecision, match=r"cannot .* here; take a decision that info"):
        env.action(decision)


def test_an_illegal_action_is_replaced_by_the_first_legal_one_and_named() -> None:
    env = GameEnv("yahtzee")
    env.reset(seed=1)
    env.step(32 + 12)
    observation, _, _, _, info = env.step(32 + 12)
    assert info["illegal"]
    assert observation["rerolls"] == 1
    for action in (0, 0):
        observation, _, _, _, info = env.step(action)
    assert info["illegal"]
    assert list(observation["filled"]) == [1, *[0] * 11, 1]


def test_an_illegal_action_may_end_the_game_and_then_gives_away_all_that_was_to_come() -> None:
    env = GameEnv("yahtzee", illegal="end", reward="regret", values=True)
    _, info = env.reset(seed=1)
    value = info["value"]
    _, reward, ended, _, info = env.step(99)
    assert ended
    assert reward == pytest.approx(-value)
    assert not info["action_mask"].any()
    with pytest.raises(IllegalDecision, match="the game is over: reset"):
        env.step(0)


@pytest.mark.parametrize(("action", "words"), [(44, "score Chance"), (45, "is not known"), (-1, "is not known")])
def test_an_illegal_action_may_be_an_error(action: int, words: str) -> None:
    env = GameEnv("yahtzee", illegal="raise")
    env.reset(seed=1)
    env.step(44)
    with pytest.raises(IllegalDecision, match=f"action {action} .{words}. is not legal here"):
        env.step(action)


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"reward": "money"}, LearningError, "reward='money' is not known; it must be 'points', 'regret' or 'end'."),
        ({"observation": "deep"}, LearningError, "observation='deep' is not known; it must be 'dict' or 'flat'."),
        ({"illegal": "jail"}, LearningError, "illegal='jail' is not known; it must be 'first', 'end' or 'raise'."),
        ({"render_mode": "human"}, LearningError, "render_mode='human' is not known"),
        ({"rules": "chess"}, FivediceError, "variant 'chess' is not known"),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        GameEnv(**arguments)


def test_a_seed_that_dice_cannot_be_computed_from_is_refused() -> None:
    with pytest.raises(NotationError, match=f"seed {2**64} must be a whole number"):
        GameEnv().reset(seed=2**64)


def test_a_copy_of_an_environment_goes_on_alone() -> None:
    env = GameEnv(TINY)
    env.reset(seed=4)
    other = deepcopy(env)
    env.step(0)
    assert other.learner.seat.rerolls == env.learner.seat.rerolls + 1
    other.step(0)
    assert other.learner.seat.table == env.learner.seat.table
    assert str(other.reset()) == str(env.reset())
