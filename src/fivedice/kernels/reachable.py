"""Which states can occur at all: a forward walk over filled categories, one box at a time."""

from typing import Any

from numba import njit

from fivedice.kernels.arguments import Arrays, Numbers, Payouts
from fivedice.kernels.spans import list_ways


@njit(cache=True, nogil=True)
def _mark(reached: Any, flag: int, filled: int, child_flag: int, child: int, shift: int) -> None:
    cap = reached.shape[2] - 1
    source, target = reached[flag, filled], reached[child_flag, child]
    for upper in range(cap + 1 - shift):
        target[upper + shift] |= source[upper]
    for upper in range(max(cap + 1 - shift, 0), cap + 1):
        target[cap] |= source[upper]


@njit(cache=True, nogil=True)
def mark_reachable(reached: Any, ways: Any, can_miss: Any, rules: Numbers, tables: Arrays, groups: Payouts) -> None:
    """Mark every state that play can reach, given that the start is marked.

    reached        : bool[flags, masks, cap + 1], filled in place
    ways, can_miss : as in `spans.list_ways`
    """
    for filled in range(rules.everything):
        for flag in range(reached.shape[0]):
            if not reached[flag, filled].any():
                continue
            count = list_ways(ways, filled, flag, can_miss, rules, tables, groups)
            for way in range(count):
                box, shift, after = ways[way, 0], ways[way, 1], ways[way, 3]
                again = way > 0 and ways[way - 1, 0] == box and ways[way - 1, 1] == shift and ways[way - 1, 3] == after
                if not again:  # ways that differ only in points lead to the same states
                    _mark(reached, flag, filled, after, filled | 1 << box, shift)
