"""Backward induction for the mean score: V(s) for all states with the same filled categories at once.

For a state s, a roll r and k rerolls left (Glenn 2006, "An Optimal Strategy for Yahtzee"):

    U₀(s, r) = max over legal boxes c of  points(s, r, c) + V(s after c)
    Uₖ(s, r) = max over keeps q ⊆ r of    E Uₖ₋₁(s, q + thrown dice)
    V(s)     = E U_last(s, all dice thrown)

That is for the mean score; `after_points` says what changes for exponential utility.

The expectation of a keep is the mean of its expectations with one die more, and the best keep of a roll is the best
of "keep it all" and the best keeps of the roll without one die. So both steps walk a lattice of keeps, one die at a
time, in place on one array with a row for each keep. A row holds the values for LANES neighbouring upper totals:
scoring an upper box is then a load at an offset, and rows are padded past the cap with their last value.
"""

from typing import Any, NamedTuple

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers, Payouts
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.lanes import LANES, add, lanes_of, load, load_row, maximum, multiply, spread, store
from fivedice.kernels.places import filled_at, open_at
from fivedice.kernels.scoring import score_box


class Scratch(NamedTuple):
    """Room for one thread's work on the states of a mask.

    rows          : float64[keeps · LANES], a row for each keep
    payers, count : int32[rolls · boxes] and int32[rolls], see `list_payers`
    paid          : float64[groups · LANES], the value of being paid by each group
    """

    rows: Any
    payers: Any
    count: Any
    paid: Any


@part
def average(rows: Any, extend: Any, weights: Any) -> None:
    """Replace each inner keep's row by its expectation over the dice still to be thrown.

    weights : float64[faces], the probability of each face, or None for fair dice
    """
    lanes = lanes_of(rows)
    inner, faces = extend.shape
    share = spread(rows.dtype.type(1.0 / faces))
    for keep in range(inner - 1, -1, -1):
        total = load_row(rows, extend, keep * faces)
        if weights is not None:
            total = multiply(total, spread(weights[0]))
        for face in range(1, faces):
            row = load_row(rows, extend, keep * faces + face)
            if weights is not None:
                row = multiply(row, spread(weights[face]))
            total = add(total, row)
        if weights is None:
            total = multiply(total, share)
        store(rows, keep * lanes, total)


@part
def maximise(rows: Any, drop: Any, drop_start: Any) -> None:
    """Replace each keep's row by its maximum over all keeps that are part of it."""
    lanes = lanes_of(rows)
    for keep in range(1, drop_start.size - 1):
        best = load(rows, keep * lanes)
        for source in range(drop_start[keep], drop_start[keep + 1]):
            best = maximum(best, load_row(rows, drop, source))
        store(rows, keep * lanes, best)


@part
def after_points(values: Any, worth: Any, points: int) -> Any:
    """Values of states once points are scored before them: values · worth[0, points] + worth[1, points].

    For the mean score that adds the points. For exponential utility exp(−a · score), of which the points scored and
    those still to come are factors, it multiplies by exp(−a · points).
    """
    return add(multiply(values, spread(worth[0, points])), spread(worth[1, points]))


@part
def list_payers(scratch: Scratch, open_boxes: int, inner: int, groups: Payouts) -> None:
    """Note for each roll the groups of open boxes that pay something for it, and how many they are.

    open_boxes : bits of the boxes that may be filled next
    """
    payers, count = scratch.payers, scratch.count
    boxes = groups.box_start.size - 1
    for roll in range(count.size):
        count[roll] = 0
    for box in range(boxes):
        if open_boxes >> box & 1:
            for group in range(groups.box_start[box], groups.box_start[box + 1]):
                for place in range(groups.start[group], groups.start[group + 1]):
                    roll = groups.row[place] - inner
                    payers[roll * boxes + count[roll]] = group
                    count[roll] += 1


@part
def score_rolls(
    scratch: Scratch, values: Any, place: int, flag: int, start: int, rules: Numbers, tables: Arrays, groups: Payouts
) -> None:
    """Fill the rows of the rolls with U₀ for the upper totals start .. start + LANES − 1, the payers being listed.

    Rolls that a box pays equally share a value, and zeros are taken once for all rolls: a zero in a box that would pay
    something is legal too and never better.
    """
    rows, payers, count, paid_rows = scratch
    inner, boxes, upper, worth = tables.extend.shape[0], tables.upper.size, tables.upper, tables.worth
    points, joker_points, step = tables.points, tables.joker_points, tables.step
    filled, open_boxes = filled_at(place, tables), open_at(place, rules, tables)
    base = flag * rules.flag_stride + start
    zero = spread(-np.inf)
    for box in range(boxes):
        if not open_boxes >> box & 1:
            continue
        child = base + (place + step[box]) * rules.stride
        zero = maximum(zero, load(values, child))
        for group in range(groups.box_start[box], groups.box_start[box + 1]):
            paid = groups.points[group]
            value = after_points(load(values, child + (paid if upper[box] else 0)), worth, paid)
            store(paid_rows, group * LANES, value)
    for roll in range(count.size):
        best = zero
        for at in range(roll * boxes, roll * boxes + count[roll]):
            best = maximum(best, load_row(paid_rows, payers, at))
        store(rows, (inner + roll) * LANES, best)
    for roll in tables.equal_rolls:
        face = tables.equal_face[roll]
        legal = legal_boxes(filled, open_boxes, face, tables.face_boxes[face], rules)
        full = pays_full_value(filled, open_boxes, face, tables.face_boxes[face], rules)
        best = spread(-np.inf)
        for box in range(boxes):
            if legal >> box & 1:
                paid, extra, child_flag = score_box(
                    box, flag, face, full, points[box, roll], joker_points[box, roll], rules
                )
                child = child_flag * rules.flag_stride + start + (place + step[box]) * rules.stride
                value = load(values, child + (paid if upper[box] else 0))
                best = maximum(best, after_points(value, worth, paid + extra))
        store(rows, (inner + roll) * LANES, best)


@kernel
def solve_places(
    values: Any, scratch: Scratch, places: Any, low: Any, high: Any, cap: int, turn_rolls: int,
    rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """Values of all states at some places, from those with one box more filled.

    values    : float64[flags · places · stride], points still to come, upper bonus included; filled in place
    low, high : int32[places], upper totals worth computing: below `low` the bonus is out of reach, so that values
                repeat; above `high` the boxes filled so far do not add up to it
    """
    rows = scratch.rows
    for at in places:
        place = np.int64(at)
        list_payers(scratch, open_at(place, rules, tables), tables.extend.shape[0], groups)
        flags = 2 if rules.flag_stride > 0 and filled_at(place, tables) >> rules.yahtzee & 1 else 1
        for flag in range(flags):
            base = flag * rules.flag_stride + place * rules.stride
            for start in range(low[place], high[place] + 1, LANES):
                score_rolls(scratch, values, place, flag, start, rules, tables, groups)
                for _ in range(turn_rolls - 1):
                    average(rows, tables.extend, tables.weights)
                    maximise(rows, tables.drop, tables.drop_start)
                average(rows, tables.first, tables.weights)
                store(values, base + start, load(rows, 0))
            for total in range(low[place]):
                values[base + total] = values[base + low[place]]
            if high[place] == cap:
                for total in range(cap + 1, rules.stride):
                    values[base + total] = values[base + cap]
