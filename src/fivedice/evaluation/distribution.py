"""A probability distribution over whole numbers."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from fivedice.arrays import Floats


@dataclass(frozen=True, eq=False)
class Distribution:
    """Probabilities of `least`, `least` + 1, ...; the first and the last of them are positive."""

    least: int
    probability: Floats

    @classmethod
    def of(cls, probability: Floats, first: int = 0) -> "Distribution":
        """The distribution with these probabilities of first, first + 1, ..., trimmed at both ends."""
        support = np.flatnonzero(probability)
        return cls(first + int(support[0]), probability[support[0] : support[-1] + 1])

    def shifted(self, by: int) -> "Distribution":
        """The distribution of the number and this much more."""
        return Distribution(self.least + by, self.probability)

    @classmethod
    def mixture(cls, parts: "list[tuple[float, Distribution]]") -> "Distribution":
        """The distribution of a number that comes from each part with a probability."""
        first, end = min(one.least for _, one in parts), max(one.most for _, one in parts) + 1
        probability = np.zeros(end - first)
        for chance, one in parts:
            probability[one.least - first : one.most + 1 - first] += chance * one.probability
        return cls.of(probability, first)

    @property
    def most(self) -> int:
        """The greatest possible number."""
        return self.least + len(self.probability) - 1

    @cached_property
    def numbers(self) -> Floats:
        """Every number from the least to the greatest."""
        return np.arange(self.least, self.most + 1, dtype=np.float64)

    @cached_property
    def mean(self) -> float:
        """Expectation."""
        return float(self.probability @ self.numbers)

    @cached_property
    def sd(self) -> float:
        """Standard deviation."""
        return float(np.sqrt(self.probability @ (self.numbers - self.mean) ** 2))

    @cached_property
    def cumulative(self) -> Floats:
        """Probability of at most each number."""
        return np.cumsum(self.probability)

    @cached_property
    def reaching(self) -> Floats:
        """Probability of at least each number; it never rises, and rounding never puts it above 1."""
        return np.minimum(np.cumsum(self.probability[::-1])[::-1], 1.0)

    def quantile(self, share: float) -> int:
        """The least number that is not exceeded with at least this probability.

        A share that a sum of probabilities meets up to rounding counts as met.
        """
        at = int(np.searchsorted(self.cumulative, share - 1e-12))
        return self.least + min(at, len(self.probability) - 1)

    @property
    def median(self) -> int:
        """The 50 % quantile."""
        return self.quantile(0.5)

    def at_least(self, number: int) -> float:
        """Probability of this number or more."""
        if number <= self.least:
            return 1.0
        return float(self.reaching[number - self.least]) if number <= self.most else 0.0
