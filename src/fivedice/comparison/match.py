"""A Match: strategies over the same dice, one score for each strategy and game."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.errors import StrategyError
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import evaluate
from fivedice.progress import Shown, progress_bar
from fivedice.rules import Rules
from fivedice.simulation.games import play, warm_up
from fivedice.simulation.streams import Stream
from fivedice.strategies.policy import AskingPolicy, policy_for
from fivedice.strategies.strategy import Strategy

PER_GAMES = 100_000
"""Times are those of this many games, as in study 000."""


@dataclass(frozen=True, eq=False)
class Match:
    """What each strategy scored in each game, on equal dice.

    scores  : int32[strategies, games]
    seconds : of play, dice included; to tabulate a strategy and to load its kernels comes before
    exact   : the distribution of each strategy's score, None where it was not asked for or cannot be had
    """

    rules: Rules
    names: tuple[str, ...]
    scores: NDArray[np.int32]
    seconds: tuple[float, ...]
    exact: tuple[Distribution | None, ...]

    @property
    def games(self) -> int:
        """How many games each of them played."""
        return int(self.scores.shape[1])


def check_entrants(strategies: Sequence[Strategy], rules: Rules, *, least: int = 2) -> None:
    """Refuse too few strategies, one that is named twice, and one that cannot play these rules."""
    names = [one.name for one in strategies]
    if len(names) < least:
        raise StrategyError(
            f"a comparison needs at least {least} strategies, but {len(names)} is named; "
            "`fivedice strategies` lists who can play."
        )
    for name in names:
        if names.count(name) > 1:
            raise StrategyError(f"strategy {name!r} is named twice; on equal dice it would only meet itself.")
    for one in strategies:
        one.check(rules)


def play_match(
    strategies: Sequence[Strategy],
    rules: Rules,
    stream: Stream,
    games: int,
    *,
    exact: bool = False,
    progress: Shown = False,
) -> Match:
    """Every strategy plays games 0 .. games − 1 of the stream, one after the other.

    Only one strategy's arrays are in memory at a time, and of its games only the scores are kept: a million games of
    ten strategies hold 40 MB.
    """
    check_entrants(strategies, rules)
    scores = np.empty((len(strategies), games), np.int32)
    seconds: list[float] = []
    found: list[Distribution | None] = []
    for row, strategy in zip(scores, strategies, strict=True):
        with progress_bar(f"Asking {strategy.name}", progress) as shown:
            policy = policy_for(strategy, rules, progress=shown)
        warm_up(policy, stream)
        with progress_bar(f"Playing {strategy.name}", progress) as shown:
            began = time.perf_counter()
            for block in play(policy, stream, games):
                row[block.first : block.first + len(block.boxes)] = block.scores
                shown(block.first + len(block.boxes), games)
            seconds.append(time.perf_counter() - began)
        if exact and not isinstance(policy, AskingPolicy):
            with progress_bar(f"Evaluating {strategy.name}", progress) as shown:
                found.append(evaluate(policy, progress=shown).score)
        else:
            found.append(None)
    return Match(rules, tuple(one.name for one in strategies), scores, tuple(seconds), tuple(found))
