"""Honest scores of players: exact where all turns can be listed, otherwise by what their decisions give away.

A network's own estimate of what it will score never enters.
"""

from typing import Any

import numpy as np

from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.report import QUANTILES, figures_of
from fivedice.rules import Rules
from fivedice.simulation.games import Games
from fivedice.simulation.regrets import Regrets
from fivedice.solver import cached_solution
from fivedice.solver.solution import Progress
from fivedice.strategies.policy import AskingPolicy, policy_for
from fivedice.strategies.strategy import Strategy

GAMES = 100_000
STREAMS = 1_000_003
"""Keeps the seeds of games that measure apart from those of examples and training, so that no network is scored on the
dice that it learned from."""


def honest_figures(
    player: Strategy,
    rules: Rules,
    *,
    exact: bool = False,
    games: int = GAMES,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Mean, spread, quantiles, bonuses and points per box of a player; `method` says how they were found.

    A player that has to be asked turn by turn plays games, and its mean is that of `simulation.regrets` with its 95 %
    interval; everything else about it is counted in the same games. With `exact`, it is asked about all turns first.
    """
    policy = policy_for(player, rules, progress=progress)
    if exact or not isinstance(policy, AskingPolicy):
        return figures_of(player, rules, evaluate(policy, threads=threads, progress=progress))
    regrets, played = Regrets(policy, cached_solution(rules), games, STREAMS + seed), _Played(rules)
    for block in regrets.blocks():
        played.add(block)
        if progress:
            progress(block.first + len(block.boxes), games)
    found = regrets.estimate()
    return {
        "strategy": player.name,
        "variant": rules.name,
        "digest": rules.digest,
        "mean": found.mean,
        **played.figures(),
        "method": "regrets",
        "low": found.low,
        "high": found.high,
        "games": games,
        "seed": regrets.seed,
        "sd_of_regrets": found.sd,
    }


class _Played:
    """What is counted in games as they come."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scores: list[np.ndarray[Any, np.dtype[np.int64]]] = []
        self.points = np.zeros(rules.turns)
        self.upper_bonuses = self.bonuses = self.yahtzees = 0

    def add(self, block: Games) -> None:
        """Count some games."""
        self.scores.append(block.scores)
        self.points += block.card.sum(axis=0, dtype=np.int64)
        self.upper_bonuses += int((block.upper_bonuses > 0).sum())
        if self.rules.yahtzee_bonus:
            self.bonuses += int((block.bonuses > 0).sum())
        if self.rules.yahtzee is not None:
            self.yahtzees += int((block.card[:, self.rules.yahtzee] > 0).sum())

    def figures(self) -> dict[str, Any]:
        """The keys of `evaluation.report` but for the mean, in their order."""
        scores = np.sort(np.concatenate(self.scores))
        at = {share: int(scores[int(np.ceil(share * len(scores))) - 1]) for share in QUANTILES}
        return {
            "sd": float(scores.std(ddof=1)),
            "median": at[0.5],
            "min": int(scores[0]),
            "max": int(scores[-1]),
            "quantiles": {str(share): score for share, score in at.items()},
            "p_upper_bonus": self.upper_bonuses / len(scores),
            "yahtzees": (self.yahtzees + self.bonuses) / len(scores),
            "yahtzee_bonuses": self.bonuses / len(scores),
            "categories": {
                one.name: float(points / len(scores))
                for one, points in zip(self.rules.categories, self.points, strict=True)
            },
        }
