"""What a robot does in its turn."""

from typing import TYPE_CHECKING

from fivedice.errors import IllegalDecision
from fivedice.rules import Category, Decision, Rules, Turn
from fivedice.table.game import Game

if TYPE_CHECKING:
    from fivedice.strategies.strategy import Strategy  # numba comes with it


def robot_decision(strategy: "Strategy", game: Game) -> Decision:
    """What the strategy decides about the dice on the table."""
    if (turn := game.turn) is None:
        raise IllegalDecision("no dice lie on the table that a robot could decide about: roll them first.")
    return settled(strategy, game.rules, turn)


def settled(strategy: "Strategy", rules: Rules, turn: Turn) -> Decision:
    """What the strategy decides in a turn.

    A strategy that keeps all dice until a box is left to name means that box: it is scored at once, without throws of
    no dice.
    """
    first = decision = strategy.decide(rules, turn)
    while not isinstance(decision, Category) and tuple(sorted(decision)) == turn.roll and turn.rerolls:
        turn = Turn(turn.state, turn.roll, turn.rerolls - 1)
        decision = strategy.decide(rules, turn)
    return decision if isinstance(decision, Category) else first
