"""Which states can occur at all: a forward walk over filled categories, with numpy, all places of a layer at once."""

import numpy as np

from fivedice.arrays import Bools, Ints
from fivedice.kernels.joker import JOKER_FORCED, legal_boxes
from fivedice.rules import Rules, State
from fivedice.solver.exact import kernel_arguments
from fivedice.solver.places import places_of
from fivedice.solver.tables import compile_rules


def count_states(rules: Rules) -> list[int]:
    """Number of reachable states after each number of turns, 0 to the end."""
    reached = reachable_states(rules)
    turns = np.bitwise_count(places_of(rules).filled)
    return [int(count) for count in np.bincount(turns, reached.sum(axis=(0, 2)))]


def reachable_states(rules: Rules, start: State | None = None) -> Bools:
    """bool[flags, places, upper totals], whether play can reach a state from the start, or from another state."""
    begin, tables, places = start or State(), compile_rules(rules), places_of(rules)
    arguments = kernel_arguments(rules, tables)
    numbers, (flags, count, _) = arguments.rules, arguments.shape
    reached = np.zeros((flags, count, rules.upper_cap + 1), np.bool_)
    reached[int(begin.bonus), places.of(begin.filled), begin.upper] = True
    shifts = tables.points * tables.upper[:, None]
    ordinary = [np.unique(np.delete(row, arguments.tables.equal_rolls)).tolist() for row in shifts]
    for layer in places.layers(begin.filled)[:-1]:
        layer = layer[reached[:, layer].any(axis=(0, 2))]
        filled, may_fill = places.filled[layer], places.open[layer]
        legal = {  # the boxes of a joker depend on the place, those of other rolls are all that are open
            int(roll): np.array(
                [
                    legal_boxes.py_func(*boxes, face, int(tables.face_boxes[face]), numbers)
                    for boxes in zip(filled.tolist(), may_fill.tolist(), strict=True)
                ],
                np.int64,
            )
            for roll in arguments.tables.equal_rolls
            if (face := int(tables.equal_face[roll])) and numbers.joker == JOKER_FORCED
        }
        for box, step in enumerate(places.step.tolist()):
            some = layer[may_fill >> box & 1 == 1]
            for flag in range(flags):
                for shift in ordinary[box]:
                    _move(reached, flag, some, flag, some + step, shift)
                earned = 1 if flags == 2 and box == rules.yahtzee else flag
                for roll in arguments.tables.equal_rolls:
                    may = layer[legal[int(roll)] >> box & 1 == 1] if legal else some
                    _move(reached, flag, may, earned, may + step, int(shifts[box, roll]))
    return reached


def _move(reached: Bools, flag: int, places: Ints, after: int, filled: Ints, shift: int) -> None:
    """Mark the upper totals at some places, raised by the points of a box, at those with the box filled."""
    before, totals = reached[flag, places], reached.shape[2]
    inside = max(totals - shift, 0)
    moved = np.zeros_like(before)
    moved[:, totals - inside :] = before[:, :inside]
    moved[:, -1] |= before[:, inside:].any(axis=1)
    reached[after, filled] |= moved
