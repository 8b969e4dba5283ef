"""Values of all decisions of one turn, with numpy alone: fast enough for advice, without compiling anything."""

from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache

import numpy as np

from fivedice.arrays import Floats, Ints, Longs
from fivedice.rules import Category, Decision, Keep, Roll, Rules, State, Turn
from fivedice.rules.dice import keeps_of
from fivedice.rules.state import is_open, scorings, upper_totals_of
from fivedice.solver.solution import AnySolution
from fivedice.solver.tables import Tables, compile_rules


class TurnValues:
    """What every box and every keep is worth from one state on: points still to come, or another value.

    boxes[k] : float64[categories, rolls], of scoring a roll in a box with k rerolls left, −∞ where that is not legal; a
               single one serves for all k where throws are not saved
    rolls[k] : float64[rolls], of a roll with k rerolls left under the best decision
    keeps[k] : float64[keeps], of a keep before a throw that leaves k rerolls

    `served` says of a roll that no die was thrown again in its turn; see `solver.tables`.
    """

    def __init__(self, rules: Rules, *boxes: Floats) -> None:
        self.rules, self.boxes = rules, boxes
        self.tables = tables = compile_rules(rules)
        self.rolls: list[Floats] = [boxes[0].max(axis=0)]
        self.keeps: list[Floats] = []
        for left in range(1, max(rules.rolls, len(boxes))):
            expected = expectation(self.rolls[-1], tables)
            self.keeps.append(expected)
            best = best_keep(expected, rules, tables)[tables.inner :]
            self.rolls.append(np.maximum(best, boxes[left].max(axis=0)) if len(boxes) > 1 else best)

    @classmethod
    def of(cls, solution: AnySolution, state: State) -> "TurnValues":
        """The values of a state's turn under a solution."""
        rules = solution.rules
        links = rules.rolls + state.saved if rules.most_saved else 1
        return cls(rules, *(box_values(solution, state, left) for left in range(links)))

    @classmethod
    def by(cls, rules: Rules, state: State, worth: Callable[[State, int], float]) -> "TurnValues":
        """The values of a state's turn, given what a next state is worth once a number of points is scored."""
        tables = compile_rules(rules)
        boxes = np.full((rules.turns, tables.rolls), -np.inf)
        known = cache(worth)  # which may take long
        for index in range(tables.rolls):
            roll, served = tables.roll_at(rules, index)
            for name, scoring in scorings(rules, Turn(state, roll, 0, served)).items():
                boxes[rules.index[name], index] = known(scoring.state, scoring.total)
        return cls(rules, boxes)

    @property
    def start(self) -> float:
        """Value before the first throw."""
        return float(expectation(self.rolls[-1], self.tables, self.tables.first)[0])

    def best(self, roll: Roll, rerolls: int, *, served: bool = False) -> Decision:
        """The decision of greatest value: a keep while a reroll is left, else a box.

        Where throws are saved it may be a box at any time, and is if a box and a keep are equal. Of equal boxes it is
        the first on the card, of equal keeps the first in the order of `preferred`. The kernels choose alike, and add
        up in the same order, so that what is equal here is equal there.
        """
        if not rerolls:
            return self.best_box(roll, served=served)
        rows = preferred(self.rules, self._index(roll, served=served))
        keep = self.tables.keep_at(self.rules, int(rows[self.keeps[rerolls - 1][rows].argmax()]))
        if len(self.boxes) > 1:
            box = self.best_box(roll, rerolls, served=served)
            if self.decision(box, roll, rerolls, served=served) >= self.decision(keep, roll, rerolls, served=served):
                return box
        return keep

    def best_box(self, roll: Roll, rerolls: int = 0, *, served: bool = False) -> Category:
        """The box of greatest value."""
        return self.rules.categories[int(self._boxes(rerolls)[:, self._index(roll, served=served)].argmax())]

    def decision(self, decision: Decision, roll: Roll, rerolls: int, *, served: bool = False) -> float:
        """Value of a decision about a roll."""
        if isinstance(decision, Category):
            return self.box(self.rules.index[decision.name], roll, rerolls, served=served)
        return self.keep(decision, rerolls, served=served)

    def roll(self, roll: Roll, rerolls: int, *, served: bool = False) -> float:
        """Value of a roll under the best decision."""
        return float(self.rolls[rerolls][self._index(roll, served=served)])

    def keep(self, keep: Keep, rerolls: int, *, served: bool = False) -> float:
        """Value of keeping some dice with this many rerolls left before the throw."""
        return float(self.keeps[rerolls - 1][self.tables.keep_row(self.rules, keep, served=served)])

    def box(self, index: int, roll: Roll, rerolls: int = 0, *, served: bool = False) -> float:
        """Value of scoring a roll in a box with this many rerolls left."""
        return float(self._boxes(rerolls)[index, self._index(roll, served=served)])

    def _boxes(self, rerolls: int) -> Floats:
        return self.boxes[rerolls if len(self.boxes) > 1 else 0]

    def _index(self, roll: Roll, *, served: bool) -> int:
        return self.tables.roll_index(self.rules, roll, served=served)


