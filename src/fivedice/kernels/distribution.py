"""Exact distributions of the score: probability pulled forward from one layer of states to the next.

Every state (filled boxes, bonus flag, upper total u) has a row of probabilities over x, the points so far less u. While
rows are filled, those of one place and flag lie together, u from `low` to `high`: the number for x is at

    offset + (u − low) · width + x

A state from which the upper bonus is out of reach (u < low) is taken together with that of `low`, whose row begins
`before` numbers earlier; the row of the cap, which also has what the upper section holds beyond it, ends `beyond`
numbers later. Once filled, rows are trimmed to the numbers between their zeros.
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.lanes import LANES, add, load, multiply, spread, store
from fivedice.kernels.places import filled_at


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
    after: Any, places: Any, offset: Any, width: Any, low: Any, written: Any,
    rows: Any, index: Any, begin: Any, first: Any, count: Any,
    outcomes: Any, per_upper: bool, cap: int, bonus: int, slot_count: int, box_slots: Any,
    slot_points: Any, earns: Any, tables: Arrays,
) -> None:  # fmt: skip
    """Add to the rows of all states at some places what some states with one box fewer give them.

    after         : float64[...], rows that are being filled
    offset, width : int64[flags, places], where the rows of a place and flag begin, and their length
    low           : int32[places], least upper total of a place
    written       : int32[flags, places, totals, 2], brought up to date: from where to where a row was added to
    rows          : float64[...], trimmed rows of some states of the layer before
    index         : int64[flags, places], of a place and flag into the arrays that follow, −1 where there are none
    begin, first, count : int32[..., totals], where a trimmed row begins, its first x, and its length
    outcomes      : float64[..., slots, totals], outcome probabilities of those states, see `kernels.outcomes`
    per_upper     : whether outcomes differ by upper total, or are the same for all of them
    box_slots     : int32[boxes + 1], the slots of box b are box_slots[b] .. box_slots[b + 1] − 1
    earns         : bool[slots], whether the slot makes later Yahtzees earn bonuses
    """
    flags, upper, step = offset.shape[0], tables.upper, tables.step
    for one in places:
        place = np.int64(one)
        filled = filled_at(place, tables)
        for box in range(upper.size):
            if not filled >> box & 1:
                continue
            parent = place - step[box]
            if filled_at(parent, tables) | 1 << box != filled:
                continue  # a later box of its track is filled: this one was not the last
            for parent_flag in range(flags):
                at = index[parent_flag, parent]
                if at < 0:
                    continue
                for total in range(low[parent], cap + 1):
                    if count[at, total] == 0:
                        continue
                    for slot in range(box_slots[box], box_slots[box + 1]):
                        flag = 1 if flags > 1 and earns[slot] else parent_flag
                        reached = min(total + slot_points[slot], cap) if upper[box] else total
                        reached = max(reached, low[place])
                        target = offset[flag, place] + (reached - low[place]) * width[flag, place]
                        target += first[at, total] + total + slot_points[slot] - reached
                        edges = written[flag, place, reached]
                        for with_bonus in range(flags if parent_flag else 1):
                            chance = outcomes[at, slot + with_bonus * slot_count, total if per_upper else 0]
                            if chance > 0.0:
                                to = target + with_bonus * bonus
                                add_scaled(after, to, rows, begin[at, total], count[at, total], chance)
                                edges[0] = min(edges[0], to)
                                edges[1] = max(edges[1], to + count[at, total])


@kernel
def trim_rows(
    rows: Any, places: Any, offset: Any, width: Any, low: Any, high: Any, written: Any,
    begin: Any, first: Any, count: Any, mass: Any,
) -> int:  # fmt: skip
    """Move the rows of some places together, without the zeros at their ends; returns how many numbers remain.

    written : as in `pull_states`; what was never written is not read either, as the system would have to find memory
    begin, first, count, mass : [flags · places, totals], filled with where a row begins, its first x, length and sum
    """
    used = 0
    for flag in range(offset.shape[0]):
        for number in range(places.size):
            place, at = places[number], flag * places.size + number
            for total in range(low[place], high[place] + 1):
                origin = offset[flag, place] + (total - low[place]) * width[flag, place]
                start, end = np.int64(written[flag, place, total, 0]), np.int64(written[flag, place, total, 1])
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
