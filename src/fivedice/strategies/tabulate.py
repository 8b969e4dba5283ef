"""A player that is asked about many turns at once, asked about every turn that can occur."""

import numpy as np

from fivedice.errors import StrategyError
from fivedice.progress import Progress
from fivedice.rules import State
from fivedice.solver.exact import check_fits
from fivedice.solver.reachable import reachable_states
from fivedice.solver.tables import compile_rules
from fivedice.strategies.policy import AskingPolicy, Batch, TablePolicy

TURNS_PER_QUESTION = 1 << 17


def tabulated(policy: AskingPolicy, start: State | None = None, *, progress: Progress | None = None) -> TablePolicy:
    """Its choices in every turn that play can reach from a state; takes minutes for a network and a whole game."""
    if policy.why_not_exact:
        raise StrategyError(policy.why_not_exact)
    rules = policy.rules
    reached = reachable_states(rules, start)
    reached[:, -1] = False
    flags, filled, upper = (one.astype(np.int64) for one in np.nonzero(reached))
    rolls = compile_rules(rules).rolls
    check_fits(2 * reached.size * rules.rolls * rolls, f"evaluating {rules.turns} categories turn by turn")
    keeps = np.zeros((1, *reached.shape, rules.rolls - 1, rolls), np.int16)
    boxes = np.zeros((*reached.shape, rolls), np.int16)
    rerolls, roll = (one.reshape(-1) for one in np.indices((rules.rolls, rolls)))
    size = max(TURNS_PER_QUESTION // roll.size, 1)
    for begin in range(0, len(filled), size):
        some = (flags[begin : begin + size], filled[begin : begin + size], upper[begin : begin + size])
        flag, mask, total = (np.repeat(one, roll.size) for one in some)
        count = len(some[0])
        batch = Batch(mask, total, flag, np.tile(roll, count), np.tile(rerolls, count))
        answers = policy.decide_many(batch).reshape(count, rules.rolls, rolls)
        boxes[some], keeps[0][some] = -1 - answers[:, 0], answers[:, 1:]
        if progress:
            progress(min(begin + size, len(filled)), len(filled))
    why = np.broadcast_to(np.int8(0), (1, *reached.shape, rules.rolls, rolls))
    return TablePolicy(rules, keeps, boxes, why, ("",))
