"""What decisions of recorded games were worth: values of the keeps and boxes that were chosen, and of the best ones.

With U and V as in `kernels.backward`, for a state s, a roll r and k rerolls left:

    value of a keep q = E Uₖ₋₁(s, q + thrown dice)
    value of a box c  = points(s, r, c) + V(s after c)
    best value        = Uₖ(s, r)

All games in equal states share their rows, so that a block of games costs little more than its different states.
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers, Payouts
from fivedice.kernels.backward import Scratch, average, list_payers, maximise, score_rolls
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.lanes import LANES
from fivedice.kernels.places import open_at
from fivedice.kernels.scoring import value_of_box


@part
def keep_row(table: Any, held: int, extend: Any) -> int:
    """Row of the dice on the table that lie in the positions with a bit in `held`."""
    row = 0
    for position in range(table.size):
        if held >> position & 1:
            row = extend[row, table[position] - 1]
    return int(row)


@part
def is_first(held: Any, game: int, turn: int, throw: int, everything: int) -> bool:
    """Whether the dice on the table are those of the first throw: all of them were held before each later one."""
    for earlier in range(throw):
        if held[game, turn, earlier] != everything:
            return False
    return True


@kernel
def value_decisions(
    scratch: Scratch, taken: Any, best: Any, order: Any, group_start: Any, turn: int, places: Any, flags: Any,
    upper: Any, boxes: Any, held: Any, shown: Any, values: Any, rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """One turn of many games, those in equal states together.

    taken, best            : float64[games, turns, rolls], values of the decision after each throw, filled in place;
                             entries without a throw are left alone
    order, group_start     : games sorted so that the group order[group_start[i] : group_start[i + 1]] shares its
                             place, flag, and block of LANES upper totals
    places, flags, upper   : int32[games, turns], the state before each turn
    boxes                  : int16[games, turns], the box filled in each turn
    held, shown            : int32[games, turns, rerolls] and uint8[games, turns, rolls, n], as in `simulation.games`
    values                 : float64[flags · places · stride], points still to come, as in `backward.solve_places`
    """
    rerolls, everything = held.shape[2], (1 << shown.shape[3]) - 1
    rows = scratch.rows
    for group in range(group_start.size - 1):
        members = order[group_start[group] : group_start[group + 1]]
        place, flag = np.int64(places[members[0], turn]), flags[members[0], turn]
        start = upper[members[0], turn] // LANES * LANES
        list_payers(scratch, open_at(place, rules, tables), tables.extend.shape[0], groups)
        score_rolls(scratch, values, place, flag, start, rules, tables, groups)
        for left in range(rerolls + 1):
            throw = rerolls - left
            if left > 0:
                average(rows, tables.extend, tables.weights)
                for game in members:
                    if held[game, turn, throw] >= 0:
                        extend = tables.first if is_first(held, game, turn, throw, everything) else tables.extend
                        row = keep_row(shown[game, turn, throw], held[game, turn, throw], extend)
                        taken[game, turn, throw] = rows[row * LANES + upper[game, turn] - start]
                maximise(rows, tables.drop, tables.drop_start)
            for game in members:
                if shown[game, turn, throw, 0] == 0:
                    continue
                extend = tables.first if is_first(held, game, turn, throw, everything) else tables.extend
                row = keep_row(shown[game, turn, throw], everything, extend)
                best[game, turn, throw] = rows[row * LANES + upper[game, turn] - start]
                if left == 0 or held[game, turn, throw] < 0:
                    taken[game, turn, throw] = value_of_box(
                        boxes[game, turn], place, flag, upper[game, turn], row - tables.extend.shape[0],
                        values, rules, tables,
                    )  # fmt: skip
