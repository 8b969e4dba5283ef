"""Which states can occur at all: a forward walk over filled categories, one box at a time.

The upper totals of a mask are the bits of a few words, so that scoring a box in all of them is a shift.
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers, Payouts
from fivedice.kernels.compiling import kernel
from fivedice.kernels.spans import list_ways

WORD = 64
"""Bits in a word."""


@kernel
def _cap(totals: Any, cap: int) -> bool:
    """Count the totals above the cap as the cap itself; returns whether there are totals at all."""
    word, bit, above, some = cap // WORD, np.uint64(cap % WORD), False, False
    within = (np.uint64(2) << bit) - np.uint64(1)  # 2 << 63 is 0, and less 1 all bits
    for at in range(totals.size):
        inside = within if at == word else np.uint64(0) if at > word else ~np.uint64(0)
        above |= totals[at] & ~inside != 0
        totals[at] &= inside
    if above:
        totals[word] |= np.uint64(1) << bit
    for at in range(word + 1):
        some |= totals[at] != 0
    return some


@kernel
def mark_reachable(
    reached: Any, cap: int, ways: Any, can_miss: Any, rules: Numbers, tables: Arrays, groups: Payouts
) -> None:
    """Mark every state that play can reach, given that the start is marked.

    reached        : uint64[flags, masks, words], the upper totals of each flag and mask as bits, filled in place; there
                     is room for the points of a box beyond the cap
    ways, can_miss : as in `spans.list_ways`
    """
    words = cap // WORD + 1
    for filled in range(rules.everything + 1):
        for flag in range(reached.shape[0]):
            source = reached[flag, filled]
            if not _cap(source, cap):
                continue
            for way in range(list_ways(ways, filled, flag, can_miss, rules, tables, groups)):
                skip, bits = ways[way, 1] // WORD, np.uint64(ways[way, 1] % WORD)
                target = reached[ways[way, 3], filled | 1 << ways[way, 0]]
                for at in range(words):
                    target[at + skip] |= source[at] << bits
                    if bits:
                        target[at + skip + 1] |= source[at] >> (np.uint64(WORD) - bits)
