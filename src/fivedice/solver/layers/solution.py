"""A solution in layers: values of states with saved throws, looked up on disk by memory map."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np

from fivedice.arrays import Floats
from fivedice.kernels.arguments import Layer
from fivedice.rules import Rules, State
from fivedice.solver.layers.files import MappedLayer, map_layer
from fivedice.solver.layers.plan import VECTOR, Plan, plan_of
from fivedice.solver.scale import POINTS, Scale
from fivedice.solver.solution import MEAN, AnySolution


@dataclass(frozen=True, eq=False)
class LayeredSolution(AnySolution):
    """The value of every state under the optimal strategy, in files.

    seconds : time that all layers took
    """

    counts: ClassVar[str] = "values of states"
    rules: Rules
    layers: tuple[MappedLayer, ...]
    seconds: float
    cached: bool = False
    objective: str = field(default=MEAN, init=False)
    scale: Scale = field(default=POINTS, init=False)

    @classmethod
    def from_disk(cls, rules: Rules, *, cached: bool) -> "LayeredSolution":
        """The layers on disk; OSError where one is missing, DamagedFile where one does not fit."""
        plan = plan_of(rules)
        layers = [map_layer(rules, number, plan.count(number)) for number in range(plan.turns + 1)]
        return cls(rules, tuple(layers), float(layers[0].header["seconds"]), cached)

    @cached_property
    def plan(self) -> Plan:
        """Where values are."""
        return plan_of(self.rules)

    @property
    def states(self) -> int:
        """Number of values; states that cannot differ share one."""
        return self.plan.states

    def state_value(self, state: State) -> float:
        """Expected points still to come."""
        place = self.plan.place(state)
        return float(self.layers[state.turns_played].get(place, place + 1)[0])

    def row(self, state: State) -> Floats:
        """float64[cap + 1], values of states that differ from this one in the upper total only; NaN where none is."""
        plan = self.plan
        layer, mask = plan.find(state.filled)
        kind = int(layer.kind[mask])
        classes, count = plan.totals.classes[kind], int(plan.totals.count[kind])
        begin = int(layer.begin[mask]) + (int(state.bonus) * layer.saved + min(state.saved, layer.saved - 1)) * count
        found = self.layers[state.turns_played].get(begin, begin + count)
        return np.where(classes >= 0, found[np.maximum(classes, 0)], np.nan)

    def following(self, filled: int) -> tuple[Layer, Floats]:
        """The masks with one box more than these, as a layer of their own, and its values."""
        number = filled.bit_count() + 1
        layer, edges = self.plan.some(number, self.plan.after(filled))
        values = (self.layers[number].get(begin, end) for begin, end in edges)
        return layer, np.concatenate([*values, np.zeros(VECTOR)])
