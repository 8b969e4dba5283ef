"""Exact distributions of the score: probability pulled forward from one layer of states to the next.

Every state (filled boxes, bonus flag, upper total u) has a row of probabilities over x, the points so far less u. While
rows are filled, those of one mask and flag lie together, u from `low` to `high`: the number for x is at

    offset + (u − low) · width + x

A state from which the upper bonus is out of reach (u < low) is taken together with that of `low`, whose row begins
`before` numbers earlier; the row of the cap, which also has what the upper section holds beyond it, ends `beyond`
numbers later. Once filled, rows are trimmed to the numbers between their zeros.
"""

from typing import Any

import numpy as np

from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.lanes import LANES, add, load, multiply, spread, store


@part
def add_scaled(after: Any, target: int, before: Any, source: int, count: int, factor: float) -> None:
    """Add a multiple of before[source : source + count] to the entries of `after` from `target` on."""
    factors = spread(factor)
    whole = count - count % LANES
    for at in range(0, whole, LANES):
        moved = multiply(load(before, source + at), factors)
        store(after, target + at, add(load(after, target + at), moved))
    for at in range(whole, count):
        after[target + at] += factor * before[source + at]


@kernel
def pull_states(
    after: Any, masks: Any, offset: Any, width: Any, low: Any, written: Any,
    rows: Any, place: Any, begin: Any, first: Any, count: Any,
    outcomes: Any, per_upper: bool, cap: int, bonus: int, slot_count: int, box_slots: Any,
    slot_points: Any, earns: Any, upper: Any,
) -> None:  # fmt: skip
    """Add to the rows of all states whose filled boxes are among `masks` what some states with one box fewer give them.

    after         : float64[...], rows that are being filled
    offset, width : int64[flags, masks], where the rows of a mask and flag begin, and their length
    low           : int32[masks], least upper total of a mask
    written       : int32[flags, masks, totals, 2], brought up to date: from where to where a row was added to
    rows          : float64[...], trimmed rows of some states of the layer before
    place         : int64[flags, masks], index of a mask and flag into the arrays that follow, −1 where there are none
    begin, first, count : int32[..., totals], where a trimmed row begins, its first x, and its length
    outcomes      : float64[..., slots, totals], outcome probabilities of those states, see `kernels.outcomes`
    per_upper     : whether outcomes differ by upper total, or are the same for all of them
    box_slots     : int32[boxes + 1], the slots of box b are box_slots[b] .. box_slots[b + 1] − 1
    earns         : bool[slots], whether the slot makes later Yahtzees earn bonuses
    """
    flags = offset.shape[0]
    for mask in masks:
        filled = np.int64(mask)
        for box in range(upper.size):
            if not filled >> box & 1:
                continue
            parent = filled & ~(1 << box)
            for parent_flag in range(flags):
                at = place[parent_flag, parent]
                if at < 0:
                    continue
                for total in range(low[parent], cap + 1):
                    if count[at, total] == 0:
                        continue
                    for slot in range(box_slots[box], box_slots[box + 1]):
                        flag = 1 if flags > 1 and earns[slot] else parent_flag
                        reached = min(total + slot_points[slot], cap) if upper[box] else total
                        reached = max(reached, low[filled])
                        target = offset[flag, filled] + (reached - low[filled]) * width[flag, filled]
                        target += first[at, total] + total + slot_points[slot] - reached
                        edges = written[flag, filled, reached]
                        for with_bonus in range(flags if parent_flag else 1):
                            chance = outcomes[at, slot + with_bonus * slot_count, total if per_upper else 0]
                            if chance > 0.0:
                                to = target + with_bonus * bonus
                                add_scaled(after, to, rows, begin[at, total], count[at, total], chance)
                                edges[0] = min(edges[0], to)
                                edges[1] = max(edges[1], to + count[at, total])


@kernel
def trim_rows(
    rows: Any, masks: Any, offset: Any, width: Any, low: Any, high: Any, written: Any,
    begin: Any, first: Any, count: Any, mass: Any,
) -> int:  # fmt: skip
    """Move the rows of some masks together, each without the zeros at its ends; returns how many numbers remain.

    written : as in `pull_states`; what was never written is not read either, as the system would have to find memory
    begin, first, count, mass : [flags · masks, totals], filled with where a row begins, its first x, its length and sum
    """
    used = 0
    for flag in range(offset.shape[0]):
        for number in range(masks.size):
            filled, at = masks[number], flag * masks.size + number
            for total in range(low[filled], high[filled] + 1):
                origin = offset[flag, filled] + (total - low[filled]) * width[flag, filled]
                start, end = np.int64(written[flag, filled, total, 0]), np.int64(written[flag, filled, total, 1])
                while start < end and rows[start] == 0.0:
                    start += 1
                while start < end and rows[end - 1] == 0.0:
                    end -= 1
                begin[at, total], first[at, total], count[at, total] = used, start - origin, max(end - start, 0)
                for source in range(start, end):
                    rows[used] = rows[source]
                    mass[at, total] += rows[source]
                    used += 1
    return used
