"""What advice maximises: from a card to the values of all decisions of its turn, and to numbers that people read."""

from dataclasses import dataclass
from typing import Protocol

from fivedice.rules import Card, Rules
from fivedice.solver import AnySolution, TurnValues


class Objective(Protocol):
    """Something to be maximised by the decisions of one player."""

    @property
    def name(self) -> str:
        """How people ask for it."""

    @property
    def quantity(self) -> str:
        """What its values are: "expected score", "probability", ..."""

    @property
    def rules(self) -> Rules:
        """What is played."""

    def turn_values(self, card: Card) -> TurnValues:
        """The values of all decisions of the turn that comes next on a card."""

    def shown(self, value: float, card: Card) -> float:
        """A value of `turn_values` as people read it."""


@dataclass(frozen=True)
class FromSolution:
    """The objective of a solution: the mean score, or an exponential utility."""

    solution: AnySolution

    @property
    def name(self) -> str:
        """As in the solution."""
        return self.solution.objective

    @property
    def quantity(self) -> str:
        """Points, or points that are worth as much."""
        return "sure score worth as much" if self.solution.scale.rate else "expected score"

    @property
    def rules(self) -> Rules:
        """As in the solution."""
        return self.solution.rules

    def turn_values(self, card: Card) -> TurnValues:
        """Points still to come."""
        return TurnValues.of(self.solution, card.state(self.rules))

    def shown(self, value: float, card: Card) -> float:
        """The final score: what the card holds, and what is still to come."""
        return card.box_total(self.rules) + self.solution.scale.equivalent(value)
