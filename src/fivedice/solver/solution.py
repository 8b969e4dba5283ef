"""Rules + Objective + Values."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from fivedice.arrays import Floats
from fivedice.rules import Rules, State
from fivedice.solver.places import places_of
from fivedice.solver.scale import POINTS, Scale

MEAN = "mean"
"""The objective of greatest mean score."""


class AnySolution(ABC):
    """The value of every state under the optimal strategy: in memory (`Solution`), or in files (`LayeredSolution`)."""

    rules: Rules
    objective: str
    scale: Scale
    seconds: float
    cached: bool
    counts: ClassVar[str] = "reachable states"
    """What `states` counts."""

    @property
    @abstractmethod
    def states(self) -> int:
        """Number of reachable states."""

    @abstractmethod
    def state_value(self, state: State) -> float:
        """Expected points still to come, on the scale."""

    @abstractmethod
    def row(self, state: State) -> Floats:
        """float64[upper totals], values of states that differ from this one in the upper total only."""

    @property
    def value(self) -> float:
        """Expected final score from the start of a game; for another utility the score that is worth as much."""
        return self.scale.equivalent(self.state_value(State()))

    @property
    def error_bound(self) -> float:
        """How far the value of a mean may be off by rounding, at most.

        A throw takes the mean over one die n times, each with as many additions and products as there are faces, and
        scoring adds once. No value is negative, means and maxima do not enlarge relative errors, and a game has
        rolls · turns throws at most, saved or not. So a value V is off by less than, with ε = 2⁻⁵³,

            V · ε · (rolls · turns · n · (faces + 2) + 2 · turns),      and a hundredth of it for products of ε.
        """
        rules = self.rules
        steps = rules.rolls * rules.turns * rules.dice * (rules.faces + 2) + 2 * rules.turns
        return float(self.value * 2.0**-53 * steps * 1.01)


@dataclass(frozen=True, eq=False)
class Solution(AnySolution):
    """The value of every state under the optimal strategy.

    values  : float64[flags, places, upper totals], points still to come, the upper bonus included, on the `scale`
    counted : number of reachable states; None until they are counted
    """

    rules: Rules
    values: Floats
    counted: int | None
    seconds: float
    objective: str = MEAN
    cached: bool = False
    scale: Scale = POINTS

    @cached_property
    def states(self) -> int:
        """Number of reachable states."""
        if self.counted is not None:
            return self.counted
        from fivedice.solver.reachable import count_states  # numba comes with it

        return sum(count_states(self.rules))

    def state_value(self, state: State) -> float:
        """Expected points still to come, on the scale."""
        return float(self.values[int(state.bonus), places_of(self.rules).of(state.filled), state.upper])

    def row(self, state: State) -> Floats:
        """float64[upper totals], values of states that differ from this one in the upper total only."""
        return np.asarray(self.values[int(state.bonus), places_of(self.rules).of(state.filled)])
