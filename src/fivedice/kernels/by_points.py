"""Backward induction over points too: the greatest expected utility of the final score, for all points so far at once.

With x points so far in state s, and g the utility of a final score:

    W(end, x) = g(x + upper bonus)
    U₀(s, r, x) = max over legal boxes c of  W(s after c, x + points(s, r, c))

and the rest of the turn as in `kernels.backward`. Each state has a row W(s, ·) over neighbouring x, which are the lanes
here: to score points is to load at an offset. Rows hold only what matters, x from `first` to `last`: a start that
play cannot come from is left out, and so is an x from which every final score has the same utility. Such utilities
are at the two ends of g; they stand as padding on both sides of each row, one vector wide, and a load further out
is moved there.
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers, Payouts
from fivedice.kernels.backward import average, maximise
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.lanes import LANES, add, load, maximum, multiply, spread, store
from fivedice.kernels.places import filled_at, open_at
from fivedice.kernels.scoring import score_box


@part
def part_of_row(rows: Any, layout: Any, flag: int, place: int, upper: int, x: int) -> Any:
    """W(s, x .. x + LANES − 1); `layout` is (first, last, offset)."""
    first, last, offset = layout
    begin = offset[flag, place, upper]
    start = first[flag, place, upper]
    at = min(max(x - start, -LANES), last[flag, place, upper] + 1 - start)
    return load(rows, begin + LANES + at)


@part
def score_points(
    rows: Any, after: Any, layout: Any, low: Any, place: int, flag: int, total: int, x: int,
    zeros: Any, rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """Fill the rows of the rolls with U₀ for x .. x + LANES − 1 points so far; see `backward.score_rolls`."""
    inner, boxes, cap, upper = tables.extend.shape[0], tables.upper.size, layout[0].shape[2] - 1, tables.upper
    box_start, group_points, group_start, group_row = groups
    points, joker_points, step = tables.points, tables.joker_points, tables.step
    filled, open_boxes = filled_at(place, tables), open_at(place, rules, tables)
    zero = spread(-np.inf)
    for box in range(boxes):
        if zeros[box] and open_boxes >> box & 1:
            child = place + step[box]
            zero = maximum(zero, part_of_row(after, layout, flag, child, max(total, low[child]), x))
    for row in range(inner, inner + tables.equal_face.size):
        store(rows, row * LANES, zero)
    for box in range(boxes):
        if not open_boxes >> box & 1:
            continue
        child = place + step[box]
        for group in range(box_start[box], box_start[box + 1]):
            paid = group_points[group]
            reached = max(min(total + paid, cap) if upper[box] else total, low[child])
            value = part_of_row(after, layout, flag, child, reached, x + paid)
            for member in range(group_start[group], group_start[group + 1]):
                at = group_row[member] * LANES
                store(rows, at, maximum(load(rows, at), value))
    for roll in tables.equal_rolls:
        face = tables.equal_face[roll]
        legal = legal_boxes(filled, open_boxes, face, tables.face_boxes[face], rules)
        full = pays_full_value(filled, open_boxes, face, tables.face_boxes[face], rules)
        best = spread(-np.inf)
        for box in range(boxes):
            if legal >> box & 1:
                child = place + step[box]
                paid, extra, child_flag = score_box(
                    box, flag, face, full, points[box, roll], joker_points[box, roll], rules
                )
                reached = max(min(total + paid, cap) if upper[box] else total, low[child])
                best = maximum(best, part_of_row(after, layout, child_flag, child, reached, x + paid + extra))
        store(rows, (inner + roll) * LANES, best)


@kernel
def pad_row(rows: Any, begin: int, count: int, below: float, above: float) -> None:
    """Write the padding of a row of `count` numbers that begins, its padding included, at `begin`."""
    store(rows, begin, spread(below))
    store(rows, begin + LANES + count, spread(above))


@kernel
def solve_rows(
    before: Any, after: Any, rows: Any, places: Any, reached: Any, layout: Any, low: Any, below: float, above: float,
    turn_rolls: int, zeros: Any, rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """Rows of all states at some places, from the rows with one box more filled.

    before, after : float64[...], padded rows of this layer, filled in place, and of the layer with one box more
    rows          : float64[keeps · LANES], scratch
    reached       : bool[flags, places, cap + 1], which states have a row
    layout        : first, last : int32[flags, places, cap + 1], points so far at both ends of a row, and
                    offset : int64[flags, places, cap + 1], where it begins, its padding included
    below, above  : utility of all final scores at the lower and at the upper end
    zeros         : bool[categories], whether any roll may be taken to score zero in the box; if not, `groups` says
                    which rolls do
    """
    first, last, offset = layout
    flags, _, totals = reached.shape
    for one in places:
        place = np.int64(one)
        for flag in range(flags):
            for total in range(totals):
                if not reached[flag, place, total]:
                    continue
                begin, start = offset[flag, place, total], first[flag, place, total]
                count = last[flag, place, total] + 1 - start
                for lane in range(0, count, LANES):
                    score_points(
                        rows, after, layout, low, place, flag, total, start + lane, zeros, rules, tables, groups
                    )
                    for _ in range(turn_rolls - 1):
                        average(rows, tables.extend, tables.weights)
                        maximise(rows, tables.drop, tables.drop_start)
                    average(rows, tables.first, tables.weights)
                    store(before, begin + LANES + lane, load(rows, 0))
                pad_row(before, begin, count, below, above)


@kernel
def mix_rows(
    before: Any, after: Any, places: Any, reached: Any, layout: Any, low: Any, below: float, above: float,
    outcomes: Any, index: Any, bonus: int, slot_count: int, box_slots: Any, slot_points: Any, earns: Any,
    rules: Numbers, tables: Arrays,
) -> None:  # fmt: skip
    """Rows under given choices: W(s, x) = Σ over ways w to fill a box of P(w | s) · W(s after w, x + points of w).

    before .. above : as in `solve_rows`
    outcomes, index : float64[..., slots, totals] and int64[flags, places], see `kernels.outcomes`; a single total
                      stands for all
    bonus .. earns  : as in `distribution.pull_states`
    """
    first, last, offset = layout
    flags, _, totals = reached.shape
    upper = tables.upper
    chances, begins = np.empty(2 * slot_count), np.empty(2 * slot_count, np.int64)
    shifts, counts = np.empty(2 * slot_count, np.int64), np.empty(2 * slot_count, np.int64)
    for one in places:
        place = np.int64(one)
        open_boxes = open_at(place, rules, tables)
        for flag in range(flags):
            for total in range(totals):
                if not reached[flag, place, total]:
                    continue
                start, ways = first[flag, place, total], 0
                at, column = index[flag, place], total if outcomes.shape[2] > 1 else 0
                for box in range(upper.size):
                    if not open_boxes >> box & 1:
                        continue
                    child = place + tables.step[box]
                    for slot in range(box_slots[box], box_slots[box + 1]):
                        paid = slot_points[slot]
                        to = max(min(total + paid, totals - 1) if upper[box] else total, low[child])
                        to_flag = 1 if flags > 1 and earns[slot] else flag
                        for extra in range(1 + flag):
                            chance = outcomes[at, slot + extra * slot_count, column]
                            if chance > 0.0:
                                chances[ways] = chance
                                begins[ways] = offset[to_flag, child, to] + LANES
                                shifts[ways] = start + paid + extra * bonus - first[to_flag, child, to]
                                counts[ways] = last[to_flag, child, to] + 1 - first[to_flag, child, to]
                                ways += 1
                begin, count = offset[flag, place, total], last[flag, place, total] + 1 - start
                for lane in range(0, count, LANES):
                    mixed = spread(0.0)
                    for way in range(ways):
                        source = begins[way] + min(max(shifts[way] + lane, -LANES), counts[way])
                        mixed = add(mixed, multiply(load(after, source), spread(chances[way])))
                    store(before, begin + LANES + lane, mixed)
                pad_row(before, begin, count, below, above)
