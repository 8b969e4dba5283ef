"""Outcomes of a turn for strategies that see the order of the dice on the table.

As `kernels.outcomes`, on tables instead of multisets: a node gives each position a face, or 0 for a die in the air, as
the digits of a number to the base faces + 1.
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.outcomes import kind_of_slot
from fivedice.kernels.simulate import higher_pair_first, roll_of


@part
def land(mass: Any, count: int, faces: int) -> None:
    """Move the probability of tables with dice in the air to the tables that they become, a position at a time."""
    step = 1
    for _ in range(count):
        for node in range(mass.size):
            if node // step % (faces + 1) == 0 and mass[node] > 0.0:
                share = mass[node] / faces
                for face in range(1, faces + 1):
                    mass[node + face * step] += share
                mass[node] = 0.0
        step *= faces + 1


@kernel
def ordered_outcomes(
    outcomes: Any, place: Any, masks: Any, keep_table: Any, box_table: Any, keep_counts: Any, pairs: Any,
    count: int, rules: Numbers, tables: Arrays, slots: Any, slot_count: int,
) -> None:  # fmt: skip
    """Outcomes of every state of some masks under tabulated choices for two orders; see `outcomes.table_outcomes`.

    keep_table : int16[2, flags, masks, totals, rerolls, rolls], keep_counts, pairs : as in `simulate.play_turn`
    """
    equal_face, face_box = tables.equal_face, tables.face_box
    faces, base = tables.extend.shape[1], tables.extend.shape[1] + 1
    nodes, tables_count, rerolls = base**count, faces**count, keep_table.shape[4]
    mass, thrown = np.zeros(nodes), np.zeros(nodes)
    node_of, roll_at = np.empty(tables_count, np.int64), np.empty(tables_count, np.int64)
    order_at, faces_at = np.empty(tables_count, np.int64), np.empty((tables_count, count), np.int64)
    for number in range(tables_count):
        node, rest, step = 0, number, 1
        for position in range(count):
            faces_at[number, position] = 1 + rest % faces
            node += step * faces_at[number, position]
            rest //= faces
            step *= base
        node_of[number], roll_at[number] = node, roll_of(faces_at[number], tables.extend)
        order_at[number] = higher_pair_first(faces_at[number], pairs, roll_at[number])
    kept = np.zeros(base, np.int64)
    for filled in masks:
        for flag in range(place.shape[0]):
            at = place[flag, filled]
            if at < 0:
                continue
            outcomes[at] = 0.0
            for total in range(box_table.shape[2]):
                mass[:] = 0.0
                for number in range(tables_count):
                    mass[node_of[number]] = 1.0 / tables_count
                for reroll in range(rerolls - 1, -2, -1):
                    thrown[:] = 0.0
                    for number in range(tables_count):
                        amount, roll = mass[node_of[number]], roll_at[number]
                        if amount == 0.0:
                            continue
                        choice = -1 - box_table[flag, filled, total, roll]
                        if reroll >= 0:
                            choice = keep_table[order_at[number], flag, filled, total, reroll, roll]
                        if choice < 0:
                            face = equal_face[roll]
                            full, extra = kind_of_slot(filled, flag, face, face_box[face], slot_count, rules)
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
                        land(thrown, count, faces)
                    mass, thrown = thrown, mass
