"""Backward induction with saved throws: a state is also the number of throws that were kept from earlier turns.

For a state s, a roll, and r throws left, of which scoring keeps r for later turns, at most `K` of them:

    W₀(s, roll) = max over legal boxes c of  points(s, roll, c) + V(s after c, 0)
    Wᵣ(s, roll) = max( max over legal boxes c of  points(s, roll, c) + V(s after c, min(r, K)),
                       max over keeps q ⊆ roll of  E Wᵣ₋₁(s, q + thrown dice) )
    V(s, k)     = E W₍rolls−1+k₎(s, all dice thrown)

So one chain over r gives the values for every number of saved throws, and each link is the same walk over the lattice
of keeps as in `kernels.backward`. Which boxes pay what for which roll does not depend on r: it is listed once for a
mask.

Upper totals that cannot differ in what they lead to share a value (`solver.layers.totals`), so that a row holds the
values for LANES classes of upper totals, wherever these are; where the points of an upper box lead is listed as well.
"""

from typing import Any, NamedTuple

import numpy as np

from fivedice.kernels.arguments import Arrays, CardBoxes, Layer, Numbers, Payouts, Totals
from fivedice.kernels.backward import average
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.lanes import LANES, add, load, load_row, maximum, spread, store
from fivedice.kernels.scoring import bonus_in_columns, upper_after


class Ways(NamedTuple):
    """Room for one thread: the ways to fill a box in a mask with a flag, by number; 0 stands for the best zero.

    base, step    : int64[ways], where the values of the next mask are, and how far it is to one more saved throw
    box, paid     : int64[ways] and float64[ways], the box, and the points of it and of a Yahtzee bonus
    shift, kind   : int64[ways], points towards the upper total of its column, −1 for a lower box; row of `Totals` of
                    the next mask
    lanes         : int32[ways · LANES], class of the upper total of each lane after an upper box
    payers, count : int32[rolls · (boxes + 1)] and int32[rolls], the ways of each roll, and how many they are
    rows, values  : float64[keeps · LANES] and float64[ways · LANES], a row for each keep and each way
    """

    base: Any
    step: Any
    box: Any
    paid: Any
    shift: Any
    kind: Any
    lanes: Any
    payers: Any
    count: Any
    rows: Any
    values: Any


@part
def find(filled: Any, mask: int) -> int:
    """Where a mask is in an ascending list that holds it."""
    low, high = 0, filled.size - 1
    while low < high:
        middle = (low + high) // 2
        if filled[middle] < mask:
            low = middle + 1
        else:
            high = middle
    return low


@part
def open_boxes_of(filled: int, required: Any) -> int:
    """Bits of the boxes that may be filled next; required : int64[boxes], those that must be filled before each."""
    bits = 0
    for box in range(required.size):
        if not filled >> box & 1 and filled & required[box] == required[box]:
            bits |= 1 << box
    return bits


@part
def has_flags(filled: int, rules: Numbers) -> bool:
    """Whether states with these boxes filled come with and without the right to Yahtzee bonuses."""
    return rules.flag_stride > 0 and filled & rules.yahtzees != 0


@part
def list_ways(
    ways: Ways, filled: int, open_boxes: int, flag: int, after: Layer, totals: Totals, card: CardBoxes,
    rules: Numbers, tables: Arrays, groups: Payouts,
) -> tuple[int, int]:  # fmt: skip
    """List every way to fill a box, and those that pay for each roll.

    filled, open_boxes : bits of the boxes that are filled, and of those that may be filled next

    Returns the number of ways, and where the zeros end: way 1 .. zeros − 1 scores nothing in an open box.
    """
    base, step, boxes_of, paid, shift, kind, _, payers, count, _, _ = ways
    inner, boxes = tables.extend.shape[0], tables.upper.size
    width, number = boxes + 1, 1
    for roll in range(count.size):
        payers[roll * width], count[roll] = 0, 1
    for roll in tables.equal_rolls:
        count[roll] = 0
    for box in range(boxes):
        if not open_boxes >> box & 1:
            continue
        child = find(after.filled, filled | 1 << box)
        kind[number], shift[number], paid[number] = after.kind[child], 0 if tables.upper[box] else -1, 0.0
        step[number] = totals.count[after.kind[child]]
        _, kept = bonus_in_columns(box, filled, flag, 0, card.multiplier[box], rules)
        flags = kept if has_flags(after.filled[child], rules) else 0
        base[number] = after.begin[child] + flags * after.saved * step[number]
        boxes_of[number] = box
        number += 1
    zeros = number
    zero = 1
    for box in range(boxes):
        if not open_boxes >> box & 1:
            continue
        for group in range(groups.box_start[box], groups.box_start[box + 1]):
            kind[number], base[number], step[number] = kind[zero], base[zero], step[zero]
            boxes_of[number], paid[number] = box, groups.points[group]
            shift[number] = groups.points[group] // card.multiplier[box] if tables.upper[box] else -1
            for at in range(groups.start[group], groups.start[group + 1]):
                roll = groups.row[at] - inner
                payers[roll * width + count[roll]] = number
                count[roll] += 1
            number += 1
        zero += 1
    for roll in tables.equal_rolls:
        face = tables.equal_face[roll]
        legal = legal_boxes(filled, open_boxes, face, tables.face_boxes[face], rules)
        full = pays_full_value(filled, open_boxes, face, tables.face_boxes[face], rules)
        for box in range(boxes):
            if legal >> box & 1:
                points = tables.joker_points[box, roll] if full else tables.points[box, roll]
                extra, earned = bonus_in_columns(box, filled, flag, face, card.multiplier[box], rules)
                child = find(after.filled, filled | 1 << box)
                kind[number], boxes_of[number], paid[number] = after.kind[child], box, points + extra
                shift[number] = points // card.multiplier[box] if tables.upper[box] else -1
                step[number] = totals.count[after.kind[child]]
                flags = earned if has_flags(after.filled[child], rules) else 0
                base[number] = after.begin[child] + flags * after.saved * step[number]
                payers[roll * width + count[roll]] = number
                count[roll] += 1
                number += 1
    return number, zeros


