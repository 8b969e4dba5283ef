"""Ranked advice: every decision of a turn with its value under an objective, and its regret."""

from dataclasses import dataclass

from fivedice.objectives.objective import Objective
from fivedice.rules import Card, Category, Decision, Roll, Turn, format_dice, legal_decisions
from fivedice.solver import TurnValues

ALIKE = 11
"""Decimals of a regret: beyond them lies what rounding adds to decisions that are equal."""


@dataclass(frozen=True)
class Advice:
    """One decision with the value that it leads to, the expected final score say, and its regret against the best."""

    decision: Decision
    value: float
    regret: float

    @property
    def kind(self) -> str:
        """Either "category" or "keep"."""
        return "category" if isinstance(self.decision, Category) else "keep"

    @property
    def text(self) -> str:
        """The decision as people type it: dice to keep, or a category's name."""
        return self.decision.name if isinstance(self.decision, Category) else format_dice(self.decision)

    def as_json(self) -> dict[str, object]:
        """Plain values."""
        return {"kind": self.kind, "decision": self.text, "value": self.value, "regret": self.regret}


def advise_on(objective: Objective, card: Card, roll: Roll, rerolls: int) -> list[Advice]:
    """Every legal decision, that with the greatest value of an objective first.

    Of equal ones boxes come first: nothing is gained by rolling on. To keep all dice is to score later and comes last.
    """
    return advise_by(objective, objective.turn_values(card), card, roll, rerolls)


def advise_by(objective: Objective, values: TurnValues, card: Card, roll: Roll, rerolls: int) -> list[Advice]:
    """The same, for a turn whose values are known already."""
    decisions = legal_decisions(objective.rules, Turn(card.state(objective.rules), roll, rerolls))
    worth = [objective.shown(values.decision(decision, roll, rerolls), card) for decision in decisions]
    best = max(worth)
    advice = [
        Advice(decision, value, round(best - value, ALIKE)) for decision, value in zip(decisions, worth, strict=True)
    ]
    return sorted(advice, key=lambda one: (one.regret, one.kind != "category", one.decision == roll))
