"""Choices of the states that games are in, LANES of them at a time, whatever they are.

The lanes of `kernels.choices` are neighbouring upper totals, most of which no game has. Here each lane is a state of
its own: the values that follow are gathered one by one, and a box that is not open counts as −∞. The steps after that,
over keeps and throws, are the same.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.kernels.arguments import Arrays, Numbers, Payouts
from fivedice.kernels.backward import after_points
from fivedice.kernels.choices import Room, choose_keeps
from fivedice.kernels.compiling import part
from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.lanes import LANES, aligned, load, load_row, maximum, pick, spread, store
from fivedice.kernels.places import filled_at, open_at
from fivedice.kernels.scoring import score_box


class Visited(NamedTuple):
    """Some games sorted by state, and scratch for their choices.

    order               : int64[games], the games, those of state s from first[s] to first[s + 1]
    lane                : int32[games], s % LANES for each of them
    first               : int32[games + 2]
    places, flags, open : int64[games + LANES], places and flags of the states and the boxes that are open in them;
                          zeros past the last one
    start               : int64[games + LANES], where the value of each state stands
    number              : int32[games], the state of each game before they are sorted
    with_total          : int32[upper totals], the state with an upper total among equal place and flag, −1 for none
    paid                : float64[(boxes + groups) · LANES], scratch: the value of a zero in each box, and of being paid
                          by each group
    paid_row            : int32[rolls · boxes], see `list_paid_rows`
    """

    order: Any
    lane: Any
    first: Any
    places: Any
    flags: Any
    open: Any
    start: Any
    number: Any
    with_total: Any
    paid: Any
    paid_row: Any


def room_for_states(games: int, cap: int, paid_row: NDArray[np.int32], groups: Payouts) -> Visited:
    """Room for the states of this many games."""
    places, flags, open_boxes, start = np.zeros((4, games + LANES), np.int64)
    return Visited(
        order=np.empty(games, np.int64),
        lane=np.empty(games, np.int32),
        first=np.zeros(games + 2, np.int32),
        places=places,
        flags=flags,
        open=open_boxes,
        start=start,
        number=np.empty(games, np.int32),
        with_total=np.full(cap + 1, -1, np.int32),
        paid=aligned((groups.box_start.size - 1 + groups.points.size) * LANES),
        paid_row=paid_row,
    )


def list_paid_rows(rolls: int, inner: int, groups: Payouts) -> NDArray[np.int32]:
    """int32[rolls · boxes], the row of `Visited.paid` for a roll in a box: that of its group, or of a zero."""
    boxes, count = groups.box_start.size - 1, groups.points.size
    found = np.tile(np.arange(boxes, dtype=np.int32), (rolls, 1))
    group = np.repeat(np.arange(count), np.diff(groups.start))
    box = np.repeat(np.arange(boxes), np.diff(groups.box_start))[group]
    found[groups.row - inner, box] = boxes + group
    return found.reshape(-1)


@part
def sort_by_state(
    states: Visited, games: Any, places: Any, flags: Any, upper: Any, rules: Numbers, tables: Arrays
) -> int:
    """Sort games that come group by group, one for equal place and flag; how many states they are in.

    games : int64[...];  places, flags, upper : int32[games], their states
    """
    order, lane, first, with_total, number = states.order, states.lane, states.first, states.with_total, states.number
    count, last = 0, -1
    for at in range(games.size):
        game = games[at]
        start = flags[game] * rules.flag_stride + places[game] * rules.stride
        if start != last:
            for total in range(with_total.size):
                with_total[total] = -1
            last = start
        state = with_total[upper[game]]
        if state < 0:
            state = count
            with_total[upper[game]] = state
            states.places[state], states.flags[state] = places[game], flags[game]
            states.open[state] = open_at(np.int64(places[game]), rules, tables)
            states.start[state] = start + upper[game]
            count += 1
        number[at] = state
        first[state + 2] += 1
    for state in range(count):
        first[state + 2] += first[state + 1]
    for at in range(games.size):
        state = number[at]
        to = first[state + 1]
        order[to], lane[to] = games[at], state % LANES
        first[state + 1] += 1
    return count


@part
def gather_values(
    states: Visited, begin: int, may_fill: int, values: Any, rules: Numbers, tables: Arrays, groups: Payouts
) -> None:
    """Fill `paid` for the states from `begin` on and the boxes that are open in some of them, `may_fill`."""
    paid, worth, is_upper = states.paid, tables.worth, tables.upper
    boxes = is_upper.size
    for box in range(boxes):
        if not may_fill >> box & 1:
            continue
        first, last, step = groups.box_start[box], groups.box_start[box + 1], tables.step[box] * rules.stride
        middle = last if is_upper[box] else first
        for lane in range(LANES):
            is_open = states.open[begin + lane] >> box & 1
            child = states.start[begin + lane] + (step if is_open else 0)
            paid[box * LANES + lane] = values[child] if is_open else -np.inf
            for group in range(first, middle):
                points = groups.points[group]
                value = values[child + points] * worth[0, points] + worth[1, points]
                paid[(boxes + group) * LANES + lane] = value if is_open else -np.inf
        for group in range(middle, last):
            value = after_points(load(paid, box * LANES), worth, groups.points[group])
            store(paid, (boxes + group) * LANES, value)


@part
def score_equal_rolls(room: Room, states: Visited, begin: int, values: Any, rules: Numbers, tables: Arrays) -> None:
    """`choices.score_with_choice` for dice that are all equal and may be jokers, lane by lane."""
    points, joker_points, is_upper, worth = tables.points, tables.joker_points, tables.upper, tables.worth
    for roll in tables.equal_rolls:
        face = tables.equal_face[roll]
        for lane in range(LANES):
            state = begin + lane
            filled, may_fill, flag = filled_at(states.places[state], tables), states.open[state], states.flags[state]
            legal = legal_boxes(filled, may_fill, face, tables.face_boxes[face], rules)
            full = pays_full_value(filled, may_fill, face, tables.face_boxes[face], rules)
            best, chosen = -np.inf, -1
            for box in range(is_upper.size):
                if legal >> box & 1:
                    paid, extra, after = score_box(
                        box, flag, face, full, points[box, roll], joker_points[box, roll], rules
                    )
                    child = states.start[state] + tables.step[box] * rules.stride + (after - flag) * rules.flag_stride
                    value = values[child + (paid if is_upper[box] else 0)]
                    value = value * worth[0, paid + extra] + worth[1, paid + extra]
                    if value > best:
                        best, chosen = value, box
            at = (tables.extend.shape[0] + roll) * LANES + lane
            room.rows[at], room.choice[at] = best, chosen


@part
def choose_for_states(
    room: Room, states: Visited, begin: int, values: Any, rules: Numbers, tables: Arrays, groups: Payouts
) -> None:
    """The choices that maximise the values, for LANES states from `begin` on.

    values : float64[flags · places · stride], of the states that follow, as in `backward.solve_places`
    """
    paid, paid_row, rows, choice = states.paid, states.paid_row, room.rows, room.choice
    inner, boxes, may_fill = tables.extend.shape[0], tables.upper.size, np.int64(0)
    for state in range(begin, begin + LANES):
        may_fill |= states.open[state]
    gather_values(states, begin, may_fill, values, rules, tables, groups)
    for roll in range(tables.equal_face.size):
        best, chosen = spread(-np.inf), spread(np.int16(-1))
        for box in range(boxes):
            if may_fill >> box & 1:
                value = load_row(paid, paid_row, roll * boxes + box)
                chosen = pick(value, best, spread(np.int16(box)), chosen)
                best = maximum(value, best)
        store(rows, (inner + roll) * LANES, best)
        store(choice, (inner + roll) * LANES, chosen)
    score_equal_rolls(room, states, begin, values, rules, tables)
    choose_keeps(room, 0, 0, tables, None)
