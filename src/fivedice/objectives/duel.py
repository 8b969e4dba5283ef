"""A duel: a player who plays to win against one who plays for the mean score, and what it gains by it.

With both playing for the mean, each wins half of the games. Let A(d) be the advantage of a decision d of the first
player over the one that the mean-optimal strategy takes there, in win probability if all go on by that strategy. The
gain of playing to win is then the expected sum of the advantages along a game (Kakade and Langford 2002, "performance
difference"), and that sum, known exactly for each decision, scatters far less than wins and losses do.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from fivedice.arrays import Floats
from fivedice.evaluation.outlook import Outlook
from fivedice.objectives.position import Position
from fivedice.objectives.win import Winning
from fivedice.progress import Progress
from fivedice.rules import Card, Category, Decision, Keep, Rules, Turn, legal_decisions
from fivedice.simulation.streams import Counter
from fivedice.solver.tables import compile_rules
from fivedice.solver.turns import expectation
from fivedice.strategies.choices import Choices, choices_in


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


class FollowedTurn:
    """Values of a turn under the choices of a policy: what `TurnValues` is for the best ones."""

    def __init__(self, choices: Choices, boxes: Floats) -> None:
        self.rules, self.boxes = choices.rules, boxes
        self.tables = tables = compile_rules(self.rules)
        rolls = np.arange(tables.rolls)
        self.rolls = [boxes[choices.boxes, rolls]]
        self.keeps: list[Floats] = []
        for chosen in choices.keeps:
            self.keeps.append(expectation(self.rolls[-1], tables))
            self.rolls.append(np.where(chosen >= 0, self.keeps[-1][chosen], boxes[np.maximum(-1 - chosen, 0), rolls]))

    def decision(self, decision: Decision, turn: Turn) -> float:
        """Value of a decision, going on by the policy afterwards."""
        if isinstance(decision, Category):
            return float(self.boxes[self.rules.index[decision.name], self._index(turn)])
        return float(self.keeps[turn.rerolls - 1][self.tables.keep_row(self.rules, decision, served=turn.served)])

    def roll(self, turn: Turn) -> float:
        """Value of a roll, going on by the policy."""
        return float(self.rolls[turn.rerolls][self._index(turn)])

    def _index(self, turn: Turn) -> int:
        return self.tables.roll_index(self.rules, turn.roll, served=turn.served)


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
        self.gain += self.followed.decision(chosen, turn) - self.followed.roll(turn)
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
        table = _rerolled(table, decision, throws[begin : begin + rules.dice])
    raise AssertionError("a turn ends with a box")


def _rerolled(table: list[int], keep: Keep, thrown: list[int]) -> list[int]:
    left, result = list(keep), []
    for old, new in zip(table, thrown, strict=True):
        if old in left:
            left.remove(old)
            result.append(old)
        else:
            result.append(new)
    return result
