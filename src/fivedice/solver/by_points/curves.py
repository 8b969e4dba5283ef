"""Curves without a compiler: rows over points that were solved before, and the utilities that they are of."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints
from fivedice.rules import Rules, State
from fivedice.solver.places import places_of
from fivedice.solver.tables import compile_rules, upper_ranges


@dataclass(frozen=True, eq=False)
class Utility:
    """A function of the final score: values[i] at first + i, the first value below, the last one above.

    values : float64[scores]
    """

    values: Floats
    first: int = 0

    @property
    def below(self) -> float:
        """The utility at the lower end."""
        return float(self.values[0])

    @property
    def above(self) -> float:
        """The utility at the upper end."""
        return float(self.values[-1])

    @cached_property
    def never_falls(self) -> bool:
        """Whether a greater score is never worth less."""
        return bool((np.diff(self.values) >= 0).all())

    @cached_property
    def rises_at(self) -> int:
        """The least score that is not worth the same as all lower ones."""
        other = np.flatnonzero(self.values != self.values[0])
        return self.first + (int(other[0]) if len(other) else len(self.values))

    @cached_property
    def level_at(self) -> int:
        """The least score from which on all are worth the same."""
        other = np.flatnonzero(self.values != self.values[-1])
        return self.first + (int(other[-1]) + 1 if len(other) else 0)

    def at(self, scores: NDArray[np.int64]) -> Floats:
        """The utility of some scores."""
        return self.values[np.clip(scores - self.first, 0, len(self.values) - 1)]


TARGET = Utility(np.array([0.0, 1.0]), -1)
"""Worth 1 from 0 on: a target is met, points being counted from the target."""


@dataclass(frozen=True, eq=False)
class Curves:
    """Rows of some states: W(s, x) for `count` numbers of points x from `first` on; beyond both ends it is constant.

    keys : int32[states], ascending, see `pack`;  first, counts : int32[states];  begins : int64[states], into `values`
    """

    rules: Rules
    keys: Ints
    first: Ints
    counts: Ints
    begins: NDArray[np.int64]
    values: Floats
    below: float
    above: float

    @cached_property
    def _low(self) -> Ints:
        low, _ = upper_ranges(self.rules, compile_rules(self.rules))
        return np.minimum(low, self.rules.upper_cap)

    def row(self, state: State) -> tuple[int, Floats]:
        """The points at which a state's row begins, and the row; a state without one is a KeyError."""
        place = places_of(self.rules).of(state.filled)
        for total in (state.upper, max(state.upper, int(self._low[place]))):  # its own row, or a shared one
            key = int(pack(self.rules, np.int32(state.bonus), np.int32(place), np.int32(total)))
            at = int(np.searchsorted(self.keys, key))
            if at < len(self.keys) and self.keys[at] == key:
                begin = int(self.begins[at])
                return int(self.first[at]), self.values[begin : begin + int(self.counts[at])]
        raise KeyError(state)

    def value(self, state: State, points: int) -> float:
        """W(s, x): the expected utility with this many points so far."""
        first, row = self.row(state)
        if points < first:
            return self.below
        return float(row[points - first]) if points < first + len(row) else self.above


def pack(rules: Rules, flag: Ints | np.int32, place: Ints | np.int32, total: Ints | np.int32) -> Ints:
    """One number for each state: place, then flag, then upper total."""
    return np.asarray((place * 2 + flag) * (rules.upper_cap + 1) + total, np.int32)
