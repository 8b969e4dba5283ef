"""Rules + Objective + Values."""

from dataclasses import dataclass
from functools import cached_property

from fivedice.arrays import Floats
from fivedice.rules import Rules, State
from fivedice.solver.scale import POINTS, Scale

MEAN = "mean"
"""The objective of greatest mean score."""


@dataclass(frozen=True, eq=False)
class Solution:
    """The value of every state under the optimal strategy.

    values  : float64[flags, masks, upper totals], points still to come, the upper bonus included, on the `scale`
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

    @property
    def value(self) -> float:
        """Expected final score from the start of a game; for another utility the score that is worth as much."""
        return self.scale.equivalent(self.state_value(State()))

    def state_value(self, state: State) -> float:
        """Expected points still to come, on the scale."""
        return float(self.values[int(state.bonus), state.filled, state.upper])
