"""Backward induction for a player who may choose only among candidates.

The equations of `kernels.backward` with smaller sets to maximise over, C₀ boxes and Cₖ keeps:

    U₀(s, r) = max over boxes c in C₀(s, r) of  points(s, r, c) + V(s after c)
    Uₖ(s, r) = max over keeps q in Cₖ(s, r) of  E Uₖ₋₁(s, q + thrown dice)

Candidates do not nest as keeps do, so that the maximum is taken over the list of each roll.
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.backward import average
from fivedice.kernels.choices import Room, choose_best
from fivedice.kernels.compiling import kernel
from fivedice.kernels.lanes import LANES, load, store
from fivedice.kernels.places import filled_at


@kernel
def solve_candidates(
    values: Any, places: Any, low: Any, high: Any, cap: int, room: Room, rules: Numbers, tables: Arrays,
    candidates: Any,
) -> None:  # fmt: skip
    """Values of all states at some places, under the best of the `candidates`.

    values, low, high : as in `backward.solve_places`
    """
    for at in places:
        place = np.int64(at)
        flags = 2 if rules.flag_stride > 0 and filled_at(place, tables) >> rules.yahtzee & 1 else 1
        for flag in range(flags):
            base = flag * rules.flag_stride + place * rules.stride
            for start in range(low[place], high[place] + 1, LANES):
                choose_best(room, values, place, flag, start, rules, tables, candidates)
                average(room.rows, tables.first, tables.weights)
                store(values, base + start, load(room.rows, 0))
            for total in range(low[place]):
                values[base + total] = values[base + low[place]]
            if high[place] == cap:
                for total in range(cap + 1, rules.stride):
                    values[base + total] = values[base + cap]
