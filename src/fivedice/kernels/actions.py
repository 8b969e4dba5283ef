"""What the decisions of several actions are worth, in many turns at once; U and V as in `kernels.backward`.

    value of a keep q = E Uₖ₋₁(s, q + thrown dice)
    value of a box c  = points(s, r, c) + V(s after c)

Turns in equal states share their rows, as in `kernels.regret`.
"""

from typing import Any

from fivedice.kernels.arguments import Arrays, Numbers, Payouts
from fivedice.kernels.backward import Scratch, average, list_payers, maximise, score_rolls
from fivedice.kernels.compiling import kernel
from fivedice.kernels.lanes import LANES
from fivedice.kernels.places import open_at
from fivedice.kernels.scoring import value_of_box

NOTHING = -32_768
"""In the place of a decision: the action has none."""


@kernel
def value_actions(
    scratch: Scratch, found: Any, order: Any, group_start: Any, places: Any, upper: Any, flags: Any, roll: Any,
    rerolls: Any, decisions: Any, most: int, values: Any, rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """Values of the decisions of many turns, those in equal states together.

    found              : float64[n, actions], filled in place;  decisions : int16[n, actions], see `decisions_of`
    order, group_start : turns sorted so that the group order[group_start[i] : group_start[i + 1]] shares its place,
                         flag, and block of LANES upper totals
    places .. rerolls  : int64[n], the turns, with at most `most` rerolls left
    values             : float64[flags · places · stride], points still to come, as in `backward.solve_places`
    """
    rows = scratch.rows
    for group in range(group_start.size - 1):
        members = order[group_start[group] : group_start[group + 1]]
        place, flag = places[members[0]], flags[members[0]]
        start = upper[members[0]] // LANES * LANES
        list_payers(scratch, open_at(place, rules, tables), tables.extend.shape[0], groups)
        score_rolls(scratch, values, place, flag, start, rules, tables, groups)
        for left in range(most + 1):
            if left > 0:
                average(rows, tables.extend, tables.weights)
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
                            -1 - choice, place, flag, upper[at], roll[at], values, rules, tables
                        )
            if left > 0:
                maximise(rows, tables.drop, tables.drop_start)
