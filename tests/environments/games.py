"""What the tests of environments share: rules to play, random legal play, and games of the optimal player to replay."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from fivedice.environments.encoding import encoding_of
from fivedice.rules import VARIANTS, Rules, State, Turn
from fivedice.simulation.games import Games, play
from fivedice.simulation.streams import Counter
from fivedice.solver import cached_solution
from fivedice.strategies.policy import policy_of
from tests.small import SMALL, TINY

NAMED = (VARIANTS["yahtzee"][0], VARIANTS["yatzy"][0])
PLAIN = replace(TINY, name="plain", joker="none", yahtzee_bonus=0, upper_bonus=0, upper_threshold=0, rolls=1)
GAMES = (*NAMED, SMALL, TINY, PLAIN)


def legal_action(mask: Any, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


def optimal_games(rules: Rules, seed: int, games: int, first: int = 0) -> Games:
    """Games of the optimal player on the dice of a seed, every throw recorded."""
    stream = Counter(seed, first)
    return next(play(policy_of(cached_solution(rules)), stream, games, record=True, block=games))


def recorded_actions(games: Games, game: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The dice of each decision of a recorded game in ascending order, and the action that was taken."""
    assert games.held is not None
    assert games.shown is not None
    rules, encoding = games.rules, encoding_of(games.rules)
    for turn in range(rules.turns):
        for throw in range(rules.rolls):
            table = [int(face) for face in games.shown[game, turn, throw]]
            held = int(games.held[game, turn, throw]) if throw < rules.rolls - 1 else -1
            roll = tuple(sorted(table))
            if held < 0:
                yield roll, encoding.keeps + int(games.boxes[game, turn])
                break
            keep = tuple(sorted(face for place, face in enumerate(table) if held >> place & 1))
            yield roll, action_of(rules, roll, keep)


@cache
def action_of(rules: Rules, roll: tuple[int, ...], keep: tuple[int, ...]) -> int:
    return encoding_of(rules).action(Turn(State(), roll, 1), keep)
