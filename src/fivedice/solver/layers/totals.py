"""Upper totals that lead to the same: what is left of them is a number of classes for each set of filled upper boxes.

A total u matters only through the upper bonus at the end, B(u + s), where s is what the open upper boxes bring. Totals
with the same B(u + s) for every s that these boxes can bring have the same value: all that are too low for the bonus,
and, with only the sixes open, the six totals from which the same number of sixes is needed. Totals that the filled
boxes cannot add up to have no class. For six dice, that leaves 28 classes on average instead of 85 totals.

Where each of several columns has a bonus, its totals have classes of their own, and the class of all totals is the
number with these as its digits.
"""

import numpy as np

from fivedice.arrays import Bools, Ints, Longs
from fivedice.kernels.arguments import Totals


def upper_totals(kinds: Longs, columns: list[list[int]], gains: list[list[int]], bonuses: Ints) -> Totals:
    """Classes for some sets of filled upper boxes.

    kinds   : int64[kinds], bits of the filled boxes among the upper ones
    columns : the upper boxes of each column with a total of its own;  gains : for each box the points that it can bring
    bonuses : int32[cap + 1], B of each total of a column that is told apart
    """
    known: dict[tuple[int, int], Ints] = {}
    classes = np.empty((len(kinds), len(bonuses) ** len(columns)), np.int32)
    for place, kind in enumerate(kinds.tolist()):
        row = np.zeros(1, np.int32)
        for column, boxes in enumerate(columns):
            own = column, kind & sum(1 << box for box in boxes)
            if own not in known:
                known[own] = _classes(kind, boxes, gains, bonuses)
            here = known[own][:, None]
            row = np.where((here < 0) | (row < 0), -1, here * (row.max() + 1) + row).reshape(-1)
        classes[place] = row
    count = classes.max(axis=1) + 1
    examples = np.zeros((len(kinds), int(count.max())), np.int32)
    for row, example in zip(classes, examples, strict=True):
        reached = np.flatnonzero(row >= 0)[::-1]
        example[row[reached]] = reached  # of several totals of a class the least, which is assigned last
    return Totals(count.astype(np.int32), classes, examples)


def _classes(kind: int, boxes: list[int], gains: list[list[int]], bonuses: Ints) -> Ints:
    """int32[cap + 1], the class of each total of a column, −1 where play cannot come."""
    cap = len(bonuses) - 1
    later = np.minimum(np.add.outer(np.arange(cap + 1), np.arange(cap + 1)), cap)
    reached = _sums([gains[box] for box in boxes if kind >> box & 1], cap)
    to_come = _sums([gains[box] for box in boxes if not kind >> box & 1], cap)
    _, classes = np.unique(bonuses[later[reached][:, to_come]], axis=0, return_inverse=True)
    row = np.full(cap + 1, -1, np.int32)
    row[reached] = classes.reshape(-1)
    return row


def _sums(gains: list[list[int]], cap: int) -> Bools:
    """bool[cap + 1], which sums of one number out of each list there are; all beyond the cap count as the cap."""
    found = np.zeros(cap + 1, np.bool_)
    found[0] = True
    for numbers in gains:
        before, found = found, np.zeros(cap + 1, np.bool_)
        for total in np.flatnonzero(before):
            found[np.minimum(total + np.array(numbers), cap)] = True
    return found
