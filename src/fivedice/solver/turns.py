"""Values of all decisions of one turn, with numpy alone: fast enough for advice, without compiling anything."""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from fivedice.arrays import Floats, Longs
from fivedice.rules import Category, Decision, Keep, Roll, Rules, State, score
from fivedice.rules.dice import keeps_of
from fivedice.rules.state import legal_categories
from fivedice.solver.solution import Solution
from fivedice.solver.tables import Tables, compile_rules


class TurnValues:
    """What every box and every keep is worth from one state on: points still to come, or another value.

    boxes    : float64[categories, rolls], of scoring a roll in a box, −∞ where that is not legal
    rolls[k] : float64[rolls], of a roll with k rerolls left under the best decision
    keeps[k] : float64[keeps], of a keep before a throw that leaves k rerolls
    """

    def __init__(self, rules: Rules, boxes: Floats) -> None:
        self.rules, self.boxes = rules, boxes
        tables = compile_rules(rules)
        self.rolls: list[Floats] = [self.boxes.max(axis=0)]
        self.keeps: list[Floats] = []
        for _ in range(self.rules.rolls - 1):
            expected = expectation(self.rolls[-1], tables)
            self.keeps.append(expected)
            self.rolls.append(best_keep(expected, self.rules, tables)[tables.inner :])

    @classmethod
    def of(cls, solution: Solution, state: State) -> "TurnValues":
        """The values of a state's turn under a solution."""
        return cls(solution.rules, box_values(solution, state))

    @classmethod
    def by(cls, rules: Rules, state: State, worth: Callable[[State, int], float]) -> "TurnValues":
        """The values of a state's turn, given what a next state is worth once a number of points is scored."""
        return cls(rules, box_values_by(rules, state, worth))

    @property
    def start(self) -> float:
        """Value before the first throw."""
        return float(expectation(self.rolls[-1], compile_rules(self.rules))[0])

    def best(self, roll: Roll, rerolls: int) -> Decision:
        """The decision of greatest value: a keep while a reroll is left, else a box.

        Of equal boxes it is the first on the card, of equal keeps the first in the order of `preferred`. The kernels
        choose alike, and add up in the same order, so that what is equal here is equal there.
        """
        return self.best_dice(roll, rerolls) if rerolls else self.best_box(roll)

    def best_dice(self, roll: Roll, rerolls: int) -> Keep:
        """The keep of greatest value."""
        rows = preferred(self.rules, self.rules.dice_set.roll_index(roll))
        return self.rules.dice_set.keeps[rows[self.keeps[rerolls - 1][rows].argmax()]]

    def best_box(self, roll: Roll) -> Category:
        """The box of greatest value."""
        return self.rules.categories[int(self.boxes[:, self.rules.dice_set.roll_index(roll)].argmax())]

    def decision(self, decision: Decision, roll: Roll, rerolls: int) -> float:
        """Value of a decision about a roll."""
        if isinstance(decision, Category):
            return self.box(self.rules.index[decision.name], roll)
        return self.keep(decision, rerolls)

    def roll(self, roll: Roll, rerolls: int) -> float:
        """Value of a roll under the best decision."""
        return float(self.rolls[rerolls][self.rules.dice_set.roll_index(roll)])

    def keep(self, keep: Keep, rerolls: int) -> float:
        """Value of keeping some dice with this many rerolls left before the throw."""
        return float(self.keeps[rerolls - 1][self.rules.dice_set.keep_index[keep]])

    def box(self, index: int, roll: Roll) -> float:
        """Value of scoring a roll in a box."""
        return float(self.boxes[index, self.rules.dice_set.roll_index(roll)])


