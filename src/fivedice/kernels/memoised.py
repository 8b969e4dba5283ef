"""Memoised recursion over every situation of a game, top down: the search of study 003, on plain rules without jokers.

    E(blank dice) = Σ P(roll) · E(roll),   E(roll) = max over boxes of points + E(next turn), and over keeps of E(keep)

Nothing is saved but asking twice: each keep looks up every roll that may follow, each roll every keep that is part of
it. `kernels.backward` is the fast way to the same values.
"""

from typing import Any

import numpy as np

from fivedice.kernels.compiling import recursive


@recursive
def value_of(
    filled: int, upper: int, left: int, row: int, memo: Any, numbers: Any, points: Any, upper_points: Any,
    follow: Any, chance: Any, follow_start: Any, parts: Any, part_start: Any, inner: int, rolls: int, cap: int,
    bonus: int,
) -> float:  # fmt: skip
    """E of a situation: boxes filled, capped upper total, throws left, and the row of the dice that are held.

    Rows from `inner` on are whole rolls.

    memo         : float64[states · entries], NaN where nothing is known yet; the entries of a state are its rolls by
                   throws left, then its keeps by throws left, then the start of the turn
    numbers      : int64[masks, cap + 1], number of each state
    points, upper_points : int32[categories, rolls], what a box pays, and what of it counts for the bonus
    follow, chance       : int32, float64[..], rolls that may follow a keep, at follow_start[keep] to that of the next
    parts                : int32[..], rows of the keeps of a roll, the roll itself last, at part_start[roll]
    """
    boxes, kinds = points.shape
    if filled + 1 == 1 << boxes:
        return float(bonus) if upper >= cap else 0.0
    entries = rolls * kinds + (rolls - 1) * inner + 1
    base = numbers[filled, upper] * entries
    if row < inner:  # blank dice are thrown
        found = 0.0
        for at in range(follow_start[row], follow_start[row + 1]):
            roll = follow[at]
            known = memo[base + (left - 1) * kinds + roll]
            if np.isnan(known):
                known = value_of(
                    filled, upper, left - 1, inner + roll, memo, numbers, points, upper_points, follow, chance,
                    follow_start, parts, part_start, inner, rolls, cap, bonus,
                )  # fmt: skip
            found += chance[at] * known
        place = entries - 1 if left == rolls else rolls * kinds + (left - 1) * inner + row
    else:
        roll = row - inner
        found = -1.0
        for box in range(boxes):
            if filled >> box & 1:
                continue
            then = filled | 1 << box
            total = min(upper + upper_points[box, roll], cap)
            if then + 1 == 1 << boxes:
                known = float(bonus) if total >= cap else 0.0
            else:
                known = memo[numbers[then, total] * entries + entries - 1]
                if np.isnan(known):
                    known = value_of(
                        then, total, rolls, 0, memo, numbers, points, upper_points, follow, chance, follow_start, parts,
                        part_start, inner, rolls, cap, bonus,
                    )  # fmt: skip
            found = max(found, points[box, roll] + known)
        if left > 0:
            for at in range(part_start[roll], part_start[roll + 1] - 1):
                keep = parts[at]
                known = memo[base + rolls * kinds + (left - 1) * inner + keep]
                if np.isnan(known):
                    known = value_of(
                        filled, upper, left, keep, memo, numbers, points, upper_points, follow, chance, follow_start,
                        parts, part_start, inner, rolls, cap, bonus,
                    )  # fmt: skip
                found = max(found, known)
        place = left * kinds + roll
    memo[base + place] = found
    return found
