"""Rules + Objective + Values."""

from collections.abc import Callable
from dataclasses import dataclass

from fivedice.rules import Rules, State
from fivedice.solver.tables import Floats

MEAN = "mean"
"""The objective of greatest mean score."""

Progress = Callable[[int, int], None]
"""Called while solving with the number of masks of filled categories done, and how many there are."""


@dataclass(frozen=True, eq=False)
class Solution:
    """The value of every state under the optimal strategy.

    values : float64[flags, masks, upper totals], points still to come, the upper bonus included
    """

    rules: Rules
    values: Floats
    states: int
    seconds: float
    objective: str = MEAN
    cached: bool = False

    @property
    def value(self) -> float:
        """Expected final score from the start of a game."""
        return self.state_value(State())

    def state_value(self, state: State) -> float:
        """Expected points still to come."""
        return float(self.values[int(state.bonus), state.filled, state.upper])