def box_values(solution: AnySolution, state: State, rerolls: int = 0) -> Floats:
    """Points now together with points still to come for each box and roll; the rerolls left are saved."""
    rules, scale, tables = solution.rules, solution.scale, compile_rules(solution.rules)
    saved = min(rerolls, rules.most_saved)
    worth = scale.worth(tables.most_points + rules.yahtzee_bonus * max(rules.multipliers))
    totals = upper_totals_of(rules, state.upper)
    result = np.full(tables.points.shape, -np.inf)
    for box, points in enumerate(tables.points):
        if is_open(rules, state, box):
            upper, category = state.upper, rules.categories[box]
            if tables.upper[box]:
                own = totals[category.column if len(totals) > 1 else 0]
                raised = np.minimum(own + points // category.multiplier, rules.upper_cap)
                upper = upper + (raised - own) * rules.upper_digit(category.column)
            bonus = state.bonus and box not in rules.yahtzees
            following = solution.row(State(state.filled | 1 << box, 0, bonus, saved))[upper]
            result[box] = following * worth[0, points] + worth[1, points]
    for index in np.flatnonzero(tables.equal_face).tolist():
        roll, served = tables.roll_at(rules, index)
        result[:, index] = -np.inf
        for name, scoring in scorings(rules, Turn(state, roll, rerolls, served)).items():
            value = solution.state_value(scoring.state)
            result[rules.index[name], index] = value * worth[0, scoring.total] + worth[1, scoring.total]
    return result


def expectation(rolls: Floats, tables: Tables, extend: Ints | None = None) -> Floats:
    """Expected value of each keep over the dice that are thrown beside it, given the value of each roll.

    They are thrown again, unless `extend` is that of a first throw. Adds up as `backward.average` does.
    """
    more = tables.extend if extend is None else extend
    rows, faces = np.concatenate([np.empty(tables.inner), rolls]), more.shape[1]
    for begin, end in reversed(inner_levels(tables.inner, faces)):
        if tables.weights is None:
            rows[begin:end] = sum(rows[one] for one in more[begin:end].T) * (1.0 / faces)
        else:
            rows[begin:end] = sum(rows[one] * tables.weights[face] for face, one in enumerate(more[begin:end].T))
    return rows


def thrown(kept: Floats, tables: Tables) -> Floats:
    """Probabilities of the rolls that follow keeps with these probabilities; the transpose of `expectation`."""
    mass = kept.copy()
    faces = tables.extend.shape[1]
    for begin, end in inner_levels(tables.inner, faces):
        np.add.at(mass, tables.extend[begin:end], mass[begin:end, None] * tables.chances)
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
    """Rows of the keeps of the roll of this number; of equal ones a strategy takes the first.

    The dice that are thrown again, from the highest down, are compared like words: the higher die comes first, and
    throwing no further die comes before throwing one.
    """
    tables = compile_rules(rules)
    dice, served = tables.roll_at(rules, roll)

    def thrown_again(keep: Keep) -> tuple[int, ...]:
        return tuple(-face for face in sorted((Counter(dice) - Counter(keep)).elements(), reverse=True))

    return np.array([tables.keep_row(rules, keep, served=served) for keep in sorted(keeps_of(dice), key=thrown_again)])


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
