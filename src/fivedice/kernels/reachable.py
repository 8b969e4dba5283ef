"""Which states can occur at all: a forward walk over filled categories, one box at a time."""

from typing import Any

from numba import njit

from fivedice.kernels.backward import legal_boxes, pays_full_value


@njit(cache=True, nogil=True)
def _mark(reached: Any, flag: int, filled: int, child_flag: int, child: int, shift: int) -> None:
    cap = reached.shape[2] - 1
    source, target = reached[flag, filled], reached[child_flag, child]
    for upper in range(cap + 1 - shift):
        target[upper + shift] |= source[upper]
    for upper in range(max(cap + 1 - shift, 0), cap + 1):
        target[cap] |= source[upper]


@njit(cache=True, nogil=True)
def mark_reachable(reached: Any, can_miss: Any, rules: Any, tables: Any, groups: Any) -> None:
    """Mark every state that play can reach, given that the start is marked.

    reached  : bool[flags, masks, cap + 1], filled in place
    can_miss : bool[categories], whether some roll whose dice are not all equal scores zero in the box
    """
    _, flag_stride, yahtzee, joker, _, lower, everything = rules
    _, equal_rolls, equal_face, face_box, points, joker_points, upper, _ = tables
    box_start, group_points, _, _ = groups
    for filled in range(everything):
        for flag in range(reached.shape[0]):
            if not reached[flag, filled].any():
                continue
            for box in range(box_start.size - 1):
                if filled >> box & 1:
                    continue
                child = filled | 1 << box
                if can_miss[box] or (not upper[box] and box_start[box] < box_start[box + 1]):
                    _mark(reached, flag, filled, flag, child, 0)
                if upper[box]:
                    for group in range(box_start[box], box_start[box + 1]):
                        _mark(reached, flag, filled, flag, child, group_points[group])
            for roll in equal_rolls:
                face = equal_face[roll]
                legal = legal_boxes(filled, face, face_box[face], yahtzee, joker, lower, everything)
                full = pays_full_value(filled, face, face_box[face], yahtzee, joker)
                for box in range(box_start.size - 1):
                    if legal >> box & 1:
                        paid = joker_points[box, roll] if full else points[box, roll]
                        child_flag = 1 if flag_stride > 0 and box == yahtzee else flag
                        _mark(reached, flag, filled, child_flag, filled | 1 << box, paid if upper[box] else 0)
