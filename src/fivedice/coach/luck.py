"""Luck: the part of a score that is due to the dice alone.

With V the expected final score under optimal play, a throw brings the luck V(roll after it) − V(before it), and a
decision d about a roll costs its regret V(roll) − V(d). So a game ends with

    score = V(start) + Σ luck − Σ regret.
"""

from typing import TypeVar

from fivedice.arrays import Floats
from fivedice.rules import Card, Turn
from fivedice.solver import AnySolution, TurnValues

Number = TypeVar("Number", float, Floats)


def luck(start: float, now: Number, regret: Number) -> Number:
    """The luck between two moments of a game, or of many games: V now − V at the start + Σ regret."""
    return now - start + regret


def expected_score(solution: AnySolution, card: Card, turn: Turn | None = None) -> float:
    """V: the expected final score of a card before its turn, or with the dice of a turn on the table."""
    rules = solution.rules
    earned = card.box_total(rules)
    if turn is None:
        return earned + solution.state_value(card.state(rules))
    return earned + TurnValues.of(solution, turn.state).roll(turn.roll, turn.rerolls, served=turn.served)
