"""Which states can occur from a start, with how many points so far, and how many can still come.

States are taken together where the upper bonus is out of reach: they differ in nothing that matters, so that an upper
total below `low` of a place (see `backward.solve_places`) counts as `low`.
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers, Payouts
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.places import filled_at, open_at
from fivedice.kernels.scoring import score_box


@part
def list_ways(ways: Any, place: int, flag: int, can_miss: Any, rules: Numbers, tables: Arrays, groups: Payouts) -> int:
    """Every way to fill a box in a state, and how many there are.

    ways     : int64[.., 4], filled in place: box, points towards the upper total, all points, flag afterwards
    can_miss : bool[categories], whether some roll that is not one of `equal_rolls` scores zero in the box
    """
    boxes, upper, count = tables.upper.size, tables.upper, 0
    box_start, group_points = groups.box_start, groups.points
    points, joker_points = tables.points, tables.joker_points
    filled, open_boxes = filled_at(place, tables), open_at(place, rules, tables)
    for box in range(boxes):
        if not open_boxes >> box & 1:
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
        legal = legal_boxes(filled, open_boxes, face, tables.face_boxes[face], rules)
        full = pays_full_value(filled, open_boxes, face, tables.face_boxes[face], rules)
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
    least: Any, most: Any, places: Any, low: Any, ways: Any, can_miss: Any,
    rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """Spread the points so far from the start over all states that play can reach.

    least, most : int32[flags, places, cap + 1], points so far, filled in place; least > most where play cannot come
    places      : int32[..], in an order in which every place comes after those with one box fewer
    """
    flags, _, totals = least.shape
    for one in places:
        place = np.int64(one)  # kernels are compiled for each type that they are called with
        for flag in range(flags):
            count = list_ways(ways, place, flag, can_miss, rules, tables, groups)
            for upper in range(totals):
                if least[flag, place, upper] > most[flag, place, upper]:
                    continue
                for way in range(count):
                    box, shift, gain, after = ways[way, 0], ways[way, 1], ways[way, 2], ways[way, 3]
                    child = place + tables.step[box]
                    total = max(min(upper + shift, totals - 1), low[child])
                    least[after, child, total] = min(least[after, child, total], least[flag, place, upper] + gain)
                    most[after, child, total] = max(most[after, child, total], most[flag, place, upper] + gain)


@kernel
def bound_rest(
    least_rest: Any, most_rest: Any, reached: Any, places: Any, low: Any, ways: Any, can_miss: Any,
    rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """The least and the most points that can still come, given those of the full card.

    least_rest, most_rest : int32[flags, places, cap + 1], filled in place where `reached`
    places                : int32[..], in an order in which every place comes before those with one box fewer
    """
    flags, _, totals = reached.shape
    for one in places:
        place = np.int64(one)  # kernels are compiled for each type that they are called with
        for flag in range(flags):
            count = list_ways(ways, place, flag, can_miss, rules, tables, groups)
            for upper in range(totals):
                if not reached[flag, place, upper]:
                    continue
                lowest, highest = 1 << 30, -(1 << 30)
                for way in range(count):
                    box, shift, gain, after = ways[way, 0], ways[way, 1], ways[way, 2], ways[way, 3]
                    child = place + tables.step[box]
                    total = max(min(upper + shift, totals - 1), low[child])
                    lowest = min(lowest, gain + least_rest[after, child, total])
                    highest = max(highest, gain + most_rest[after, child, total])
                least_rest[flag, place, upper], most_rest[flag, place, upper] = lowest, highest
