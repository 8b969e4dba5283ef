"""What the decisions of several actions are worth, in many turns at once; U and V as in `kernels.backward`.

    value of a keep q = E Uₖ₋₁(s, q + thrown dice)
    value of a box c  = points(s, r, c) + V(s after c)

Turns in equal states share their rows, as in `kernels.worth`.
"""

from typing import Any

import numpy as np
from numba import njit

from fivedice.kernels.backward import average, maximise, pays_full_value, score_rolls
from fivedice.kernels.lanes import LANES
from fivedice.kernels.simulate import roll_of

NOTHING = -32_768
"""In the place of a decision: the action has none."""


@njit(cache=True, nogil=True)
def rolls_of(dice: Any, extend: Any) -> Any:
    """int64[n], index of the roll that each row of dice is."""
    found = np.empty(dice.shape[0], np.int64)
    for row in range(dice.shape[0]):
        found[row] = roll_of(dice[row], extend)
    return found


@njit(cache=True, nogil=True)
def value_actions(
    found: Any, order: Any, group_start: Any, filled: Any, upper: Any, flags: Any, roll: Any, rerolls: Any,
    decisions: Any, most: int, values: Any, rules: Any, tables: Any, groups: Any, drop: Any, drop_start: Any,
) -> None:  # fmt: skip
    """Values of the decisions of many turns, those in equal states together.

    found              : float64[n, actions], filled in place;  decisions : int16[n, actions], see `decisions_of`
    order, group_start : turns sorted so that the group order[group_start[i] : group_start[i + 1]] shares its filled
                         boxes, flag, and block of LANES upper totals
    filled .. rerolls  : int64[n], the turns, with at most `most` rerolls left
    values             : float64[flags · masks · stride], points still to come, as in `backward.solve_masks`
    """
    extend = tables[0]
    rows = np.empty((drop_start.size - 1) * LANES)
    for group in range(group_start.size - 1):
        members = order[group_start[group] : group_start[group + 1]]
        state, flag = filled[members[0]], flags[members[0]]
        start = upper[members[0]] // LANES * LANES
        score_rolls(rows, values, state, flag, start, rules, tables, groups)
        for left in range(most + 1):
            if left > 0:
                average(rows, extend)
            for at in members:
                if rerolls[at] != left:
                    continue
                lane = upper[at] - start
                for action in range(decisions.shape[1]):
                    choice = decisions[at, action]
                    if choice >= 0:
                        found[at, action] = rows[choice * LANES + lane]
                    elif choice != NOTHING:
                        found[at, action] = value_of_box(
                            -1 - choice, state, flag, upper[at], roll[at], values, rules, tables
                        )
            if left > 0:
                maximise(rows, drop, drop_start)


@njit(cache=True, nogil=True)
def value_of_box(box: int, filled: int, flag: int, upper: int, roll: int, values: Any, rules: Any, tables: Any) -> Any:
    """Points of a legal box now, and the value of the state that follows."""
    stride, flag_stride, yahtzee, joker, bonus, _, _ = rules
    _, _, equal_face, face_box, points, joker_points, is_upper, worth = tables
    face = equal_face[roll]
    full = pays_full_value(filled, face, face_box[face], yahtzee, joker)
    paid = joker_points[box, roll] if full else points[box, roll]
    child_flag = 1 if flag_stride > 0 and box == yahtzee and face > 0 else flag
    child = child_flag * flag_stride + (filled | 1 << box) * stride + upper + (paid if is_upper[box] else 0)
    scored = paid + (bonus if face > 0 and flag > 0 else 0)
    return values[child] * worth[0, scored] + worth[1, scored]
