"""One player's game, move by move: the card so far, the dice on the table, and what may be done with them."""

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Singles
from fivedice.environments.encoding import Encoding, encoding_of
from fivedice.errors import IllegalDecision
from fivedice.rules import Card, Category, Decision, Keep, Roll, Rules, State, Turn
from fivedice.rules.decision import decision_words
from fivedice.rules.dice import marked
from fivedice.rules.state import final_bonus, is_over, score
from fivedice.simulation.streams import Counter

GAMES_AT_A_TIME = 64
"""Games whose dice are computed together."""

Dice = NDArray[np.uint8]
"""uint8[turns, rolls · n], the dice that each turn of a game may use."""


class GameDice:
    """The dice of games first, first + step, ... of a seed: those that `fd.simulate` with this seed plays on."""

    def __init__(self, rules: Rules, seed: int, first: int = 0, step: int = 1) -> None:
        self.rules, self.seed, self.number, self.step = rules, Counter(int(seed)).seed, first, step
        self._block, self._first = np.zeros((0, 0, 0), np.uint8), first

    def next(self) -> Dice:
        """The dice of the next game."""
        if self.number - self._first >= len(self._block):
            self._first, count = self.number, GAMES_AT_A_TIME * self.step
            self._block = next(Counter(self.seed, self._first).blocks(self.rules, count, count))
        dice = self._block[self.number - self._first]
        self.number += self.step
        return dice


class Seat:
    """A game in progress. After `keep` and after `score`, dice have to be thrown before the next decision.

    table : the dice by position;  score : points so far, the upper bonus once the card is full
    """

    def __init__(self, rules: Rules) -> None:
        self.rules, self.card, self.score = rules, Card.empty(rules), 0
        self.state, self.rerolls = State(), rules.rolls - 1
        self.table: Roll = ()
        self.kept: Keep = ()

    def __deepcopy__(self, memo: Any) -> "Seat":
        return copy(self)  # whatever it holds never changes

    @property
    def over(self) -> bool:
        """Whether every box is filled."""
        return is_over(self.rules, self.state)

    @property
    def turn(self) -> Turn:
        """The decision point; the last one of a game that is over, with the card as it ended."""
        return Turn(self.state, tuple(sorted(self.table)), self.rerolls)

    def throw(self, dice: Sequence[int]) -> None:
        """Throw the dice that are not kept: position i takes dice[i], as in `kernels.simulate`."""
        if not self.table:
            self.table = tuple(dice)
            return
        held = marked(self.table, self.kept)
        self.table = tuple(face if stays else new for face, stays, new in zip(self.table, held, dice, strict=True))

    def throw_from(self, dice: Dice) -> None:
        """The same, from the dice of a whole game."""
        rules = self.rules
        begin = (rules.rolls - 1 - self.rerolls) * rules.dice
        self.throw(dice[self.state.turns_played, begin : begin + rules.dice].tolist())

    def take(self, decision: Decision) -> int:
        """Keep dice, or score a box; returns the points that this brings."""
        if isinstance(decision, Category):
            return self._score(decision)
        if not self.rerolls:
            raise IllegalDecision(f"cannot {decision_words(decision)}: no reroll is left, so a box must be scored.")
        self.kept, self.rerolls = decision, self.rerolls - 1
        return 0

    def _score(self, category: Category) -> int:
        scoring = score(self.rules, self.state, self.turn.roll, category)
        self.card = self.card.fill(self.rules, category, scoring.points, bonuses=int(scoring.bonus > 0))
        self.state = scoring.state
        gained = scoring.total
        if self.over:
            gained += final_bonus(self.rules, self.state)
            self.rerolls = 0
        else:
            self.kept, self.rerolls = (), self.rules.rolls - 1
        self.score += gained
        return gained


def table_size(encoding: Encoding, seats: int) -> int:
    """Numbers in what a player sees of a table."""
    return encoding.flat_size + (seats - 1) * (encoding.rules.turns + 3)


def seen_at_table(seats: Sequence[Seat], place: int, *, to_move: bool) -> Singles:
    """What a player sees of a table, each number from 0 to 1.

    The player's own turn as in `Encoding.flat`, with dice and what boxes pay only if he is `to_move`; then for each
    other seat in order of play its filled boxes, upper total, Yahtzee bonus and points so far.
    """
    own, encoding = seats[place], encoding_of(seats[place].rules)
    parts = [encoding.flat(own.turn, over=not to_move)]
    for seat in (*seats[place + 1 :], *seats[:place]):
        filled = seat.state.filled >> np.arange(seat.rules.turns) & 1
        upper, score = seat.state.upper / max(seat.rules.upper_cap, 1), seat.score / encoding.most_score
        parts.append(np.array([*filled, upper, seat.state.bonus, score], np.float32))
    return np.concatenate(parts, dtype=np.float32)
