"""The games of a rating: fixed dice, every decision valued exactly, and where the points are lost."""

import heapq
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fivedice.arrays import Floats
from fivedice.coach.luck import luck
from fivedice.comparison.decisions import NOTHING
from fivedice.progress import Progress
from fivedice.rules import Decision, Rules, Turn
from fivedice.rules.decision import decision_kind, decision_text, decision_words
from fivedice.rules.notation import format_turn
from fivedice.rules.state import turn_at
from fivedice.simulation.expected_regret import TurnRegret, expected_regrets, has_expected_regrets, turn_regret
from fivedice.simulation.games import Games, play
from fivedice.simulation.regret import decision_values, states_of
from fivedice.simulation.streams import Counter
from fivedice.solver import Solution, TurnValues
from fivedice.statistics.intervals import Interval, controlled_interval, t_interval
from fivedice.strategies.policy import Policy

BLOCK = 5_000
"""Games recorded at a time."""
MISTAKES = 10
"""How many of the costliest mistakes are shown."""


@dataclass(frozen=True)
class Mistake:
    """A decision with a regret, and the best one there."""

    rules: Rules
    turn: Turn
    decision: Decision
    best: Decision
    regret: float

    @property
    def words(self) -> list[object]:
        """A row of a table: position, decision taken, best decision."""
        return [format_turn(self.rules, self.turn), decision_words(self.decision), decision_words(self.best)]

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "variant": self.rules.name,
            "turn": format_turn(self.rules, self.turn),
            "kind": decision_kind(self.decision),
            "decision": decision_text(self.decision),
            "best": decision_text(self.best),
            "regret": self.regret,
        }


class PlayedGames:
    """Games of a policy and their regrets, added block by block.

    expected : the expected regret of each state, or None where the player cannot be asked about all dice of a turn
    lost     : regrets of each game, expected ones if they are known;  happened : observed regrets
    luck     : what the dice brought to each game, with mean 0
    by_throw : points lost by keeps after each throw but the last, then by boxes;  by_turn : in each turn
    """

    def __init__(self, solution: Solution, expected: TurnRegret | None) -> None:
        self.solution, self.expected = solution, expected
        self.lost, self.happened, self.luck, self.scores = (list[Floats]() for _ in range(4))
        self.by_throw, self.by_turn = np.zeros(solution.rules.rolls), np.zeros(solution.rules.turns)
        self.worst: list[Mistake] = []
        self.decisions, self.mistakes, self.seconds = 0, 0, 0.0

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(map(len, self.lost))

    def estimate(self) -> Interval:
        """The mean score: the optimum minus the mean regret.

        Control variates, with means known to be 0: the luck of each game, and its observed minus its expected regret.
        """
        lost, happened, lucky = map(np.concatenate, (self.lost, self.happened, self.luck))
        return controlled_interval(lost, lucky, happened - lost).below(self.solution.value)

    def score_interval(self) -> Interval:
        """The mean score by the scores themselves."""
        return t_interval(np.concatenate(self.scores))

    def add(self, block: Games) -> None:
        """Value the decisions of some games."""
        worth = decision_values(block, self.solution)
        regrets = np.where(worth.regrets > NOTHING, worth.regrets, 0.0)
        realised = regrets.sum(axis=(1, 2))
        scores = block.scores.astype(np.float64)
        self.luck.append(luck(self.solution.value, scores, realised))
        self.scores.append(scores)
        self.happened.append(realised)
        self.lost.append(realised if self.expected is None else expected_regrets(block, self.expected).sum(axis=1))
        assert block.held is not None
        of_keeps = np.where(block.held >= 0, regrets[:, :, :-1], 0.0)
        self.by_throw[:-1] += of_keeps.sum(axis=(0, 1))
        self.by_throw[-1] += regrets.sum() - of_keeps.sum()
        self.by_turn += regrets.sum(axis=(0, 2))
        self.decisions += int(np.isfinite(worth.taken).sum())
        self.mistakes += int((regrets > 0).sum())
        known = {(one.turn, one.decision): one for one in (*self.worst, *self._mistakes(block, regrets))}
        self.worst = heapq.nlargest(MISTAKES, known.values(), key=lambda one: one.regret)

    def _mistakes(self, block: Games, regrets: Floats) -> Iterator[Mistake]:
        """The costliest decisions of these games, more than are shown, since some of them are equal."""
        rules, states = block.rules, states_of(block)
        assert block.held is not None
        assert block.shown is not None
        costly = np.argsort(-regrets, axis=None)[: 20 * MISTAKES]
        for game, turn, throw in zip(*np.unravel_index(costly, regrets.shape), strict=True):
            if not regrets[game, turn, throw]:
                return
            state = states.at(rules, game, turn)
            table = block.shown[game, turn, throw].tolist()
            point = turn_at(rules, state, tuple(sorted(table)), rules.rolls - 1 - int(throw))
            held = int(block.held[game, turn, throw]) if throw + 1 < rules.rolls else -1
            decision: Decision = rules.categories[block.boxes[game, turn]]
            if held >= 0:
                decision = tuple(sorted(face for place, face in enumerate(table) if held >> place & 1))
            best = TurnValues.of(self.solution, state).best(point.roll, point.rerolls, served=point.served)
            yield Mistake(rules, point, decision, best, float(regrets[game, turn, throw]))


def play_games(
    policy: Policy,
    solution: Solution,
    games: int,
    seed: int,
    *,
    asks: bool,
    expected: TurnRegret | None = None,
    progress: Progress | None = None,
) -> PlayedGames:
    """Play games 0 .. games − 1 of a seed's dice; a player that `asks` a program is asked about these dice only.

    `expected` are the expected regrets of the policy, if they are known from other games.
    """
    if expected is None and not asks and has_expected_regrets(policy):
        expected = turn_regret(policy, solution)
    found = PlayedGames(solution, expected)
    began = time.perf_counter()
    for block in play(policy, Counter(seed), games, record=True, block=BLOCK):
        found.seconds += time.perf_counter() - began
        found.add(block)
        if progress:
            progress(block.first + len(block.boxes), games)
        began = time.perf_counter()
    return found
