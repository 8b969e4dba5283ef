"""Rules + Objective + Values."""

from dataclasses import dataclass

from fivedice.arrays import Floats
from fivedice.rules import Rules, State
from fivedice.solver.scale import POINTS, Scale

MEAN = "mean"
"""The objective of greatest mean score."""


@dataclass(frozen=True, eq=False)
class Solution:
    """The value of every state under the optimal strategy.

    values : float64[flags, masks, upper totals], points still to come, the upper bonus included, on the `scale`
    """

    rules: Rules
    values: Floats
    states: int
    seconds: float
    objective: str = MEAN
    cached: bool = False
    scale: Scale = POINTS

    @property
    def value(self) -> float:
        """Expected final score from the start of a game; for another utility the score that is worth as much."""
        return self.scale.equivalent(self.state_value(State()))

    def state_value(self, state: State) -> float:
        """Expected points still to come, on the scale."""
        return float(self.values[int(state.bonus), state.filled, state.upper])
