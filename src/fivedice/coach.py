"""A decision point and a Solution give ranked advice: what each decision is worth, and what it costs."""

from dataclasses import dataclass

from fivedice.rules import Card, Category, Decision, Roll, Turn, format_dice, legal_decisions
from fivedice.solver import Solution, TurnValues


@dataclass(frozen=True)
class Advice:
    """One decision with the expected final score that it leads to, and its regret against the best one."""

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


def advise(solution: Solution, card: Card, roll: Roll, rerolls: int) -> list[Advice]:
    """Every legal decision, best first; the expected final score counts what the card already holds.

    To keep all dice is to score later: it comes after the box that it is equal to.
    """
    rules = solution.rules
    turn = Turn(card.state(rules), roll, rerolls)
    values = TurnValues(solution, turn.state)
    earned = card.box_total(rules)
    decisions = legal_decisions(rules, turn)
    worth = [
        earned
        + (
            values.box(rules.index[decision.name], roll)
            if isinstance(decision, Category)
            else values.keep(decision, rerolls)
        )
        for decision in decisions
    ]
    best = max(worth)
    advice = [Advice(decision, value, best - value) for decision, value in zip(decisions, worth, strict=True)]
    return sorted(advice, key=lambda one: (one.regret, one.decision == roll))
