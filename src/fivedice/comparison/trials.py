"""People's trials beside strategies: their distribution, and whether a difference could be luck.

Scores may be known one by one or only in ranges, and then the mean is known only between two bounds. Study 000
(Jendeberg, Wikstén 2015, section 5.5) asks whether people who beat a player were lucky. The answer is exact:
the probability that n independent games of the player's own distribution bring as many points.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from fivedice.comparison.convolution import p_at_least, p_at_most
from fivedice.errors import StatisticsError
from fivedice.evaluation.distribution import Distribution
from fivedice.statistics.intervals import Interval, t_interval_of
from fivedice.statistics.ranges import Range, ranges_of
from fivedice.statistics.significance import LEVEL, Significance, chi_square_pooled, ks_distance

Cell = tuple[int, int, int]
"""Lowest and highest score of a range, and how many games ended in it."""


@dataclass(frozen=True)
class Stated:
    """Figures that a publication states about scores of which it prints only ranges."""

    games: int
    mean: float
    median: float
    least: int
    most: int


@dataclass(frozen=True)
class Sample:
    """Scores of people: cells in ascending order that do not overlap, of one score each where all are known."""

    name: str
    cells: tuple[Cell, ...]
    stated: Stated | None = None

    @property
    def grouped(self) -> bool:
        """Whether some scores are known only by their range."""
        return any(low < high for low, high, _ in self.cells)

    @property
    def counted(self) -> int:
        """How many games the cells hold."""
        return sum(count for _, _, count in self.cells)

    @property
    def games(self) -> int:
        """How many games there are: as stated, or as counted."""
        return self.stated.games if self.stated else self.counted

    @cached_property
    def mean_bounds(self) -> tuple[float, float]:
        """The mean if every score lay at the low or at the high end of its range; both are the mean otherwise."""
        low, high = self._sums
        return low / self.counted, high / self.counted

    @property
    def mean(self) -> float:
        """The mean: stated, exact, or with every score in the middle of its range."""
        return self.stated.mean if self.stated else sum(self.mean_bounds) / 2

    @cached_property
    def sd(self) -> float:
        """Standard deviation (n − 1), with every score in the middle of its range; 0 for a single game."""
        middles = np.array([(low + high) / 2 for low, high, _ in self.cells])
        counts = np.array([count for _, _, count in self.cells])
        spread = counts @ (middles - counts @ middles / self.counted) ** 2
        return float(np.sqrt(spread / max(self.counted - 1, 1)))

    @property
    def interval(self) -> Interval | None:
        """95 % t interval of the mean, if there are two games."""
        return t_interval_of(self.mean, self.sd, self.games) if self.games > 1 else None

    @property
    def median(self) -> float:
        """The middle score: stated, exact, or the middle of its range."""
        if self.stated:
            return self.stated.median
        places = np.cumsum([count for _, _, count in self.cells])
        ranks = ((self.counted - 1) // 2, self.counted // 2)
        both = [self.cells[int(np.searchsorted(places, rank, side="right"))] for rank in ranks]
        return sum(low + high for low, high, _ in both) / 4

    @property
    def least(self) -> int:
        """The lowest score, or the lowest that its range allows."""
        return self.stated.least if self.stated else self.cells[0][0]

    @property
    def most(self) -> int:
        """The highest score, or the highest that its range allows."""
        return self.stated.most if self.stated else self.cells[-1][1]

    @property
    def totals(self) -> tuple[int, int]:
        """Sum of all scores: the least and the greatest that it can be."""
        if self.stated:
            total = round(self.stated.mean * self.stated.games)
            return total, total
        return self._sums

    @cached_property
    def _sums(self) -> tuple[int, int]:
        return sum(low * count for low, _, count in self.cells), sum(high * count for _, high, count in self.cells)

    @cached_property
    def ranges(self) -> list[Range]:
        """Ranges of ten, or those that the scores were given in."""
        if not self.grouped:
            return ranges_of({low: count for low, _, count in self.cells})
        found, so_far = [], 0
        for low, high, count in self.cells:
            so_far += count
            found.append(Range(low, high, count, count / self.counted, so_far / self.counted))
        return found

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            **{name: getattr(self, name) for name in ("name", "games", "grouped", "mean", "sd", "median")},
            "games_counted": self.counted,
            "mean_bounds": list(self.mean_bounds),
            "interval": self.interval.bounds if self.interval else None,
            "min": self.least,
            "max": self.most,
        }


@dataclass(frozen=True)
class Trials:
    """Everybody's games together, and each player's where players are named."""

    everybody: Sample
    players: tuple[Sample, ...] = ()

    @property
    def samples(self) -> tuple[Sample, ...]:
        """Each player if there are several, then all of them."""
        return (*self.players, self.everybody) if len(self.players) > 1 else (self.everybody,)


@dataclass(frozen=True)
class Luck:
    """A sample against a player of known distribution, who plays as many games.

    at_least, at_most : probability that the player's mean is at least, at most that of the sample. Where the sample's
                        mean is only known between bounds, both are the greatest that they can be.
    distance          : of the cumulative shares, at most (Kolmogorov)
    fit               : chi-square over ranges with neighbours pooled, None where the sample is too small for it
    """

    sample: str
    strategy: str
    games: int
    difference: float
    at_least: float
    at_most: float
    distance: float
    fit: Significance | None

    @property
    def p(self) -> float:
        """Two-sided p of the mean: twice the smaller probability, at most 1."""
        return min(2 * min(self.at_least, self.at_most), 1.0)

    @property
    def could_be_luck(self) -> bool:
        """Whether the difference of the means is not rejected at the 5 % level."""
        return self.p >= LEVEL

    def to_dict(self) -> dict[str, Any]:
        """Plain values; the sample is named beside them."""
        fit = self.fit
        return {
            **{name: getattr(self, name) for name in ("strategy", "difference", "p", "could_be_luck")},
            "p_at_least": self.at_least,
            "p_at_most": self.at_most,
            "ks_distance": self.distance,
            "chi_square": {"statistic": fit.statistic, "df": fit.df, "p": fit.p} if fit else None,
        }


def luck_of(sample: Sample, strategy: str, player: Distribution) -> Luck:
    """Compare a sample with as many games of a player."""
    low, high = sample.totals
    counts, shares = zip(*_cells(sample, player), strict=True)
    try:
        fit = chi_square_pooled(counts, shares)
    except StatisticsError:
        fit = None
    return Luck(
        sample.name,
        strategy,
        sample.games,
        sample.mean - player.mean,
        p_at_least(player, sample.games, low),
        p_at_most(player, sample.games, high),
        _distance(sample, player),
        fit,
    )


def chance_of(player: Distribution, mean: float, games: int) -> float:
    """P(mean of this many games ≥ a mean that was printed, rounded)."""
    return p_at_least(player, games, round(mean * games))


def share_between(player: Distribution, low: int, high: int) -> float:
    """Probability of a score from low to high."""
    return max(player.at_least(low) - player.at_least(high + 1), 0.0)


def ranges_over(sample: Sample, player: Distribution) -> list[tuple[int, int]]:
    """The sample's ranges, the gaps between them, and as wide ones on both sides, for all scores of a player."""
    given = [(cell.low, cell.high) for cell in sample.ranges]
    between = [(high + 1, low - 1) for (_, high), (low, _) in pairwise(given) if low > high + 1]
    (least, low), (high, most) = given[0], given[-1]
    width = low - least + 1
    below = [(max(begin - width, 0), begin - 1) for begin in range(least, player.least, -width)]
    width = most - high + 1
    above = [(begin, begin + width - 1) for begin in range(most + 1, player.most + 1, width)]
    return sorted([*below, *given, *between, *above])


def _cells(sample: Sample, player: Distribution) -> Iterator[tuple[float, float]]:
    """Counts and probabilities of the sample's ranges, and of everything below, between and above them."""
    begin = min(player.least, sample.ranges[0].low)
    for cell in sample.ranges:
        if cell.low > begin:
            yield 0.0, share_between(player, begin, cell.low - 1)
        yield cell.count, share_between(player, cell.low, cell.high)
        begin = cell.high + 1
    if begin <= player.most:
        yield 0.0, player.at_least(begin)


def _distance(sample: Sample, player: Distribution) -> float:
    if sample.grouped:
        return ks_distance(*zip(*_cells(sample, player), strict=True))
    first, last = min(player.least, sample.least), max(player.most, sample.most)
    counts, shares = np.zeros(last - first + 1), np.zeros(last - first + 1)
    for score, _, count in sample.cells:
        counts[score - first] += count
    shares[player.least - first : player.most - first + 1] = player.probability
    return ks_distance(counts, shares)
