"""Scores in ranges of ten, as study 000 (Jendeberg, Wikstén 2015, appendices A and B) prints them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from fivedice.errors import StatisticsError


@dataclass(frozen=True)
class Range:
    """Scores from low to high, both included: how many, their share of all, and the share up to here."""

    low: int
    high: int
    count: float
    share: float
    cumulative: float


def ranges_of(scores: Iterable[int] | Mapping[int, float], width: int = 10) -> list[Range]:
    """The ranges 80–89, 90–99, … from the lowest score to the highest; empty ranges in between are listed too.

    `scores` are the scores of games, or how often (or how probably) each score occurs.
    """
    if width < 1:
        raise StatisticsError(f"width {width} must be a whole number from 1 up.")
    if isinstance(scores, Mapping):
        numbers, weights = np.array(list(scores), np.int64), np.array(list(scores.values()))
    else:
        numbers = np.asarray(scores if isinstance(scores, np.ndarray) else list(scores), np.int64).ravel()
        weights = np.ones(len(numbers), np.int64)
    if not weights.sum() > 0 or (weights < 0).any():
        raise StatisticsError("ranges need at least one score, and no score can occur less than never.")
    places = numbers[weights > 0] // width
    first = int(places.min())
    counts = np.zeros(int(places.max()) - first + 1, weights.dtype)  # whole counts stay whole
    np.add.at(counts, places - first, weights[weights > 0])
    lows = range(first * width, (first + len(counts)) * width, width)
    columns = (column.tolist() for column in (counts, counts / counts.sum(), np.cumsum(counts) / counts.sum()))
    return [Range(low, low + width - 1, *figures) for low, *figures in zip(lows, *columns, strict=True)]
