"""The choices of a policy: what it keeps of each roll and where it scores, in one state or in all of them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Longs
from fivedice.errors import StrategyError
from fivedice.kernels.choices import choose_best, room_for_choices
from fivedice.kernels.lanes import LANES
from fivedice.progress import Progress
from fivedice.rules import Decision, Rules, State, Turn
from fivedice.solver.exact import check_fits
from fivedice.solver.places import places_of
from fivedice.solver.reachable import reachable_states
from fivedice.solver.tables import compile_rules
from fivedice.solver.turns import TurnValues, expectation
from fivedice.strategies.policy import AskingPolicy, Batch, Policy, TablePolicy, in_memory, view_for

TURNS_PER_QUESTION = 1 << 17


@dataclass(frozen=True, eq=False)
class Choices:
    """What is chosen about each roll.

    keeps : int16[rerolls, rolls], with k + 1 rerolls left the row of the keep, or −1 − box;  boxes : int16[rolls]
    """

    rules: Rules
    keeps: NDArray[np.int16]
    boxes: NDArray[np.int16]

    def decision(self, turn: Turn) -> Decision:
        """The choice about the roll of a turn."""
        tables = compile_rules(self.rules)
        roll = tables.roll_index(self.rules, turn.roll, served=turn.served)
        choice = self.keeps[turn.rerolls - 1, roll] if turn.rerolls else -1 - self.boxes[roll]
        return tables.keep_at(self.rules, choice) if choice >= 0 else self.rules.categories[-1 - choice]


class FollowedTurn(TurnValues):
    """Values of a turn if it is played by the choices of a policy instead of the best ones."""

    def __init__(self, choices: Choices, boxes: Floats) -> None:
        self.rules, self.boxes = choices.rules, (boxes,)
        self.tables = tables = compile_rules(self.rules)
        every = np.arange(tables.rolls)
        self.rolls, self.keeps = [boxes[choices.boxes, every]], []
        for chosen in choices.keeps:
            self.keeps.append(expectation(self.rolls[-1], tables))
            self.rolls.append(np.where(chosen >= 0, self.keeps[-1][chosen], boxes[np.maximum(-1 - chosen, 0), every]))


def choices_in(policy: Policy, state: State) -> Choices:
    """All choices of a policy in a state; of two orders of the dice on the table the first."""
    rules = policy.rules
    if isinstance(policy, AskingPolicy):
        return _asked(policy, state)
    policy, place = in_memory(policy), places_of(rules).of(state.filled)
    if isinstance(policy, TablePolicy):
        at = (int(state.bonus), place, state.upper if policy.boxes.shape[2] > 1 else 0)
        return Choices(rules, policy.keeps[(0, *at)], policy.boxes[at])
    tables, arguments = view_for(policy)
    room = room_for_choices(rules.rolls - 1, tables.rolls, tables.keeps)
    start, lane = divmod(state.upper, LANES)
    choose_best(
        room, policy.values, place, int(state.bonus), start * LANES,
        arguments.rules, arguments.tables, policy.candidates,
    )  # fmt: skip
    keeps = room.keeps.reshape(rules.rolls - 1, tables.rolls, LANES)
    return Choices(rules, keeps[:, :, lane], room.boxes.reshape(tables.rolls, LANES)[:, lane])


def _asked(policy: AskingPolicy, state: State) -> Choices:
    answers = _answers(policy, *(np.array([one]) for one in (int(state.bonus), state.filled, state.upper)))[0]
    return Choices(policy.rules, answers[1:], -1 - answers[0])


def _answers(policy: AskingPolicy, flags: Longs, filled: Longs, upper: Longs) -> NDArray[np.int16]:
    """int16[states, rerolls, rolls], what is answered to every turn of some states."""
    shape = (policy.rules.rolls, compile_rules(policy.rules).rolls)
    rerolls, roll = (np.tile(one.reshape(-1), len(filled)) for one in np.indices(shape))
    flag, mask, total = (np.repeat(one, shape[0] * shape[1]) for one in (flags, filled, upper))
    return policy.decide_many(Batch(mask, total, flag, roll, rerolls)).reshape(-1, *shape)


def tabulated(policy: AskingPolicy, start: State | None = None, *, progress: Progress | None = None) -> TablePolicy:
    """Its choices in every turn that play can reach from a state; takes minutes for a network and a whole game."""
    if policy.why_not_exact:
        raise StrategyError(policy.why_not_exact)
    rules = policy.rules
    reached = reachable_states(rules, start)
    reached[:, -1] = False
    states, filled = np.argwhere(reached).T, places_of(rules).filled
    rolls = compile_rules(rules).rolls
    check_fits(2 * reached.size * rules.rolls * rolls, f"evaluating {rules.turns} categories turn by turn")
    keeps = np.zeros((1, *reached.shape, rules.rolls - 1, rolls), np.int16)
    boxes = np.zeros((*reached.shape, rolls), np.int16)
    size, count = max(TURNS_PER_QUESTION // (rules.rolls * rolls), 1), states.shape[1]
    for begin in range(0, count, size):
        some = tuple(states[:, begin : begin + size])
        flags, place, upper = some
        answers = _answers(policy, flags, filled[place], upper)
        boxes[some], keeps[0][some] = -1 - answers[:, 0], answers[:, 1:]
        if progress:
            progress(min(begin + size, count), count)
    why = np.broadcast_to(np.int8(0), (1, *reached.shape, rules.rolls, rolls))
    return TablePolicy(rules, keeps, boxes, why, ("",))
