"""Saved throws a second time: dense numpy arrays and whole matrices, no lattice, no classes of totals, no layers.

The probability of every roll after every keep is one matrix, and which keeps are part of which roll another; a state is
a cell of an array over masks, upper totals and saved throws. Nothing of the solver is used, only the points of boxes.
"""

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from fivedice.arrays import Floats
from fivedice.rules import Rules


def saved_values(game: Rules) -> Floats:
    """float64[masks, upper totals, saved throws], points still to come; for free order, fair dice, no joker."""
    faces, most, cap = range(1, game.faces + 1), game.most_saved, game.upper_cap
    rolls = list(combinations_with_replacement(faces, game.dice))
    keeps = [keep for size in range(game.dice + 1) for keep in combinations_with_replacement(faces, size)]
    chances = np.array([[_chance(game, keep, roll) for roll in rolls] for keep in keeps])
    inside = np.array([[not Counter(keep) - Counter(roll) for keep in keeps] for roll in rolls])
    points = np.array([[box.natural_points(roll) for roll in rolls] for box in game.categories])
    values = np.zeros((1 << game.turns, cap + 1, most + 1))
    values[-1] = np.array([game.bonus_for(total) for total in range(cap + 1)])[:, None]
    for mask in range((1 << game.turns) - 2, -1, -1):
        for total in range(cap + 1):
            values[mask, total] = _row(game, mask, total, values, points, chances, inside)
    return values


def _row(
    game: Rules, mask: int, total: int, values: Floats, points: Floats, chances: Floats, inside: Floats
) -> list[float]:
    """V(state, k) for every k."""
    best, found = np.full(points.shape[1], -np.inf), []
    for left in range(game.rolls + game.most_saved):
        expected = np.where(inside, chances @ best, -np.inf).max(axis=1) if left else best
        for box, category in enumerate(game.categories):
            if not mask >> box & 1:
                upper = total + points[box] * (category.section == "upper")
                after = values[mask | 1 << box, np.minimum(upper, game.upper_cap), min(left, game.most_saved)]
                expected = np.maximum(expected, points[box] + after)
        best = expected
        found.append(float(chances[0] @ best))
    return found[game.rolls - 1 :]


def _chance(game: Rules, keep: tuple[int, ...], roll: tuple[int, ...]) -> float:
    """The probability that the dice beside a keep make it this roll."""
    if Counter(keep) - Counter(roll):
        return 0.0
    thrown = Counter(roll) - Counter(keep)
    ways = factorial(thrown.total()) // prod(map(factorial, thrown.values()))
    return float(ways / game.faces ** thrown.total())
