"""Which states can occur from a start, with how many points so far, and how many can still come.

States are taken together where the upper bonus is out of reach: they differ in nothing that matters, so that an upper
total below `low` of a mask (see `backward.solve_masks`) counts as `low`.
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers, Payouts
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.scoring import score_box


@part
def list_ways(ways: Any, filled: int, flag: int, can_miss: Any, rules: Numbers, tables: Arrays, groups: Payouts) -> int:
    """Every way to fill a box in a state, and how many there are.

    ways     : int64[.., 4], filled in place: box, points towards the upper total, all points, flag afterwards
    can_miss : bool[categories], whether some roll whose dice are not all equal scores zero in the box
    """
    boxes, upper, count = tables.upper.size, tables.upper, 0
    box_start, group_points = groups.box_start, groups.points
    points, joker_points = tables.points, tables.joker_points
    for box in range(boxes):
        if filled >> box & 1:
            continue
        if can_miss[box]:
            ways[count, 0], ways[count, 1], ways[count, 2], ways[count, 3] = box, 0, 0, flag
            count += 1
        for group in range(box_start[box], box_start[box + 1]):
            paid = group_points[group]
            ways[count, 0], ways[count, 1] = box, paid if upper[box] else 0
            ways[count, 2], ways[count, 3] = paid, flag
            count += 1
    for roll in tables.equal_rolls:
        face = tables.equal_face[roll]
        legal = legal_boxes(filled, face, tables.face_box[face], rules)
        full = pays_full_value(filled, face, tables.face_box[face], rules)
        for box in range(boxes):
            if legal >> box & 1:
                paid, extra, child_flag = score_box(
                    box, flag, face, full, points[box, roll], joker_points[box, roll], rules
                )
                ways[count, 0], ways[count, 1] = box, paid if upper[box] else 0
                ways[count, 2], ways[count, 3] = paid + extra, child_flag
                count += 1
    return count


@kernel
def spread_spans(
    least: Any, most: Any, masks: Any, low: Any, ways: Any, can_miss: Any,
    rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """Spread the points so far from the start over all states that play can reach.

    least, most : int32[flags, masks, cap + 1], points so far, filled in place; least > most where play cannot come
    masks       : int32[..], filled boxes in an order in which every mask comes after its parts
    """
    flags, _, totals = least.shape
    for mask in masks:
        filled = np.int64(mask)  # kernels are compiled for each type that they are called with
        for flag in range(flags):
            count = list_ways(ways, filled, flag, can_miss, rules, tables, groups)
            for upper in range(totals):
                if least[flag, filled, upper] > most[flag, filled, upper]:
                    continue
                for way in range(count):
                    box, shift, gain, after = ways[way, 0], ways[way, 1], ways[way, 2], ways[way, 3]
                    child = filled | 1 << box
                    total = max(min(upper + shift, totals - 1), low[child])
                    least[after, child, total] = min(least[after, child, total], least[flag, filled, upper] + gain)
                    most[after, child, total] = max(most[after, child, total], most[flag, filled, upper] + gain)


@kernel
def bound_rest(
    least_rest: Any, most_rest: Any, reached: Any, masks: Any, low: Any, ways: Any, can_miss: Any,
    rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """The least and the most points that can still come, given those of the full card.

    least_rest, most_rest : int32[flags, masks, cap + 1], filled in place where `reached`
    masks                 : int32[..], filled boxes in an order in which every mask comes before its parts
    """
    flags, _, totals = reached.shape
    for mask in masks:
        filled = np.int64(mask)  # kernels are compiled for each type that they are called with
        for flag in range(flags):
            count = list_ways(ways, filled, flag, can_miss, rules, tables, groups)
            for upper in range(totals):
                if not reached[flag, filled, upper]:
                    continue
                lowest, highest = 1 << 30, -(1 << 30)
                for way in range(count):
                    box, shift, gain, after = ways[way, 0], ways[way, 1], ways[way, 2], ways[way, 3]
                    child = filled | 1 << box
                    total = max(min(upper + shift, totals - 1), low[child])
                    lowest = min(lowest, gain + least_rest[after, child, total])
                    highest = max(highest, gain + most_rest[after, child, total])
                least_rest[flag, filled, upper], most_rest[flag, filled, upper] = lowest, highest
