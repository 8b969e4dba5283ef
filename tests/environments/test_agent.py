"""Agents that were trained in an environment, as strategies."""

from typing import Any

import numpy as np
import pytest

import fivedice as fd
from fivedice.environments.agent import Agent
from fivedice.environments.single import GameEnv
from fivedice.errors import LearningError, StrategyError
from tests.small import SMALL, TINY


def most_points(seen: Any, mask: Any) -> Any:
    """Keep nothing while a reroll is left, then score the box that pays most."""
    return 0 if seen["rerolls"] else mask.size - SMALL.turns + seen["pays"].argmax()


def test_an_agent_plays_as_it_does_in_its_environment() -> None:
    env, scores = GameEnv(SMALL), []
    for game in range(5):
        seen, info = env.reset(seed=3 if game == 0 else None)
        ended = False
        while not ended:
            seen, _, ended, _, info = env.step(most_points(seen, info["action_mask"]))
        scores.append(info["score"])
    player = Agent(most_points, SMALL, "most points", observation="dict")
    assert fd.simulate(player, SMALL, games=5, seed=3).mean == np.mean(scores)


def test_an_agent_is_rated_by_its_regrets() -> None:
    found = fd.rate(Agent(lambda seen, mask: mask.argmax(), SMALL, "first"), SMALL, games=5)
    assert found.strategy == "first"
    assert found.regret > 0
    assert found.positions == 0  # none of them is of these rules


def test_an_agent_plays_the_rules_that_it_was_trained_for() -> None:
    with pytest.raises(StrategyError, match="agent 'agent' plays 'tiny' only, not 'small'"):
        fd.simulate(Agent(most_points, TINY), SMALL, games=2)
    with pytest.raises(LearningError, match="observation='deep' is not known"):
        Agent(most_points, TINY, observation="deep")


@pytest.mark.parametrize(("action", "words"), [(99, "answers action 99; it must be 0 to"), (2, "which is not legal")])
def test_an_action_that_is_not_legal_is_one_sentence(action: int, words: str) -> None:
    player = Agent(lambda seen, mask: action, TINY)
    with pytest.raises(StrategyError, match=words):
        player.decide(TINY, fd.Turn(fd.State(), (1, 3), 0))