@part
def aim_lanes(ways: Ways, number: int, mine: int, start: int, totals: Totals, card: CardBoxes, cap: int) -> None:
    """Note where the classes start .. start + LANES − 1 of a mask of the kind `mine` lead, by each way."""
    for way in range(1, number):
        if ways.shift[way] >= 0:
            for lane in range(LANES):
                own = min(start + lane, totals.count[mine] - 1)
                total = upper_after(totals.examples[mine, own], ways.shift[way], card.digit[ways.box[way]], cap)
                ways.lanes[way * LANES + lane] = totals.classes[ways.kind[way], total]


@part
def value_ways(ways: Ways, number: int, zeros: int, start: int, saved: int, values: Any) -> None:
    """The value of each way that leaves this many saved throws, in its row; row 0 is the best of the zeros."""
    rows = ways.values
    for way in range(1, number):
        base = ways.base[way] + saved * ways.step[way]
        if ways.shift[way] < 0:
            store(rows, way * LANES, add(load(values, base + start), spread(ways.paid[way])))
        else:
            for lane in range(way * LANES, (way + 1) * LANES):
                rows[lane] = values[base + ways.lanes[lane]] + ways.paid[way]
    best = spread(-np.inf)
    for way in range(1, zeros):
        best = maximum(best, load(rows, way * LANES))
    store(rows, 0, best)


@part
def first_link(ways: Ways, inner: int, width: int) -> None:
    """W₀ of every roll: the best way to score it."""
    for roll in range(ways.count.size):
        best = load_row(ways.values, ways.payers, roll * width)
        for at in range(roll * width + 1, roll * width + ways.count[roll]):
            best = maximum(best, load_row(ways.values, ways.payers, at))
        store(ways.rows, (inner + roll) * LANES, best)


@part
def next_link(ways: Ways, width: int, tables: Arrays) -> None:
    """From the expectations of all keeps under Wᵣ₋₁ to Wᵣ of every roll: the best keep, or the best way to score it."""
    rows, drop, drop_start, inner = ways.rows, tables.drop, tables.drop_start, tables.extend.shape[0]
    for keep in range(1, inner):
        best = load(rows, keep * LANES)
        for source in range(drop_start[keep], drop_start[keep + 1]):
            best = maximum(best, load_row(rows, drop, source))
        store(rows, keep * LANES, best)
    for roll in range(ways.count.size):
        best = load(rows, (inner + roll) * LANES)
        for source in range(drop_start[inner + roll], drop_start[inner + roll + 1]):
            best = maximum(best, load_row(rows, drop, source))
        for at in range(roll * width, roll * width + ways.count[roll]):
            best = maximum(best, load_row(ways.values, ways.payers, at))
        store(rows, (inner + roll) * LANES, best)


@kernel
def solve_saved(
    values: Any, after_values: Any, begin: int, end: int, ways: Ways, before: Layer, after: Layer, totals: Totals,
    turn_rolls: int, cap: int, card: CardBoxes, rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """Values of all states of the masks begin .. end − 1 of a layer, from those of the layer with one box more filled.

    values       : float64[..], points still to come, upper bonus included, from the first of these masks on; filled
    after_values : the same of the whole next layer, and LANES numbers more that are read but not used
    cap          : the upper total of a column from which on more makes no difference
    """
    served = tables.first[-1, 0] != tables.extend[-1, 0]
    inner, width = tables.extend.shape[0], tables.upper.size + 1
    first = before.begin[begin]
    for mask in range(begin, end):
        filled, kind = before.filled[mask], before.kind[mask]
        classes, open_boxes = totals.count[kind], open_boxes_of(filled, card.before)
        for flag in range(2 if has_flags(filled, rules) else 1):
            number, zeros = list_ways(ways, filled, open_boxes, flag, after, totals, card, rules, tables, groups)
            own = before.begin[mask] - first + flag * before.saved * classes
            for start in range(0, classes, LANES):
                aim_lanes(ways, number, kind, start, totals, card, cap)
                for left in range(turn_rolls - 1 + before.saved):
                    value_ways(ways, number, zeros, start, min(left, after.saved - 1), after_values)
                    if left == 0:
                        first_link(ways, inner, width)
                    else:
                        next_link(ways, width, tables)
                    if left >= turn_rolls - 1:
                        average(ways.rows, tables.first, tables.weights)
                        place = own + (left - turn_rolls + 1) * classes + start
                        for lane in range(min(LANES, classes - start)):
                            values[place + lane] = ways.rows[lane]
                    if served or left < turn_rolls - 1:
                        average(ways.rows, tables.extend, tables.weights)
