"""A decision point and an Objective give ranked advice: what each decision is worth, and what it costs.

With V the expected final score under optimal play, a decision d about a roll costs its regret, V(roll) − V(d), and a
throw brings luck, V(roll after it) − V before it. So what a game ends with is V(start) + Σ luck − Σ regret.
"""

from dataclasses import dataclass

from fivedice.objectives.advice import Advice, advise_by, advise_on
from fivedice.objectives.objective import FromSolution
from fivedice.rules import Card, Roll, Turn, format_dice
from fivedice.solver import Solution, TurnValues

__all__ = ["Advice", "Choice", "advise", "advise_by", "advise_on", "expected_score", "luck", "ranked"]


@dataclass(frozen=True)
class Choice:
    """One decision as it was taken, beside the best one."""

    number: int
    roll: Roll
    rerolls: int
    taken: Advice
    best: Advice

    def as_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "roll": format_dice(self.roll),
            "rerolls": self.rerolls,
            "kind": self.taken.kind,
            "decision": self.taken.text,
            "value": self.taken.value,
            "regret": self.taken.regret,
            "best": self.best.text,
        }


def advise(solution: Solution, card: Card, roll: Roll, rerolls: int) -> list[Advice]:
    """Every legal decision, best first; the expected final score counts what the card already holds."""
    return advise_on(FromSolution(solution), card, roll, rerolls)


def ranked(solution: Solution, card: Card, turn: Turn) -> list[Advice]:
    """All decisions, best first, without the keep of all dice: to score, or to reroll later, is never worse."""
    return [one for one in advise(solution, card, turn.roll, turn.rerolls) if one.decision != turn.roll]


def expected_score(solution: Solution, card: Card, turn: Turn | None = None) -> float:
    """Expected final score from here on: of a card, or of the dice on the table too."""
    rules = solution.rules
    earned = card.box_total(rules)
    if turn is None:
        return earned + solution.state_value(card.state(rules))
    return earned + TurnValues.of(solution, turn.state).roll(turn.roll, turn.rerolls)


def luck(start: float, now: float, regret: float) -> float:
    """What the dice alone brought or took between two moments, given what the decisions between them gave away."""
    return now - start + regret
