"""What a turn leads to under given choices: the probability of each way to fill a box.

The forward twin of `kernels.backward`: probability starts on the rolls, moves to the keeps that are chosen, and flows
back to the rolls as dice are thrown beside them, one die at a time.

A way to fill a box is a slot: a box and the points that it then holds; with a Yahtzee bonus besides, it is the slot
further up by their number.

    slots : int16[2, boxes, rolls], slot of scoring a roll in a box, as it is and as a full-value joker
"""

from typing import Any

import numpy as np
from numba import njit

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.choices import choose_best
from fivedice.kernels.joker import pays_full_value
from fivedice.kernels.lanes import LANES, add, load, multiply, spread, store


@njit(cache=True, nogil=True)
def throw(mass: Any, extend: Any) -> None:
    """Move the probability on keeps to the rolls that they become."""
    inner, faces = extend.shape
    share = spread(1.0 / faces)
    for keep in range(inner):
        part = multiply(load(mass, keep * LANES), share)
        for face in range(faces):
            at = extend[keep, face] * LANES
            store(mass, at, add(load(mass, at), part))


@njit(cache=True, nogil=True, inline="always")
def kind_of_slot(filled: int, flag: int, face: int, face_box: int, slot_count: int, rules: Numbers) -> tuple[int, int]:
    """Which of the two `slots` of a box a roll fills, and how much further up; see `scoring.score_box`."""
    full = 1 if pays_full_value(filled, face, face_box, rules) else 0
    return full, slot_count if rules.bonus > 0 and flag > 0 and face > 0 else 0


@njit(cache=True, nogil=True)
def turn_outcomes(
    probability: Any, keep_choice: Any, box_choice: Any, mass: Any, thrown: Any, lanes: int, filled: int, flag: int,
    rules: Numbers, tables: Arrays, first_roll: Any, slots: Any, slot_count: int,
) -> None:  # fmt: skip
    """Probability of each slot at the end of a turn.

    probability  : float64[slots, LANES], filled in place
    keep_choice, box_choice : as in `kernels.choices`; only the first `lanes` lanes are read
    mass, thrown : float64[keeps · LANES], scratch
    first_roll   : float64[rolls], probability of each roll when all dice are thrown
    """
    equal_face, face_box = tables.equal_face, tables.face_box
    rolls, inner = equal_face.size, tables.extend.shape[0]
    probability[:] = 0.0
    for roll in range(rolls):
        mass[(inner + roll) * LANES : (inner + roll + 1) * LANES] = first_roll[roll]
    for reroll in range(keep_choice.shape[0] - 1, -1, -1):
        thrown[:] = 0.0
        for roll in range(rolls):
            for lane in range(lanes):
                keep = keep_choice[reroll, roll, lane]
                amount = mass[(inner + roll) * LANES + lane]
                if keep >= 0:
                    thrown[keep * LANES + lane] += amount
                elif amount > 0.0:
                    face = equal_face[roll]
                    full, extra = kind_of_slot(filled, flag, face, face_box[face], slot_count, rules)
                    probability[slots[full, -1 - keep, roll] + extra, lane] += amount
        throw(thrown, tables.extend)
        mass, thrown = thrown, mass
    for roll in range(rolls):
        face = equal_face[roll]
        full, extra = kind_of_slot(filled, flag, face, face_box[face], slot_count, rules)
        for lane in range(lanes):
            amount = mass[(inner + roll) * LANES + lane]
            if amount > 0.0:
                probability[slots[full, box_choice[roll, lane], roll] + extra, lane] += amount


@njit(cache=True, nogil=True)
def best_outcomes(
    outcomes: Any, place: Any, masks: Any, values: Any, low: Any, high: Any, rerolls: int,
    rules: Numbers, tables: Arrays, first_roll: Any, slots: Any, slot_count: int,
    candidates: Any = None,
) -> None:  # fmt: skip
    """Outcomes of every state of some masks under the choices, or candidates, that maximise `values`.

    outcomes  : float64[places, slots, totals], filled in place for the upper totals 0 .. high
    place     : int64[flags, masks], index into `outcomes`, −1 where a state cannot occur
    low, high : int32[masks], as in `backward.solve_masks`; below `low` all upper totals have the outcomes of `low`
    """
    rolls, keeps = first_roll.size, tables.drop_start.size - 1
    keep_choice = np.empty((rerolls, rolls, LANES), np.int16)
    box_choice = np.empty((rolls, LANES), np.int16)
    rows, choice, mass = np.empty(keeps * LANES), np.empty(keeps * LANES), np.empty(keeps * LANES)
    probability = np.empty((outcomes.shape[1], LANES))
    for filled in masks:
        for flag in range(place.shape[0]):
            at = place[flag, filled]
            if at < 0:
                continue
            for start in range(low[filled], high[filled] + 1, LANES):
                lanes = min(LANES, high[filled] + 1 - start)
                choose_best(
                    keep_choice, box_choice, rows, choice, values, filled, flag, start,
                    rules, tables, candidates,
                )  # fmt: skip
                turn_outcomes(
                    probability, keep_choice, box_choice, mass, rows, lanes, filled, flag,
                    rules, tables, first_roll, slots, slot_count,
                )  # fmt: skip
                outcomes[at, :, start : start + lanes] = probability[:, :lanes]
            for slot in range(outcomes.shape[1]):
                outcomes[at, slot, : low[filled]] = outcomes[at, slot, low[filled]]


@njit(cache=True, nogil=True)
def table_outcomes(
    outcomes: Any, place: Any, masks: Any, keep_table: Any, box_table: Any,
    rules: Numbers, tables: Arrays, first_roll: Any, slots: Any, slot_count: int,
) -> None:  # fmt: skip
    """Outcomes of every state of some masks under tabulated choices.

    outcomes   : float64[places, slots, totals], filled in place
    keep_table : int16[flags, masks, totals, rerolls, rolls], box_table : int16[flags, masks, totals, rolls]; see
                 `kernels.choices`
    """
    rolls, inner = first_roll.size, tables.extend.shape[0]
    keep_choice = np.empty((keep_table.shape[3], rolls, LANES), np.int16)
    box_choice = np.empty((rolls, LANES), np.int16)
    mass, thrown = np.zeros((inner + rolls) * LANES), np.zeros((inner + rolls) * LANES)
    probability = np.empty((outcomes.shape[1], LANES))
    for filled in masks:
        for flag in range(place.shape[0]):
            at = place[flag, filled]
            if at < 0:
                continue
            for total in range(keep_table.shape[2]):
                keep_choice[:, :, 0] = keep_table[flag, filled, total]
                box_choice[:, 0] = box_table[flag, filled, total]
                turn_outcomes(
                    probability, keep_choice, box_choice, mass, thrown, 1, filled, flag,
                    rules, tables, first_roll, slots, slot_count,
                )  # fmt: skip
                outcomes[at, :, total] = probability[:, 0]
