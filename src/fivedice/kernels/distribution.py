"""Exact distributions of the score: probability pulled forward from one layer of states to the next.

Every state (filled boxes, bonus flag, upper total u) has a row of probabilities over the points so far, less u: the
points of the lower section, bonuses, and what the upper section holds beyond its cap. Rows of one mask and flag lie
together, upper total after upper total; `offset` says where, `width` how long each is.
"""

from typing import Any

from fivedice.kernels.compiling import kernel
from fivedice.kernels.lanes import LANES, add, load, multiply, spread, store


@kernel
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
    after: Any, mass: Any, before: Any, masks: Any, offset: Any, width: Any, high: Any,
    outcomes: Any, place: Any, per_upper: bool, cap: int, bonus: int, slot_count: int, box_slots: Any,
    slot_points: Any, earns: Any, upper: Any,
) -> None:  # fmt: skip
    """Fill the rows of all states whose filled boxes are among `masks` from those with one box fewer.

    after, before : float64[...], rows of this layer and of the layer before
    mass          : float64[flags, masks, totals], filled with the probability of each state
    offset, width : int64[flags, masks], where the rows of a mask and flag begin in their layer, and their length
    high          : int32[masks], greatest upper total of a mask
    outcomes      : float64[..., slots, totals], outcome probabilities of the layer before, see `kernels.outcomes`
    place         : int64[flags, masks], first index into `outcomes`, −1 where a state cannot occur
    per_upper     : whether outcomes differ by upper total, or are the same for all of them
    box_slots     : int32[boxes + 1], the slots of box b are box_slots[b] .. box_slots[b + 1] − 1
    earns         : bool[slots], whether the slot makes later Yahtzees earn bonuses
    """
    flags = offset.shape[0]
    for filled in masks:
        for box in range(upper.size):
            if not filled >> box & 1:
                continue
            parent = filled & ~(1 << box)
            for parent_flag in range(flags):
                if place[parent_flag, parent] < 0:
                    continue
                at, step = place[parent_flag, parent], width[parent_flag, parent]
                for total in range(high[parent] + 1):
                    source = offset[parent_flag, parent] + total * step
                    for slot in range(box_slots[box], box_slots[box + 1]):
                        flag = 1 if flags > 1 and earns[slot] else parent_flag
                        reached = min(total + slot_points[slot], cap) if upper[box] else total
                        target = offset[flag, filled] + reached * width[flag, filled] + slot_points[slot]
                        target -= reached - total
                        for with_bonus in range(flags if parent_flag else 1):
                            chance = outcomes[at, slot + with_bonus * slot_count, total if per_upper else 0]
                            if chance > 0.0:
                                add_scaled(after, target + with_bonus * bonus, before, source, step, chance)
        for flag in range(flags):
            for total in range(high[filled] + 1):
                begin = offset[flag, filled] + total * width[flag, filled]
                held = 0.0
                for at in range(begin, begin + width[flag, filled]):
                    held += after[at]
                mass[flag, filled, total] = held
