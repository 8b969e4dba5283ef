"""Winning: who comes first, and the decision that makes it most likely.

Opponents play on by a strategy of theirs, whatever the others do, so that each of their final scores has a distribution
given the card, independent of all others. With X the best of them, a final score x is worth

    g(x) = P(X < x) + ½ P(X = x)

and the player to move faces a game of one with that utility. With at most `EXACT_BOXES` open boxes it is solved, and
the best reply is exact. Earlier, decisions are valued as if the player went on from the next turn by the strategy that
maximises the mean: one step of policy improvement (Bertsekas 2005, "rollout"), which is never worse than that strategy.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from fivedice.arrays import Floats
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.outlook import OPTIMAL, Outlook
from fivedice.objectives.points import most_points, values_here
from fivedice.objectives.position import Position
from fivedice.rules import Card, Rules, State
from fivedice.solver import TurnValues
from fivedice.solver.by_points.curves import Utility

EXACT_BOXES = 9
"""Open boxes up to which the best reply is solved exactly."""


@dataclass(frozen=True)
class Chances:
    """A player's probabilities to come first alone, and to share the first place."""

    win: float
    tie: float

    @property
    def value(self) -> float:
        """What players maximise: a tie is half a win."""
        return self.win + self.tie / 2


def chances(scores: list[Distribution]) -> list[Chances]:
    """The chances of each player, given the distributions of independent final scores."""
    end = max(one.most for one in scores) + 1
    exactly = [_over_scores(one, end) for one in scores]
    found = []
    for player, own in enumerate(exactly):
        below, up_to = best_of([one for place, one in enumerate(exactly) if place != player])
        win, first = (min(float(own @ one), 1.0) for one in (below, up_to))  # sums of probabilities are rounded
        found.append(Chances(win, max(first - win, 0.0)))
    return found


def best_of(exactly: Iterable[Floats]) -> tuple[Floats, Floats]:
    """P(all < x) and P(all ≤ x) for x = 0, 1, ..., of numbers with these probabilities."""
    below: Floats | float = 1.0
    up_to: Floats | float = 1.0
    for one in exactly:
        cumulative = np.minimum(np.cumsum(one), 1.0)
        below, up_to = below * (cumulative - one), up_to * cumulative
    return np.maximum(below, 0.0), np.asarray(up_to)


def _over_scores(scores: Distribution, end: int) -> Floats:
    """float64[end], the probability of each score; no card holds less than 0."""
    probability = np.zeros(end)
    probability[scores.least : scores.most + 1] = scores.probability
    return probability


@dataclass(frozen=True)
class Winning:
    """The objective of the player to move in a position."""

    position: Position
    outlook: Outlook
    name: str = "win"
    quantity: str = "win probability"

    @property
    def rules(self) -> Rules:
        """As in the position."""
        return self.position.rules

    @cached_property
    def others(self) -> list[Distribution]:
        """The distributions of the final scores of all but the player to move."""
        return [self.outlook.final(card) for card in self.position.others]

    @cached_property
    def scores(self) -> list[Distribution]:
        """Those of all players, if the player to move goes on by the outlook's strategy too."""
        card, throw = self.position.cards[self.position.mover], self.position.throw
        own = self.outlook.final_in_turn(card, *throw) if throw else self.outlook.final(card)
        return [*self.others[: self.position.mover], own, *self.others[self.position.mover :]]

    @cached_property
    def utility(self) -> Utility:
        """g, what each final score is worth."""
        others = self.others
        end = max(most_points(self.rules), *(one.most for one in others)) + 1  # cards may hold more than play can give
        below, up_to = best_of(_over_scores(one, end) for one in others)
        return Utility((below + up_to) / 2)

    def is_exact(self, card: Card) -> bool:
        """Whether the best reply is solved; otherwise it is approximated."""
        return self.rules.turns - card.state(self.rules).turns_played <= EXACT_BOXES

    def turn_values(self, card: Card) -> TurnValues:
        """Win probabilities, half of the ties included."""
        if self.is_exact(card):
            return values_here(self.rules, self.utility, card)
        return self.values_then_optimal(card)

    def values_then_optimal(self, card: Card) -> TurnValues:
        """Win probabilities if the player goes on after this turn by the strategy that maximises the mean."""
        state, points = card.state(self.rules), card.box_total(self.rules)
        curves = replace(self.outlook, strategy=OPTIMAL).after_turn(state)
        worth, gain = self.utility.values, np.diff(self.utility.values, prepend=0.0)

        def expected(following: State, gained: int) -> float:
            first, row = curves.row(following)
            sure = points + gained - first - len(row)  # the final score that is certain; row[-1] is of one point more
            more = gain[sure + 1 : sure + 1 + len(row)]
            return float(worth[sure] + more @ row[::-1][: len(more)])

        return TurnValues.by(self.rules, state, expected)

    def shown(self, value: float, card: Card) -> float:
        """A probability as it is."""
        return value


def position_chances(position: Position, outlook: Outlook) -> list[Chances]:
    """The chances of all players of a position, if each plays on by the outlook's strategy."""
    return chances(Winning(position, outlook).scores)
