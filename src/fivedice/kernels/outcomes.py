"""What a turn leads to under given choices: the probability of each way to fill a box.

The forward twin of `kernels.backward`: probability starts on the rolls, moves to the keeps that are chosen, and flows
back to the rolls as dice are thrown beside them, one die at a time.

A way to fill a box is a slot: a box and the points that it then holds; with a Yahtzee bonus besides, it is the slot
further up by their number.

    slots : int16[2, boxes, rolls], slot of scoring a roll in a box, as it is and as a full-value joker
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.choices import Room, choose_best
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import pays_full_value
from fivedice.kernels.lanes import LANES, add, load, multiply, spread, store
from fivedice.kernels.places import filled_at, open_at


@part
def throw(mass: Any, extend: Any, weights: Any) -> None:
    """Move the probability on keeps to the rolls that they become; weights as in `backward.average`."""
    inner, faces = extend.shape
    share = spread(1.0 / faces)
    for keep in range(inner):
        held = load(mass, keep * LANES)
        part = multiply(held, share)
        for face in range(faces):
            if weights is not None:
                part = multiply(held, spread(weights[face]))
            at = extend[keep, face] * LANES
            store(mass, at, add(load(mass, at), part))


@part
def kind_of_slot(
    filled: int, open_boxes: int, flag: int, face: int, own: int, slot_count: int, rules: Numbers
) -> tuple[int, int]:
    """Which of the two `slots` of a box a roll fills, and how much further up; see `scoring.score_box`."""
    full = 1 if pays_full_value(filled, open_boxes, face, own, rules) else 0
    return full, slot_count if rules.bonus > 0 and flag > 0 and face > 0 else 0


@part
def turn_outcomes(
    outcomes: Any, at: int, start: int, lanes: int, keeps: Any, keep_at: int, boxes: Any, box_at: int, step: int,
    mass: Any, thrown: Any, place: int, flag: int, rerolls: int, rules: Numbers, tables: Arrays, first_roll: Any,
    slots: Any, slot_count: int,
) -> None:  # fmt: skip
    """Add the probability of each slot at the end of a turn to outcomes[at, :, start : start + lanes].

    keeps, boxes    : int16[..], choices as in `kernels.choices`, flat, from keep_at and box_at on, a roll every `step`
    mass, thrown    : float64[keeps · LANES], scratch
    first_roll      : float64[rolls], probability of each roll when all dice are thrown
    """
    equal_face, face_boxes = tables.equal_face, tables.face_boxes
    filled, open_boxes = filled_at(place, tables), open_at(place, rules, tables)
    rolls, inner, nothing = equal_face.size, tables.extend.shape[0], spread(0.0)
    for roll in range(rolls):
        store(mass, (inner + roll) * LANES, spread(first_roll[roll]))
    for reroll in range(rerolls - 1, -1, -1):
        for row in range(inner + rolls):
            store(thrown, row * LANES, nothing)
        for roll in range(rolls):
            face = equal_face[roll]
            full, extra = kind_of_slot(filled, open_boxes, flag, face, face_boxes[face], slot_count, rules)
            choice = keep_at + (reroll * rolls + roll) * step
            for lane in range(lanes):
                keep = keeps[choice + lane]
                amount = mass[(inner + roll) * LANES + lane]
                if keep >= 0:
                    thrown[keep * LANES + lane] += amount
                elif amount > 0.0:
                    outcomes[at, slots[full, -1 - keep, roll] + extra, start + lane] += amount
        throw(thrown, tables.extend, tables.weights)
        mass, thrown = thrown, mass
    for roll in range(rolls):
        face = equal_face[roll]
        full, extra = kind_of_slot(filled, open_boxes, flag, face, face_boxes[face], slot_count, rules)
        for lane in range(lanes):
            amount = mass[(inner + roll) * LANES + lane]
            if amount > 0.0:
                outcomes[at, slots[full, boxes[box_at + roll * step + lane], roll] + extra, start + lane] += amount


@kernel
def best_outcomes(
    outcomes: Any, index: Any, places: Any, values: Any, low: Any, high: Any, rerolls: int, room: Room, mass: Any,
    rules: Numbers, tables: Arrays, first_roll: Any, slots: Any, slot_count: int, candidates: Any = None,
) -> None:  # fmt: skip
    """Outcomes of every state at some places under the choices, or candidates, that maximise `values`.

    outcomes  : float64[.., slots, totals], zeros, filled in place for the upper totals 0 .. high
    index     : int64[flags, places], index into `outcomes`, −1 where a state cannot occur
    low, high : int32[places], as in `backward.solve_places`; below `low` all upper totals have the outcomes of `low`
    mass      : float64[keeps · LANES], scratch
    """
    for one in places:
        place = np.int64(one)
        for flag in range(index.shape[0]):
            at = index[flag, place]
            if at < 0:
                continue
            for start in range(low[place], high[place] + 1, LANES):
                choose_best(room, values, place, flag, start, rules, tables, candidates)
                turn_outcomes(
                    outcomes, at, start, min(LANES, high[place] + 1 - start), room.keeps, 0, room.boxes, 0, LANES,
                    mass, room.rows, place, flag, rerolls, rules, tables, first_roll, slots, slot_count,
                )  # fmt: skip
            for slot in range(outcomes.shape[1]):
                for total in range(low[place]):
                    outcomes[at, slot, total] = outcomes[at, slot, low[place]]


@kernel
def table_outcomes(
    outcomes: Any, index: Any, places: Any, keeps: Any, boxes: Any, rerolls: int, mass: Any, thrown: Any,
    rules: Numbers, tables: Arrays, first_roll: Any, slots: Any, slot_count: int,
) -> None:  # fmt: skip
    """Outcomes of every state at some places under tabulated choices.

    outcomes     : float64[.., slots, totals], zeros, filled in place;  index : as in `best_outcomes`
    keeps        : int16[flags · places · totals · rerolls · rolls], boxes : int16[flags · places · totals · rolls]; see
                   `kernels.choices`
    mass, thrown : float64[keeps · LANES], scratch
    """
    totals, rolls = outcomes.shape[2], first_roll.size
    for one in places:
        place = np.int64(one)
        for flag in range(index.shape[0]):
            at = index[flag, place]
            if at < 0:
                continue
            for total in range(totals):
                state = (flag * index.shape[1] + place) * totals + total
                turn_outcomes(
                    outcomes, at, total, 1, keeps, state * rerolls * rolls, boxes, state * rolls, 1,
                    mass, thrown, place, flag, rerolls, rules, tables, first_roll, slots, slot_count,
                )  # fmt: skip
