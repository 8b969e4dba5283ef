"""The player of a trained Q-table (study 003): what the table preferred in every turn, as a file of arrays.

    keeps : uint8 or int16[rerolls, rolls, states], with k + 1 rerolls left the position of the keep among those of
            the roll, the smallest first; the whole roll, which is the last, stands for stopping there
    boxes : uint8[rolls, states], the box to score when the turn ends

States are those that a game can reach, in ascending order of flag, place and upper total: neighbours decide
alike, so that the arrays compress well.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Ints
from fivedice.errors import StrategyError
from fivedice.rules import Decision, Rules, Turn
from fivedice.rules.dice import keeps_of
from fivedice.rules.notation import format_turn
from fivedice.solver.exact import check_fits
from fivedice.solver.places import places_of
from fivedice.solver.reachable import reachable_states
from fivedice.strategies.policy import TablePolicy
from fivedice.strategies.trained import Trained, TrainedPlayer

KIND = "q"
NO_STATE = -1


class QPlayer(TrainedPlayer):
    """Takes the decision that a Q-table preferred at the end of its training."""

    def __post_init__(self) -> None:
        rules, keeps, boxes = self.trained.rules, self.trained.arrays["keeps"], self.trained.arrays["boxes"]
        shape = (rules.rolls - 1, rules.dice_set.roll_count, int(state_numbers(rules).max()) + 1)
        if keeps.shape != shape or boxes.shape != shape[1:]:
            raise ValueError(f"choices of shapes {keeps.shape} and {boxes.shape} instead of {shape} and {shape[1:]}")
        if keeps.dtype != code_type(rules) or boxes.dtype != np.uint8:
            raise ValueError(f"choices of types {keeps.dtype} and {boxes.dtype}")
        parts = np.diff(keep_lists(rules)[1])
        if (keeps.max(axis=(0, 2), initial=0) >= parts).any() or keeps.min(initial=0) < 0:
            raise ValueError("a choice that is none of the keeps")
        may_fill = places_of(rules).open[np.nonzero(state_numbers(rules) != NO_STATE)[1]]
        # Roll by roll: all at once would take eight times the memory of the choices.
        if boxes.max(initial=0) >= rules.turns or any((may_fill >> row & 1 == 0).any() for row in boxes):
            raise ValueError("a choice that is none of the open boxes")

    @property
    def summary(self) -> str:
        """How it plays, in one line."""
        return f"Decides as a Q-table preferred after {self.trained.training['epochs']} epochs."

    def policy(self, rules: Rules) -> TablePolicy:
        """The strategy as arrays."""
        self.check(rules)
        return spelled_out(self.trained)

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """What the table preferred."""
        self.check(rules)
        state = turn.state
        number = int(state_numbers(rules)[int(state.bonus), places_of(rules).of(state.filled), state.upper])
        if number == NO_STATE:
            raise StrategyError(f"strategy {self.name!r} never met {format_turn(rules, turn)!r}: no game leads there.")
        roll = rules.dice_set.roll_index(turn.roll)
        if turn.rerolls:
            keeps = keeps_of(turn.roll)
            position = int(self.trained.arrays["keeps"][turn.rerolls - 1, roll, number])
            if position < len(keeps) - 1:
                return keeps[position]
        return rules.categories[self.trained.arrays["boxes"][roll, number]]


def code_type(rules: Rules) -> type[np.uint8] | type[np.int16]:
    """The smallest type that numbers the keeps of any roll; most has the roll whose dice spread over all faces."""
    each, more = divmod(rules.dice, rules.faces)
    most = (each + 2) ** more * (each + 1) ** (rules.faces - more)
    return np.uint8 if most <= 1 << 8 else np.int16


@lru_cache(maxsize=4)
def state_numbers(rules: Rules) -> NDArray[np.int64]:
    """int64[flags, places, cap + 1], number of each state that a game can reach with a box open, else NO_STATE."""
    reached = reachable_states(rules)
    reached[:, -1] = False
    numbers = np.where(reached, np.cumsum(reached).reshape(reached.shape) - 1, NO_STATE)
    numbers.setflags(write=False)
    return numbers


@lru_cache(maxsize=4)
def keep_lists(rules: Rules) -> tuple[Ints, Ints]:
    """Rows of the keeps that are part of each roll, the roll itself last: rows[start[roll] : start[roll + 1]]."""
    dice = rules.dice_set
    lists = [[dice.keep_index[keep] for keep in keeps_of(roll)] for roll in dice.rolls]
    rows = np.array([row for one in lists for row in one], np.int32)
    return rows, np.cumsum([0, *map(len, lists)]).astype(np.int32)


def spelled_out(trained: Trained) -> TablePolicy:
    """Every decision as the kernels read it; states that no game reaches are left at zero."""
    rules, keep_codes, box_codes = trained.rules, trained.arrays["keeps"], trained.arrays["boxes"]
    number, (parts, start) = state_numbers(rules), keep_lists(rules)
    rerolls, rolls, _ = keep_codes.shape
    check_fits(2 * number.size * (rerolls + 1) * rolls, f"the decisions of a Q-table for {rules.name!r}")
    keeps = np.zeros((1, *number.shape, rerolls, rolls), np.int16)
    boxes = np.zeros((*number.shape, rolls), np.int16)
    for flag, place in np.argwhere((number != NO_STATE).any(axis=2)):
        totals = np.flatnonzero(number[flag, place] != NO_STATE)
        states = slice(number[flag, place, totals[0]], number[flag, place, totals[-1]] + 1)
        box = box_codes[:, states].T.astype(np.int16)
        codes = keep_codes[:, :, states].transpose(2, 0, 1).astype(np.int64)
        rows = parts[start[:-1] + codes]
        stops = codes == np.diff(start) - 1
        boxes[flag, place, totals] = box
        keeps[0, flag, place, totals] = np.where(stops, -1 - box[:, None, :], rows)
    why = np.broadcast_to(np.int8(0), (1, *number.shape, rerolls + 1, rolls))
    return TablePolicy(rules, keeps, boxes, why, ("",))
