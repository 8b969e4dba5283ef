"""Decisions of a whole turn: the backward step that also remembers which keep and which box were best.

A choice is stored for each roll and lane (neighbouring upper totals, see `kernels.backward`):

    boxes : int16[rolls, LANES], the box to score when no reroll is left
    keeps : int16[rerolls, rolls, LANES], with k + 1 rerolls left: the row of the keep, or −1 − box to stop there

A player may be restricted to some candidates (`Candidates`; None: to nothing but the rules).
"""

from typing import Any, NamedTuple

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.backward import after_points, average
from fivedice.kernels.compiling import part
from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.lanes import LANES, aligned, load, maximum, pick, spread, store
from fivedice.kernels.places import filled_at, open_at
from fivedice.kernels.scoring import score_box


class Candidates(NamedTuple):
    """The decisions that each of several actions would take, alike for all upper totals; −1 where it has none.

    keeps : int16[kinds, rerolls, rolls, actions], rows of keeps with k + 1 rerolls left
    kind  : int32[flags, places], which of the `keeps` hold in a state: many states share theirs
    boxes : int8[places, rolls, actions], boxes to score, each of them legal
    """

    keeps: Any
    kind: Any
    boxes: Any


class Room(NamedTuple):
    """The choices of one turn, flat, and scratch for working them out.

    keeps : int16[rerolls · rolls · LANES], boxes : int16[rolls · LANES]
    rows   : float64[keeps · LANES], scratch; once the choices are known, those of the rolls hold U_last
    choice : int16[keeps · LANES], scratch
    """

    keeps: Any
    boxes: Any
    rows: Any
    choice: Any


def room_for_choices(rerolls: int, rolls: int, keeps: int) -> Room:
    """Room for the choices of one turn of rules with this many rerolls, rolls and keeps."""
    return Room(
        keeps=aligned(rerolls * rolls * LANES, np.int16),
        boxes=aligned(rolls * LANES, np.int16),
        rows=aligned(keeps * LANES),
        choice=aligned(keeps * LANES, np.int16),
    )


@part
def score_with_choice(
    rows: Any, choice: Any, values: Any, place: int, flag: int, start: int, rules: Numbers, tables: Arrays,
    candidates: Any,
) -> None:  # fmt: skip
    """Fill the rows of the rolls with U₀, and `choice` with the box that attains it; the first of equal ones.

    The plain form of `backward.score_rolls`: every legal box, or every candidate, for every roll.
    """
    inner, upper, worth = tables.extend.shape[0], tables.upper, tables.worth
    equal_face, points, joker_points, step = tables.equal_face, tables.points, tables.joker_points, tables.step
    filled, open_boxes = filled_at(place, tables), open_at(place, rules, tables)
    for roll in range(equal_face.size):
        face = equal_face[roll]
        legal = legal_boxes(filled, open_boxes, face, tables.face_boxes[face], rules)
        full = pays_full_value(filled, open_boxes, face, tables.face_boxes[face], rules)
        if candidates is not None:
            legal = 0
            for action in range(candidates.boxes.shape[2]):
                box = candidates.boxes[place, roll, action]
                legal |= 1 << box if box >= 0 else 0
        best, chosen = spread(-np.inf), spread(np.int16(-1))
        for box in range(upper.size):
            if legal >> box & 1:
                paid, extra, child_flag = score_box(
                    box, flag, face, full, points[box, roll], joker_points[box, roll], rules
                )
                child = child_flag * rules.flag_stride + start + (place + step[box]) * rules.stride
                value = load(values, child + (paid if upper[box] else 0))
                value = after_points(value, worth, paid + extra)
                chosen = pick(value, best, spread(np.int16(box)), chosen)
                best = maximum(value, best)
        store(rows, (inner + roll) * LANES, best)
        store(choice, (inner + roll) * LANES, chosen)


@part
def maximise_with_choice(rows: Any, choice: Any, drop: Any, drop_start: Any) -> None:
    """`backward.maximise` that also notes the keep that attains the maximum; of equal ones the largest."""
    store(choice, 0, spread(np.int16(0)))
    for keep in range(1, drop_start.size - 1):
        best, chosen = load(rows, keep * LANES), spread(np.int16(keep))
        for place in range(drop_start[keep], drop_start[keep + 1]):
            source = drop[place] * LANES
            value = load(rows, source)
            chosen = pick(value, best, load(choice, source), chosen)
            best = maximum(value, best)
        store(rows, keep * LANES, best)
        store(choice, keep * LANES, chosen)


@part
def maximise_candidates(rows: Any, choice: Any, keeps: Any, kind: int, reroll: int, inner: int) -> None:
    """Replace each roll's row by its maximum over the candidates, and note the keep; the first of equal ones.

    Of the rolls' own rows, a roll reads only its own, so that this works in place.
    """
    _, _, rolls, actions = keeps.shape
    for roll in range(rolls):
        best, chosen = spread(-np.inf), spread(np.int16(-1))
        for action in range(actions):
            keep = keeps[kind, reroll, roll, action]
            if keep >= 0:
                value = load(rows, keep * LANES)
                chosen = pick(value, best, spread(np.int16(keep)), chosen)
                best = maximum(value, best)
        store(rows, (inner + roll) * LANES, best)
        store(choice, (inner + roll) * LANES, chosen)


@part
def choose_best(
    room: Room, values: Any, place: int, flag: int, start: int, rules: Numbers, tables: Arrays, candidates: Any
) -> None:
    """The choices that maximise the values, for the upper totals start .. start + LANES − 1.

    values : float64[flags · places · stride], of the states that follow, as in `backward.solve_places`
    """
    score_with_choice(room.rows, room.choice, values, place, flag, start, rules, tables, candidates)
    choose_keeps(room, place, flag, tables, candidates)


@part
def choose_keeps(room: Room, place: int, flag: int, tables: Arrays, candidates: Any) -> None:
    """Store the boxes that `score_with_choice` chose, and go on to the choices while rerolls are left."""
    rows, choice, keeps, boxes = room.rows, room.choice, room.keeps, room.boxes
    inner = tables.extend.shape[0]
    first, size = inner * LANES, boxes.size
    for at in range(0, size, LANES):
        store(boxes, at, load(choice, first + at))
    for reroll in range(keeps.size // size):
        average(rows, tables.extend, tables.weights)
        if candidates is None:
            maximise_with_choice(rows, choice, tables.drop, tables.drop_start)
        else:
            maximise_candidates(rows, choice, candidates.keeps, candidates.kind[flag, place], reroll, inner)
        for at in range(0, size, LANES):
            store(keeps, reroll * size + at, load(choice, first + at))
