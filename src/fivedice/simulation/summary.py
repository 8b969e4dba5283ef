"""Scores of many games: counted as they come, so that a million games need no more memory than one."""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Summary:
    """How often each score occurred, and the figures that follow from it."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, scores: NDArray[np.int64]) -> None:
        """Count some scores."""
        values, counts = np.unique(scores, return_counts=True)
        self.counts.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))

    def figures(self) -> dict[str, Any]:
        """Number of games, mean with its standard error, standard deviation, median, extremes.

        The standard deviation is the sample's (n − 1); the median of an even number of games is the middle of two.
        """
        scores = np.array(sorted(self.counts))
        counts = np.array([self.counts[score] for score in scores.tolist()])
        games = int(counts.sum())
        mean = float(counts @ scores / games)
        sd = float(np.sqrt(counts @ (scores - mean) ** 2 / max(games - 1, 1)))
        ranks = np.cumsum(counts)
        middle = [int(scores[np.searchsorted(ranks, rank, side="right")]) for rank in ((games - 1) // 2, games // 2)]
        return {
            "games": games,
            "mean": mean,
            "standard_error": sd / games**0.5,
            "sd": sd,
            "median": sum(middle) / 2,
            "min": int(scores[0]),
            "max": int(scores[-1]),
        }