def box_values(solution: Solution, state: State) -> Floats:
    """Points now together with points still to come for each box and roll."""
    rules, values, scale = solution.rules, solution.values, solution.scale
    tables = compile_rules(rules)
    worth = scale.worth(tables.most_points + rules.yahtzee_bonus)
    result = np.full(tables.points.shape, -np.inf)
    for box, points in enumerate(tables.points):
        if state.is_open(box):
            upper = np.minimum(state.upper + points * tables.upper[box], rules.upper_cap)
            following = values[int(state.bonus), state.filled | 1 << box, upper]
            result[box] = following * worth[0, points] + worth[1, points]
    for index in np.flatnonzero(tables.equal_face):
        roll = rules.dice_set.rolls[index]
        result[:, index] = -np.inf
        for category in legal_categories(rules, state, roll):
            scoring = score(rules, state, roll, category)
            value = solution.state_value(scoring.state)
            result[rules.index[category.name], index] = value * worth[0, scoring.total] + worth[1, scoring.total]
    return result


def box_values_by(rules: Rules, state: State, worth: Callable[[State, int], float]) -> Floats:
    """The same for any worth of a next state with the points scored on the way; each of them is asked for once."""
    result = np.full((rules.turns, rules.dice_set.roll_count), -np.inf)
    known: dict[tuple[State, int], float] = {}
    for index, roll in enumerate(rules.dice_set.rolls):
        for category in legal_categories(rules, state, roll):
            scoring = score(rules, state, roll, category)
            after = (scoring.state, scoring.total)
            if after not in known:
                known[after] = worth(*after)
            result[rules.index[category.name], index] = known[after]
    return result


def expectation(rolls: Floats, tables: Tables) -> Floats:
    """Expected value of each keep over the dice that are thrown beside it, given the value of each roll."""
    rows, share = np.concatenate([np.empty(tables.inner), rolls]), 1.0 / tables.extend.shape[1]
    for begin, end in reversed(inner_levels(tables.inner, tables.extend.shape[1])):
        rows[begin:end] = sum(rows[more] for more in tables.extend[begin:end].T) * share  # as `backward.average`
    return rows


def thrown(kept: Floats, tables: Tables) -> Floats:
    """Probabilities of the rolls that follow keeps with these probabilities; the transpose of `expectation`."""
    mass = kept.copy()
    faces = tables.extend.shape[1]
    for begin, end in inner_levels(tables.inner, faces):
        np.add.at(mass, tables.extend[begin:end], mass[begin:end, None] / faces)
    return mass[tables.inner :]


def best_keep(expected: Floats, rules: Rules, tables: Tables) -> Floats:
    """Greatest expectation among all keeps that are part of each keep."""
    rows = expected.copy()
    levels = [*inner_levels(tables.inner, rules.faces)[1:], (tables.inner, tables.keeps)]
    for begin, end in levels:
        start = tables.drop_start[begin : end + 1]
        best = np.maximum.reduceat(rows[tables.drop[start[0] : start[-1]]], start[:-1] - start[0])
        np.maximum(rows[begin:end], best, out=rows[begin:end])
    return rows


@lru_cache(maxsize=4096)
def preferred(rules: Rules, roll: int) -> Longs:
    """Rows of the keeps of a roll; of equal ones a strategy takes the first.

    The dice that are thrown again, from the highest down, are compared like words: the higher die comes first, and
    throwing no further die comes before throwing one.
    """
    dice = rules.dice_set

    def thrown_again(keep: Keep) -> tuple[int, ...]:
        return tuple(-face for face in sorted((Counter(dice.rolls[roll]) - Counter(keep)).elements(), reverse=True))

    return np.array([dice.keep_index[keep] for keep in sorted(keeps_of(dice.rolls[roll]), key=thrown_again)])


@lru_cache(maxsize=64)
def inner_levels(inner: int, faces: int) -> list[tuple[int, int]]:
    """Row ranges of the keeps of 0, 1, 2, ... dice, whole rolls left out."""
    levels, size, begin, count = [], 0, 0, 1
    while begin < inner:
        levels.append((begin, begin + count))
        begin += count
        size += 1
        count = count * (faces + size - 1) // size
    return levels
