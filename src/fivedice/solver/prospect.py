"""How a turn may end after a decision, if it goes on as some values have it: every box with its exact probability."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from fivedice.rules import Category, Decision, Rules, Scoring, State, Turn, score_turn
from fivedice.rules.decision import decision_sentence
from fivedice.solver.tables import compile_rules
from fivedice.solver.turns import TurnValues, thrown

Bonus = Callable[[State], float]
"""The probability of the upper bonus from a state on, such as `evaluation.bonus.BonusChances`."""
Ends = Mapping[tuple[Category, Scoring], float]
"""The boxes that a turn can end in and what they then pay, each with its probability."""
AIMED_AT = 2
"""How many boxes a player says that it aims at."""
WORTH_AIMING = 0.1
"""Boxes that are less likely than this are not aimed at."""


@dataclass(frozen=True)
class Prospect:
    """Every way in which a turn can end after a decision."""

    rules: Rules
    decision: Decision
    ends: Ends

    @property
    def boxes(self) -> dict[Category, float]:
        """The probability that the turn fills each box with points, the most likely first."""
        found: dict[Category, float] = defaultdict(float)
        for (category, scoring), chance in self.ends.items():
            if scoring.total:
                found[category] += chance
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    @property
    def nothing(self) -> float:
        """The probability that the turn ends with a zero."""
        return sum(chance for (_, scoring), chance in self.ends.items() if not scoring.total)

    def bonus(self, chances: Bonus) -> float:
        """The probability of the upper bonus."""
        return sum(chance * chances(scoring.state) for (_, scoring), chance in self.ends.items())


def prospect(values: TurnValues, turn: Turn, decision: Decision) -> Prospect:
    """How the turn ends if it goes on after the decision as these values have it."""

    def best(then: Turn) -> Decision:
        return values.best(then.roll, then.rerolls, served=then.served)

    return Prospect(values.rules, decision, ends_of(values.rules, turn, decision, best))


def ends_of(rules: Rules, turn: Turn, decision: Decision, decide: Callable[[Turn], Decision]) -> Ends:
    """All ends of a turn after a decision, with their probabilities, if `decide` decides from then on."""
    if isinstance(decision, Category):
        return {(decision, score_turn(rules, turn, decision)): 1.0}
    tables = compile_rules(rules)
    kept = np.zeros(tables.keeps)
    kept[tables.keep_row(rules, decision, served=turn.served)] = 1.0
    ends: dict[tuple[Category, Scoring], float] = defaultdict(float)
    for rerolls in range(turn.rerolls - 1, -1, -1):
        mass, kept = thrown(kept, tables), np.zeros(tables.keeps)
        for roll in np.flatnonzero(mass).tolist():
            dice, served = tables.roll_at(rules, roll)
            then = Turn(turn.state, dice, rerolls, served)
            choice = decide(then)
            if isinstance(choice, Category):
                ends[choice, score_turn(rules, then, choice)] += float(mass[roll])
            else:
                kept[tables.keep_row(rules, choice, served=served)] += mass[roll]
    return ends


def intention(values: TurnValues, turn: Turn) -> str:
    """What a player that follows these values does in a turn, and which boxes it aims at."""
    decision = values.best(turn.roll, turn.rerolls, served=turn.served)
    if isinstance(decision, Category):
        return decision_sentence(decision, score_turn(values.rules, turn, decision).total)
    boxes = prospect(values, turn, decision).boxes
    aims = [box.label for box, chance in boxes.items() if chance >= WORTH_AIMING][:AIMED_AT]
    return decision_sentence(decision, aims=aims)
