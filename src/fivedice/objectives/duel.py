"""A duel: a player who plays to win against one who plays for the mean score, and what it gains by it.

With both playing for the mean, each wins half of the games. Let A(d) be the advantage of a decision d of the first
player over the one that the mean-optimal strategy takes there, in win probability if all go on by that strategy. The
gain of playing to win is then the expected sum of the advantages along a game (Kakade and Langford 2002, "performance
difference"), and that sum, known exactly for each decision, scatters far less than wins and losses do.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from fivedice.evaluation.outlook import Outlook
from fivedice.objectives.position import Position
from fivedice.objectives.win import Winning
from fivedice.progress import Progress
from fivedice.rules import Card, Category, Decision, Rules, Turn, legal_decisions
from fivedice.rules.dice import marked
from fivedice.simulation.streams import Counter
from fivedice.strategies.choices import FollowedTurn, choices_in


@dataclass(frozen=True)
class Duel:
    """One game: the final scores of the player who plays to win and of the other, and the sum of advantages."""

    scores: tuple[int, int]
    gain: float
    changed: int

    @property
    def result(self) -> float:
        """1 for a win of the first player, ½ for a tie, 0 for a loss."""
        ours, theirs = self.scores
        return 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0


def duels(rules: Rules, games: int, seed: int, *, progress: Progress | None = None) -> Iterator[Duel]:
    """Play games, the player who plays to win moving first in every other one."""
    outlook = Outlook(rules)
    dice = np.concatenate(list(Counter(seed).blocks(rules, 2 * games, 2 * games)))
    for game in range(games):
        yield _duel(outlook, dice[2 * game : 2 * game + 2].tolist(), first=game % 2)
        if progress:
            progress(game + 1, games)


def _duel(outlook: Outlook, dice: list[list[list[int]]], first: int) -> Duel:
    rules = outlook.rules
    cards, gain, changed = [Card.empty(rules), Card.empty(rules)], 0.0, 0
    for turn in range(rules.turns):
        for player in (first, 1 - first):
            throws = dice[player][turn]
            if player == 1:
                cards[1] = _play(rules, cards[1], throws, choices_in(outlook.policy, cards[1].state(rules)).decision)
                continue
            winner = _Winner(outlook, Position(rules, tuple(cards), 0))
            cards[0] = _play(rules, cards[0], throws, winner.decide)
            gain, changed = gain + winner.gain, changed + winner.changed
    return Duel((cards[0].total(rules), cards[1].total(rules)), gain, changed)


class _Winner:
    """A turn of the player who plays to win, with the advantages of its decisions."""

    def __init__(self, outlook: Outlook, position: Position) -> None:
        self.rules, card = position.rules, position.cards[0]
        objective = Winning(position, outlook)
        then_optimal = objective.values_then_optimal(card)
        self.values = objective.turn_values(card) if objective.is_exact(card) else then_optimal
        self.choices = choices_in(outlook.policy, card.state(self.rules))
        self.followed = FollowedTurn(self.choices, then_optimal.boxes[0])
        self.gain, self.changed = 0.0, 0

    def decide(self, turn: Turn) -> Decision:
        """The decision that wins most often; among equal ones that of the mean-optimal strategy."""
        usual = self.choices.decision(turn)
        decisions = legal_decisions(self.rules, turn)
        worth = {one: self.values.decision(one, turn.roll, turn.rerolls, served=turn.served) for one in decisions}
        best = max(worth, key=lambda one: (worth[one] > worth[usual] + 1e-9, worth[one]))
        chosen = best if worth[best] > worth[usual] + 1e-9 else usual
        value = self.followed.decision(chosen, turn.roll, turn.rerolls, served=turn.served)
        self.gain += value - self.followed.roll(turn.roll, turn.rerolls, served=turn.served)
        self.changed += chosen != usual
        return chosen


def _play(rules: Rules, card: Card, throws: list[int], decide: Callable[[Turn], Decision]) -> Card:
    """Play a turn; dice thrown again take the places of those that were not kept."""
    table, served = throws[: rules.dice], rules.has_served
    for rerolls in range(rules.rolls - 1, -1, -1):
        roll = tuple(sorted(table))
        decision = decide(Turn(card.state(rules), roll, rerolls, served))
        if isinstance(decision, Category):
            return card.score(rules, roll, decision, served=served)
        served = served and decision == roll
        begin = (rules.rolls - rerolls) * rules.dice
        again = zip(table, throws[begin : begin + rules.dice], marked(tuple(table), decision), strict=True)
        table = [old if kept else new for old, new, kept in again]
    raise AssertionError("a turn ends with a box")
