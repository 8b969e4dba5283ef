"""Exact values of actions in points still to come, and the regret of the action that was taken."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats
from fivedice.environments.encoding import encoding_of
from fivedice.kernels.actions import NOTHING
from fivedice.learning.examples import values_of
from fivedice.rules import Rules, State, Turn
from fivedice.solver import Solution, TurnValues, cached_solution
from fivedice.strategies.policy import Batch


@dataclass(frozen=True)
class Exact:
    """Values of actions under best play afterwards."""

    rules: Rules

    @cached_property
    def solution(self) -> Solution:
        """Solved at first use, or read from the cache."""
        return cached_solution(self.rules)

    def of_turn(self, turn: Turn) -> Floats:
        """float64[actions], −∞ where an action is not legal."""
        encoding, dice = encoding_of(self.rules), self.rules.dice_set
        values, roll = turn_values(self.solution, turn.state), dice.roll_index(turn.roll)
        found = np.full(encoding.actions, -np.inf)
        found[encoding.keeps :] = values.boxes[0][:, roll]
        if turn.rerolls:
            legal = encoding.leftmost[roll] == np.arange(encoding.keeps)
            rows = values.keeps[turn.rerolls - 1][encoding.keep_rows[roll]]
            found[: encoding.keeps] = np.where(legal, rows, -np.inf)
        return found


def values_of_actions(solution: Solution, turns: Batch, masks: NDArray[np.int8]) -> Floats:
    """float64[n, actions], what actions are worth by the values of a solution, −∞ where they are not legal."""
    encoding = encoding_of(solution.rules)
    decisions = np.full(masks.shape, NOTHING, np.int16)
    decisions[:, : encoding.keeps] = encoding.keep_rows[turns.roll]
    decisions[:, encoding.keeps :] = -1 - np.arange(solution.rules.turns)
    decisions[masks == 0] = NOTHING
    return values_of(solution, turns, decisions)


@lru_cache(maxsize=256)
def turn_values(solution: Solution, state: State) -> TurnValues:
    """The values of a state's turn: several decisions in a row need the same."""
    return TurnValues.of(solution, state)
