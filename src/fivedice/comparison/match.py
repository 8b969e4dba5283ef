"""A Match: strategies over the same dice, one score for each strategy and game; and statistics of its scores.

Equal dice correlate the scores of a game, so the difference of two strategies varies less than on independent dice:
Var(X − Y) = Var X + Var Y − 2 Cov(X, Y). Study 002 (Wissner) plays its strategies in this way and selects the best of
them by games won (Bechhofer, Elmaghraby, Morse 1959).
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from fivedice.comparison import published
from fivedice.errors import StrategyError
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import evaluate
from fivedice.progress import Shown, progress_bar
from fivedice.rules import Rules
from fivedice.simulation.games import play, warm_up
from fivedice.simulation.streams import Stream
from fivedice.statistics.intervals import Interval, paired_interval, t_interval, t_quantile
from fivedice.statistics.selection import Selection, selection_size, sequential_selection, winners, wins
from fivedice.strategies.policy import AskingPolicy, policy_for
from fivedice.strategies.strategy import Strategy

PER_GAMES = 100_000
"""Times are those of this many games, as in study 000."""
PRINTED = published.figures("simulation")
PROBABILITY, RATIO = PRINTED["selection-probability"], PRINTED["selection-ratio"]
"""P* and θ* of study 002: the best is to be selected with probability P* if it wins θ* times as often as the next."""

GAMES_AT_ONCE = 50_000
"""Shares of wins are computed for this many games at a time, to save memory."""


@dataclass(frozen=True, eq=False)
class Match:
    """What each strategy scored in each game, on equal dice.

    scores  : int32[strategies, games]
    seconds : of play, dice included, without tabulating strategies and loading kernels
    exact   : the distribution of each strategy's score, None if not requested or not available
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
        warm_up(policy, stream, games)
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


@dataclass(frozen=True)
class Standing:
    """A strategy's scores in figures; `won` counts games with the best score, shared among those that tie."""

    name: str
    mean: Interval
    sd: float
    median: float
    least: int
    most: int
    won: float
    seconds: float
    exact: Distribution | None

    @property
    def share(self) -> float:
        """Share of games won."""
        return self.won / self.mean.n

    @property
    def seconds_per_100_000(self) -> float:
        """Time that 100,000 games take."""
        return self.seconds / self.mean.n * PER_GAMES

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        exact = self.exact
        return {
            "strategy": self.name,
            "mean": self.mean.estimate,
            "interval": self.mean.bounds,
            "sd": self.sd,
            "median": self.median,
            "min": self.least,
            "max": self.most,
            "wins": self.won,
            "win_share": self.share,
            "seconds": self.seconds,
            "seconds_per_100000_games": self.seconds_per_100_000,
            "exact": {"mean": exact.mean, "sd": exact.sd, "median": exact.median} if exact else None,
        }


@dataclass(frozen=True)
class Pair:
    """Two strategies game by game: the mean of one − other, and how often one is ahead, level, behind.

    p is that of the paired t test, two-sided; `adjusted` is Holm's over all pairs of the match.
    """

    one: str
    other: str
    difference: Interval
    p: float
    adjusted: float
    ahead: float
    level: float
    behind: float

    @property
    def win_rate(self) -> float:
        """Share of games won, ties counted half."""
        return self.ahead + self.level / 2

    def turned(self) -> "Pair":
        """The same pair seen from the other side."""
        turned = self.difference.below(0)
        return Pair(self.other, self.one, turned, self.p, self.adjusted, self.behind, self.level, self.ahead)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "strategies": [self.one, self.other],
            "difference": self.difference.estimate,
            "interval": self.difference.bounds,
            "p": self.p,
            "p_holm": self.adjusted,
            **{name: getattr(self, name) for name in ("ahead", "level", "behind", "win_rate")},
        }


@dataclass(frozen=True)
class SingleStage:
    """The selection after a number of games fixed beforehand; None is selected while they are too few."""

    needed: int
    won: tuple[int, ...]
    selected: str | None


def holm(p: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment (1979): p₍ᵢ₎ becomes max over j ≤ i of (m − j + 1) p₍ⱼ₎, at most 1."""
    values, order = np.array(p), np.argsort(p, kind="stable")
    adjusted = np.empty(len(p))
    adjusted[order] = np.maximum.accumulate(np.minimum((len(p) - np.arange(len(p))) * values[order], 1.0))
    return [float(one) for one in adjusted]


def paired_p(difference: Interval) -> float:
    """Two-sided p of the paired t test, t = d̄ √n / s, from the interval of the differences."""
    error = difference.half_width / t_quantile(difference.level, difference.n - 1)
    if error == 0:
        return 1.0 if difference.estimate == 0 else 0.0
    return float(2 * special.stdtr(difference.n - 1, -abs(difference.estimate) / error))


def standings_of(match: Match) -> tuple[Standing, ...]:
    """Every strategy's scores, in the order in which they were named."""
    won = np.asarray(sum(wins(match.scores[:, some]).sum(axis=1) for some in _portions(match.games)))
    return tuple(
        Standing(
            name,
            t_interval(scores),
            float(scores.std(ddof=1, dtype=np.float64)),
            float(np.median(scores)),
            int(scores.min()),
            int(scores.max()),
            float(games_won),
            seconds,
            exact,
        )
        for name, scores, games_won, seconds, exact in zip(
            match.names, match.scores, won, match.seconds, match.exact, strict=True
        )
    )


def pairs_of(match: Match) -> tuple[Pair, ...]:
    """Every pair of strategies."""
    found = []
    for one, other in combinations(range(len(match.names)), 2):
        ours, theirs = match.scores[one], match.scores[other]
        shares = [float(np.mean(outcome)) for outcome in (ours > theirs, ours == theirs, ours < theirs)]
        found.append((match.names[one], match.names[other], paired_interval(ours, theirs), shares))
    p = [paired_p(difference) for _, _, difference, _ in found]
    return tuple(
        Pair(one, other, difference, single, adjusted, *shares)
        for (one, other, difference, shares), single, adjusted in zip(found, p, holm(p), strict=True)
    )


def single_stage(match: Match, seed: int) -> SingleStage:
    """The selection of the best after a number of games fixed beforehand."""
    needed = selection_size(len(match.names), PROBABILITY, RATIO)
    lots = np.fromiter(_winners(match, seed), np.int64, min(needed, match.games))
    won = np.bincount(lots, minlength=len(match.names))
    leaders = np.flatnonzero(won == won.max())
    selected = match.names[int(np.random.default_rng(seed).choice(leaders))] if match.games >= needed else None
    return SingleStage(needed, tuple(won.tolist()), selected)


def sequential(match: Match, seed: int) -> Selection:
    """The selection of the best game by game, stopped once its probability is P*."""
    return sequential_selection(_winners(match, seed), len(match.names), PROBABILITY, RATIO)


def _winners(match: Match, seed: int) -> Iterator[int]:
    """The winner of game after game, by lot where several tie."""
    generator = np.random.default_rng(seed)
    for some in _portions(match.games, 1_000):
        found: list[int] = winners(match.scores[:, some], generator).tolist()
        yield from found


def _portions(games: int, size: int = GAMES_AT_ONCE) -> Iterator[slice]:
    return (slice(begin, begin + size) for begin in range(0, games, size))
