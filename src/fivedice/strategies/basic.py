"""Players that every game has: the greedy one and the random one."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from fivedice.kernels.compiling import compiled
from fivedice.kernels.view import ROLL, View
from fivedice.rules import Decision, Rules, Turn
from fivedice.solver import Solution, TurnValues
from fivedice.solver.exact import check_memory
from fivedice.solver.places import places_of
from fivedice.solver.prospect import intention
from fivedice.strategies.policy import ValuePolicy, kernel_view, policy_of
from fivedice.strategies.strategy import strategy

TIE_BREAK = 1e-7
"""Far below a point, far above rounding: what sets equal decisions of the greedy player apart."""


@dataclass(frozen=True)
class Greedy:
    """Maximises the expected points of the current turn, Yahtzee bonus included, upper bonus not.

    Glenn (2006) breaks ties in favour of the more difficult box and prints a mean of 218.05 with a standard deviation
    of 46.87. Here that means: lower boxes with fixed points first, from the highest points down, then the other lower
    boxes, from the least likely one on a single throw, then upper boxes from the highest face. That gives 218.79 and
    46.94 with the forced joker; no natural order that was tried meets both figures.
    """

    name: str = "greedy"
    summary: str = "Maximises the points of the current turn."

    def check(self, rules: Rules) -> None:
        """Every game can be played greedily."""

    def policy(self, rules: Rules) -> ValuePolicy:
        """The strategy as arrays."""
        return policy_of(_greedy_values(rules))

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The decision with the most expected points in this turn."""
        return TurnValues.of(_greedy_values(rules), turn.state).best(turn.roll, turn.rerolls, served=turn.served)

    def reason(self, rules: Rules, turn: Turn) -> str:
        """What it does, and the boxes that the turn will most likely end in."""
        return intention(TurnValues.of(_greedy_values(rules), turn.state), turn)


@lru_cache(maxsize=8)
def _greedy_values(rules: Rules) -> Solution:
    """Values of states that are nothing but a preference for filling the difficult boxes."""
    tables, arguments = kernel_view(rules)
    likely = (tables.points > 0) @ tables.probability
    difficulty = [
        (one.section == "upper", not one.is_fixed, -one.points if isinstance(one.points, int) else likely[box], -box)
        for box, one in enumerate(rules.categories)
    ]
    order = sorted(range(rules.turns), key=difficulty.__getitem__)
    check_memory(rules)
    flags, count, _ = arguments.shape
    filled = places_of(rules).filled
    cost = sum((filled >> box & 1) * (place * TIE_BREAK) for place, box in enumerate(order))
    values = np.broadcast_to(-np.asarray(cost)[None, :, None], (flags, count, rules.upper_cap + 1))
    return Solution(rules, np.ascontiguousarray(values), counted=0, seconds=0.0, objective="points of the turn")


@compiled
def scramble(number: int) -> Any:
    """A well-mixed number from any number (the finaliser of SplitMix64)."""
    mixed = np.uint64(number) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(1))


@strategy("random", "Keeps dice and fills boxes at random.")
def random(view: View) -> int:
    """Keep each die with probability 1/2, and score in any legal box.

    Chance is drawn from a hash of the turn, so that the same turn always gets the same answer: as good as random over
    a game, and yet a strategy that can be replayed and evaluated exactly.
    """
    seed = view.filled * 2 + view.bonus
    for position in range(view.dice_count):
        seed = seed * (view.faces + 1) + view.dice[position]
    seed = scramble(seed * 32 + view.rerolls)
    if view.rerolls > 0:
        for position in range(view.dice_count):
            view.hold[position] = seed >> position & 1
        return ROLL
    legal = 0
    for box in range(view.boxes):
        legal += 1 if view.points[box] >= 0 else 0
    wanted = seed % legal
    for box in range(view.boxes):
        if view.points[box] >= 0:
            if wanted == 0:
                return box
            wanted -= 1
    return ROLL


STRATEGIES = (Greedy(), random)
