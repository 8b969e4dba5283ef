"""One scoring step: what a roll brings in a box, and the flag of the state that follows.

`score_box` takes numbers, not the tables: an array that is handed on inside a loop costs more than the step itself.
"""

from typing import Any

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.compiling import part
from fivedice.kernels.joker import pays_full_value
from fivedice.kernels.places import filled_at, open_at


@part
def score_box(
    box: int, flag: int, face: int, full: bool, points: int, joker_points: int, rules: Numbers
) -> tuple[int, int, int]:
    """Points that a legal box pays, the Yahtzee bonus earned besides, and the flag afterwards.

    flag                 : 1 if further dice that are all equal earn the bonus; points in the Yahtzee box set it
    face, full           : the face that all dice show, else 0, and whether `joker.pays_full_value`
    points, joker_points : what the box pays for the roll, plainly and as a full-value joker
    """
    paid = joker_points if full else points
    extra = rules.bonus if face > 0 and flag > 0 else 0
    return paid, extra, 1 if rules.flag_stride > 0 and face > 0 and box == rules.yahtzee else flag


@part
def bonus_in_columns(box: int, filled: int, flag: int, face: int, multiplier: int, rules: Numbers) -> tuple[int, int]:
    """The Yahtzee bonus that a roll earns in a box, and the flag afterwards, where there may be several Yahtzee boxes.

    flag : 1 if all Yahtzee boxes that are filled hold points, and there are some; face : as in `score_box`
    """
    earned = flag > 0 and face > 0 and not rules.yahtzees & ~filled
    if rules.flag_stride > 0 and rules.yahtzees >> box & 1:
        flag = 1 if face > 0 and (flag > 0 or not rules.yahtzees & filled) else 0
    return rules.bonus * multiplier if earned else 0, flag


@part
def upper_after(upper: int, more: int, digit: int, cap: int) -> int:
    """The upper total with more points in it; those of several columns with a bonus are digits to the base cap + 1.

    digit : worth of the column's digit, 1 for the first
    """
    own = upper if digit == 1 else upper // digit
    if own > cap:
        own %= cap + 1
    return upper + (min(own + more, cap) - own) * digit


@part
def value_of_box(
    box: int, place: int, flag: int, upper: int, roll: int, values: Any, rules: Numbers, tables: Arrays
) -> Any:
    """Points of a legal box now, and the value of the state that follows; `values` as in `backward.solve_places`."""
    face = tables.equal_face[roll]
    full = pays_full_value(
        filled_at(place, tables), open_at(place, rules, tables), face, tables.face_boxes[face], rules
    )
    paid, extra, child_flag = score_box(
        box, flag, face, full, tables.points[box, roll], tables.joker_points[box, roll], rules
    )
    child = child_flag * rules.flag_stride + (place + tables.step[box]) * rules.stride
    value = values[child + upper + (paid if tables.upper[box] else 0)]
    return value * tables.worth[0, paid + extra] + tables.worth[1, paid + extra]
