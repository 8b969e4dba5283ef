"""Upper totals that lead to the same: what is left of them is a number of classes for each set of filled upper boxes.

A total u matters only through the upper bonus at the end, B(u + s), where s is what the open upper boxes bring. Totals
with the same B(u + s) for every s that these boxes can bring have the same value: all that are too low for the bonus,
and, with only the sixes open, the six totals from which the same number of sixes is needed. Totals that the filled
boxes cannot add up to have no class. For six dice, that leaves 28 classes on average instead of 85 totals.
"""

from collections.abc import Iterable

import numpy as np

from fivedice.arrays import Bools, Ints, Longs
from fivedice.kernels.arguments import Totals


def upper_totals(kinds: Longs, boxes: Iterable[int], gains: list[list[int]], bonuses: Ints) -> Totals:
    """Classes for some sets of filled upper boxes.

    kinds   : int64[kinds], bits of the filled boxes among the upper ones
    boxes   : the upper boxes;  gains : for each box the points that it can bring
    bonuses : int32[cap + 1], B of each total that is told apart
    """
    upper, cap = tuple(boxes), len(bonuses) - 1
    later = np.minimum(np.add.outer(np.arange(cap + 1), np.arange(cap + 1)), cap)
    rows = []
    for kind in kinds.tolist():
        reached = _sums([gains[box] for box in upper if kind >> box & 1], cap)
        to_come = _sums([gains[box] for box in upper if not kind >> box & 1], cap)
        _, classes = np.unique(bonuses[later[reached][:, to_come]], axis=0, return_inverse=True)
        row = np.full(cap + 1, -1, np.int32)
        row[reached] = classes.reshape(-1)
        rows.append(row)
    classes = np.array(rows, np.int32)
    count = classes.max(axis=1) + 1
    examples = np.zeros((len(rows), int(count.max())), np.int32)
    for row, example in zip(classes, examples, strict=True):
        for total in np.flatnonzero(row >= 0)[::-1]:
            example[row[total]] = total
    return Totals(count.astype(np.int32), classes, examples)


def _sums(gains: list[list[int]], cap: int) -> Bools:
    """bool[cap + 1], which sums of one number out of each list there are; all beyond the cap count as the cap."""
    found = np.zeros(cap + 1, np.bool_)
    found[0] = True
    for numbers in gains:
        before, found = found, np.zeros(cap + 1, np.bool_)
        for total in np.flatnonzero(before):
            found[np.minimum(total + np.array(numbers), cap)] = True
    return found
