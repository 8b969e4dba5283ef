"""Which states can occur at all: a forward walk over filled categories, with numpy, all masks of a layer at once."""

import numpy as np

from fivedice.arrays import Bools, Ints
from fivedice.kernels.joker import JOKER_FORCED, legal_boxes
from fivedice.rules import Rules, State
from fivedice.solver.exact import kernel_arguments
from fivedice.solver.tables import compile_rules, mask_layers


def count_states(rules: Rules) -> list[int]:
    """Number of reachable states after each number of turns, 0 to the end."""
    reached = reachable_states(rules)
    turns = np.bitwise_count(np.arange(reached.shape[1]))
    return [int(count) for count in np.bincount(turns, reached.sum(axis=(0, 2)))]


def reachable_states(rules: Rules, start: State | None = None) -> Bools:
    """bool[flags, masks, upper totals], whether play can reach a state from the start, or from another state."""
    begin, tables = start or State(), compile_rules(rules)
    arguments = kernel_arguments(rules, tables)
    numbers, (flags, masks, _) = arguments.rules, arguments.shape
    reached = np.zeros((flags, masks, rules.upper_cap + 1), np.bool_)
    reached[int(begin.bonus), begin.filled, begin.upper] = True
    shifts = tables.points * tables.upper[:, None]
    ordinary = [np.unique(row[tables.equal_face == 0]).tolist() for row in shifts]
    for layer in mask_layers(rules.turns)[:-1]:
        layer = layer[reached[:, layer].any(axis=(0, 2))]
        legal = {  # the boxes of a joker depend on the mask, those of other rolls are all that are open
            int(roll): np.array(
                [legal_boxes.py_func(one, face, tables.face_box[face], numbers) for one in layer.tolist()], np.int64
            )
            for roll in arguments.tables.equal_rolls
            if (face := int(tables.equal_face[roll])) and numbers.joker == JOKER_FORCED
        }
        for box in range(rules.turns):
            some = layer[layer >> box & 1 == 0]
            for flag in range(flags):
                for shift in ordinary[box]:
                    _move(reached, flag, some, flag, some | 1 << box, shift)
                earned = 1 if flags == 2 and box == rules.yahtzee else flag
                for roll in arguments.tables.equal_rolls:
                    may = layer[legal[int(roll)] >> box & 1 == 1] if legal else some
                    _move(reached, flag, may, earned, may | 1 << box, int(shifts[box, roll]))
    return reached


def _move(reached: Bools, flag: int, masks: Ints, after: int, filled: Ints, shift: int) -> None:
    """Mark the upper totals of some masks, raised by the points of a box, in those with the box filled."""
    before, totals = reached[flag, masks], reached.shape[2]
    inside = max(totals - shift, 0)
    moved = np.zeros_like(before)
    moved[:, totals - inside :] = before[:, :inside]
    moved[:, -1] |= before[:, inside:].any(axis=1)
    reached[after, filled] |= moved
