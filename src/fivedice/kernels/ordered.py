"""Outcomes of a turn for strategies that see the order of the dice on the table.

As `kernels.outcomes`, on tables instead of multisets: a node gives each position a face, or 0 for a die in the air, as
the digits of a number to the base faces + 1.
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.outcomes import kind_of_slot
from fivedice.kernels.places import filled_at, open_at
from fivedice.kernels.simulate import higher_pair_first, roll_of


@part
def land(mass: Any, count: int, chances: Any) -> None:
    """Move the probability of tables with dice in the air to the tables that they become, a position at a time.

    chances : float64[faces], the probability of each face
    """
    step, faces = 1, chances.size
    for _ in range(count):
        for node in range(mass.size):
            if node // step % (faces + 1) == 0 and mass[node] > 0.0:
                for face in range(1, faces + 1):
                    mass[node + face * step] += mass[node] * chances[face - 1]
                mass[node] = 0.0
        step *= faces + 1


@kernel
def ordered_outcomes(
    outcomes: Any, index: Any, places: Any, keep_table: Any, box_table: Any, keep_counts: Any, pairs: Any,
    count: int, chances: Any, rules: Numbers, tables: Arrays, slots: Any, slot_count: int,
) -> None:  # fmt: skip
    """Outcomes of every state at some places under tabulated choices for two orders; see `outcomes.table_outcomes`.

    keep_table : int16[2, flags, places, totals, rerolls, rolls], keep_counts, pairs : as in `simulate.play_turn`
    chances    : float64[faces], the probability of each face
    """
    equal_face, face_boxes = tables.equal_face, tables.face_boxes
    faces, base = tables.extend.shape[1], tables.extend.shape[1] + 1
    nodes, tables_count, rerolls = base**count, faces**count, keep_table.shape[4]
    mass, thrown, at_first = np.zeros(nodes), np.zeros(nodes), np.empty(tables_count)
    node_of, roll_at = np.empty(tables_count, np.int64), np.empty(tables_count, np.int64)
    order_at, faces_at = np.empty(tables_count, np.int64), np.empty((tables_count, count), np.int64)
    for number in range(tables_count):
        node, rest, step, at_first[number] = 0, number, 1, 1.0
        for position in range(count):
            faces_at[number, position] = 1 + rest % faces
            at_first[number] *= chances[rest % faces]
            node += step * faces_at[number, position]
            rest //= faces
            step *= base
        node_of[number], roll_at[number] = node, roll_of(faces_at[number], tables.extend)
        order_at[number] = higher_pair_first(faces_at[number], pairs, roll_at[number])
    kept = np.zeros(base, np.int64)
    for one in places:
        place = np.int64(one)
        filled, open_boxes = filled_at(place, tables), open_at(place, rules, tables)
        for flag in range(index.shape[0]):
            at = index[flag, place]
            if at < 0:
                continue
            outcomes[at] = 0.0
            for total in range(box_table.shape[2]):
                mass[:] = 0.0
                for number in range(tables_count):
                    mass[node_of[number]] = at_first[number]
                for reroll in range(rerolls - 1, -2, -1):
                    thrown[:] = 0.0
                    for number in range(tables_count):
                        amount, roll = mass[node_of[number]], roll_at[number]
                        if amount == 0.0:
                            continue
                        choice = -1 - box_table[flag, place, total, roll]
                        if reroll >= 0:
                            choice = keep_table[order_at[number], flag, place, total, reroll, roll]
                        if choice < 0:
                            face = equal_face[roll]
                            full, extra = kind_of_slot(
                                filled, open_boxes, flag, face, face_boxes[face], slot_count, rules
                            )
                            outcomes[at, slots[full, -1 - choice, roll] + extra, total] += amount
                            continue
                        for face in range(1, base):
                            kept[face] = keep_counts[choice, face]
                        node, step = 0, 1
                        for position in range(count):
                            face = faces_at[number, position]
                            if kept[face] > 0:
                                kept[face] -= 1
                                node += step * face
                            step *= base
                        thrown[node] += amount
                    if reroll >= 0:
                        land(thrown, count, chances)
                    mass, thrown = thrown, mass
