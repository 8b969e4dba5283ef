"""Plain loops that are held beside the code under test: slow, obvious, and written without it where they can be."""

from collections import Counter
from itertools import combinations_with_replacement, product
from math import comb

import numpy as np

from fivedice.arrays import Floats
from fivedice.rules import Rules, State, legal_categories, score


def reachable_states(game: Rules) -> list[set[State]]:
    """States after each number of turns, by trying every roll in every box that may take it."""
    layers = [{State()}]
    for _ in range(game.turns):
        layers.append(
            {
                score(game, state, roll, category, served=served).state
                for state in layers[-1]
                for roll in game.dice_set.rolls
                for category in legal_categories(game, state, roll)
                for served in ((False, True) if game.has_served else (False,))
            }
        )
    return layers


def states_by_turn(faces: int, dice: int, lower: int, cap: int, *, flagged: bool) -> list[int]:
    """Reachable states of a card with one upper box a face, from sums alone.

    A set of filled upper boxes holds any sum of multiples of its faces, capped; any lower boxes may be filled beside
    it; `flagged` says that one of these, the Yahtzee box, is filled in two ways: with points or without.
    """
    ways = [comb(lower, filled) for filled in range(lower + 1)]
    if flagged:
        ways = [many + comb(lower - 1, filled - 1) if filled else many for filled, many in enumerate(ways)]
    counts = [0] * (faces + lower + 1)
    for chosen in product((False, True), repeat=faces):
        totals = {0}
        for face in (place + 1 for place in range(faces) if chosen[place]):
            totals = {min(total + face * count, cap) for total in totals for count in range(dice + 1)}
        for filled, many in enumerate(ways):
            counts[sum(chosen) + filled] += len(totals) * many
    return counts


def yacht_points(roll: tuple[int, ...]) -> list[int]:
    """The twelve boxes of Yacht for a sorted roll, written down from its rules."""
    count = Counter(roll)
    return [
        *(face * count[face] for face in range(1, 7)),
        sum(roll) if sorted(count.values()) == [2, 3] else 0,
        max(4 * face if count[face] >= 4 else 0 for face in count),
        30 if roll == (1, 2, 3, 4, 5) else 0,
        30 if roll == (2, 3, 4, 5, 6) else 0,
        sum(roll),
        50 if len(count) == 1 else 0,
    ]


def yacht_mean() -> float:
    """The optimal mean of Yacht by whole matrices: 462 keeps × 252 rolls of probabilities, every keep of every roll."""
    rolls: list[tuple[int, ...]] = list(combinations_with_replacement(range(1, 7), 5))
    keeps = [keep for size in range(6) for keep in combinations_with_replacement(range(1, 7), size)]
    place = {roll: index for index, roll in enumerate(rolls)}
    chances = np.zeros((len(keeps), len(rolls)))
    for row, keep in zip(chances, keeps, strict=True):
        missing = 5 - len(keep)
        for thrown in product(range(1, 7), repeat=missing):
            row[place[tuple(sorted(keep + thrown))]] += 6.0**-missing
    parts = [[index for index, keep in enumerate(keeps) if not Counter(keep) - Counter(roll)] for roll in rolls]
    flat, starts = np.concatenate(parts), np.cumsum([0, *map(len, parts)])[:-1]
    points = np.array([yacht_points(roll) for roll in rolls], float)
    values = np.zeros(1 << 12)
    for filled in range((1 << 12) - 2, -1, -1):
        options = [points[:, box] + values[filled | 1 << box] for box in range(12) if not filled >> box & 1]
        best: Floats = np.max(options, axis=0)
        for _ in range(2):
            best = np.maximum.reduceat((chances @ best)[flat], starts)
        values[filled] = chances[0] @ best
    return float(values[0])
