"""The mean score of a player, estimated by what its decisions give away.

    E[score] = V* − E[sum of regrets],   regret = best value − value of the decision taken

because the values of a turn's dice average out to what they were worth before the throw. The sum of regrets varies far
less from game to game than the score does (a standard deviation of some 7 points instead of 60 for a good player of
Yahtzee), so that the same precision takes a seventieth of the games. The dice are thrown, the values are exact: what a
player believes about itself never enters.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fivedice.progress import Progress
from fivedice.simulation.games import Games, play
from fivedice.simulation.regret import regrets
from fivedice.simulation.streams import Counter
from fivedice.solver import Solution
from fivedice.statistics.intervals import t_interval
from fivedice.strategies.policy import Policy

BLOCK = 20_000
"""Recorded games at a time."""


@dataclass(frozen=True)
class Estimate:
    """A mean score with its confidence interval, and the standard deviation of what a game gives away."""

    mean: float
    low: float
    high: float
    sd: float
    games: int


def mean_by_regrets(
    policy: Policy,
    solution: Solution,
    games: int,
    seed: int,
    *,
    progress: Progress | None = None,
    see: Callable[[Games], None] | None = None,
) -> Estimate:
    """The mean score of a policy by games 0 .. games − 1 of a seed's dice, with its 95 % interval; `see` sees them."""
    sums = []
    for block in play(policy, Counter(seed), games, record=True, block=BLOCK):
        sums.append(regrets(block, solution).sum(axis=(1, 2)))
        if see:
            see(block)
        if progress:
            progress(block.first + len(block.boxes), games)
    lost = np.concatenate(sums)
    interval = t_interval(solution.value - lost, 0.95)
    return Estimate(interval.estimate, interval.low, interval.high, float(lost.std(ddof=1)), len(lost))
