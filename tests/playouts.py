"""Playouts of a strategy from any position, thousands at once: dice are thrown, nothing is known beforehand."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats
from fivedice.objectives.position import Position
from fivedice.rules import Card, Roll, Rules, State, score
from fivedice.rules.state import final_bonus, is_over
from fivedice.strategies.choices import Choices, choices_in
from fivedice.strategies.policy import policy_for
from fivedice.strategies.strategy import Strategy

Numbers = NDArray[np.int64]


class Playouts:
    """A strategy that plays on by the dice of a generator."""

    def __init__(self, rules: Rules, strategy: Strategy, random: np.random.Generator) -> None:
        self.rules, self.random, dice = rules, random, rules.dice_set
        policy = policy_for(strategy, rules)
        self.choices = cache(lambda state: choices_in(policy, state))
        self.shown = np.array([[keep.count(face + 1) for face in range(dice.faces)] for keep in dice.keeps])
        self.radix = (dice.count + 1) ** np.arange(dice.faces)
        self.roll_of = np.full(int(dice.count * self.radix[-1]) + 1, -1)
        self.roll_of[self.shown[-dice.roll_count :] @ self.radix] = np.arange(dice.roll_count)

    def final_scores(self, card: Card, count: int, throw: tuple[Roll, int] | None = None) -> Numbers:
        """Final scores of many games that go on from a card, or from dice on the table."""
        games = {card.state(self.rules): np.full(count, card.box_total(self.rules))}
        finished = []
        while games:
            games, before = {}, games
            for state, points in before.items():
                if is_over(self.rules, state):
                    finished.append(points + final_bonus(self.rules, state))
                    continue
                for following, more in self._turn(state, points, throw):
                    games[following] = np.concatenate([games.get(following, more[:0]), more])
            throw = None
        return np.asarray(self.random.permutation(np.concatenate(finished)))  # in no order of how they came about

    def _turn(self, state: State, points: Numbers, throw: tuple[Roll, int] | None) -> list[tuple[State, Numbers]]:
        choices: Choices = self.choices(state)
        if throw:
            rolls, rerolls = np.full(len(points), self.rules.dice_set.roll_index(throw[0])), throw[1]
        else:
            rolls, rerolls = self._thrown(np.zeros(len(points), int)), self.rules.rolls - 1
        box = np.full(len(points), -1)
        for left in range(rerolls, 0, -1):
            choice = choices.keeps[left - 1, rolls].astype(int)
            box = np.where((box < 0) & (choice < 0), -1 - choice, box)
            rolls = np.where(box < 0, self._thrown(np.maximum(choice, 0)), rolls)
        box = np.where(box < 0, choices.boxes[rolls], box)
        found = []
        for pair in np.unique(box * len(self.roll_of) + rolls):
            at, roll = divmod(int(pair), len(self.roll_of))
            scoring = score(self.rules, state, self.rules.dice_set.rolls[roll], self.rules.categories[at])
            found.append((scoring.state, points[(box == at) & (rolls == roll)] + scoring.total))
        return found

    def _thrown(self, keeps: Numbers) -> Numbers:
        """Rolls with dice thrown beside each keep."""
        dice, shown = self.rules.dice_set, self.shown[keeps]
        missing = dice.count - shown.sum(axis=1)
        faces = self.random.integers(0, dice.faces, (len(keeps), dice.count))
        for place in range(dice.count):
            shown = shown + (np.arange(dice.faces) == faces[:, place, None]) * (place < missing)[:, None]
        return np.asarray(self.roll_of[shown @ self.radix])


def results(position: Position, playouts: Playouts, count: int) -> tuple[Floats, Floats]:
    """float64[players] each: the share of playouts that a player wins alone, and in which it shares the first place."""
    scores = np.stack(
        [
            playouts.final_scores(card, count, position.throw if player == position.mover else None)
            for player, card in enumerate(position.cards)
        ]
    )
    best = scores == scores.max(axis=0)
    alone = best.sum(axis=0) == 1
    return (best & alone).mean(axis=1), (best & ~alone).mean(axis=1)
