"""Robots: the strategies that may play at a table, and their decisions."""

from dataclasses import replace
from typing import TYPE_CHECKING

from fivedice.errors import IllegalDecision, StrategyError
from fivedice.rules import Category, Decision, Rules, Turn
from fivedice.table.game import Game

if TYPE_CHECKING:
    from fivedice.strategies.strategy import Strategy  # imports numba


def seatable(name: str) -> "Strategy":
    """The strategy of this name that may play at a table: one that is listed.

    Any visitor can ask for a robot, and a strategy with parameters would be solved for minutes and stored on disk.
    """
    from fivedice.strategies.registry import strategies as known

    if name not in known():
        raise StrategyError(f"strategy {name!r} is not known at this table; it must be one of {', '.join(known())}.")
    return known()[name]


def robot_decision(strategy: "Strategy", game: Game) -> Decision:
    """The strategy's decision about the dice on the table."""
    if (turn := game.turn) is None:
        raise IllegalDecision("no dice lie on the table, so a robot cannot decide: roll them first.")
    return settled(strategy, game.rules, turn)


def settled(strategy: "Strategy", rules: Rules, turn: Turn) -> Decision:
    """The strategy's decision in a turn.

    At least one die must be thrown: a strategy that keeps all dice is asked again with one reroll fewer.
    """
    decision = strategy.decide(rules, turn)
    while not isinstance(decision, Category) and tuple(sorted(decision)) == turn.roll and turn.rerolls:
        turn = replace(turn, rerolls=turn.rerolls - 1)
        decision = strategy.decide(rules, turn)
    return decision


def best_paying(game: Game) -> Category:
    """The box that pays most for the dice on the table: what is scored for a robot whose strategy fails."""
    scorings = game.scorings
    return game.rules.categories[game.rules.index[max(scorings, key=lambda name: scorings[name].total)]]
