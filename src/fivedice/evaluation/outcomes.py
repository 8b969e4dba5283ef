"""What a turn leads to under a policy, for many states at once; the walk is in `kernels.outcomes`."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints
from fivedice.kernels.choices import room_for_choices
from fivedice.kernels.lanes import LANES, aligned
from fivedice.kernels.ordered import ordered_outcomes
from fivedice.kernels.outcomes import best_outcomes, table_outcomes
from fivedice.rules import Rules
from fivedice.strategies.policy import TablePolicy, ValuePolicy, kernel_view, view_for


@dataclass(frozen=True)
class Slots:
    """Ways to fill a box: slot s puts `points[s]` points into the box that `box_slots` gives it to."""

    table: NDArray[np.int16]
    points: Ints
    box_slots: Ints
    earns: NDArray[np.bool_]
    count: int

    @classmethod
    def of(cls, rules: Rules) -> "Slots":
        """The slots of these rules, box by box."""
        tables, _ = kernel_view(rules)
        paid = np.concatenate([tables.points, tables.joker_points[:, tables.equal_face > 0]], axis=1)
        values = [np.unique(row) for row in paid]
        starts = np.cumsum([0, *map(len, values)])
        table = np.empty((2, *tables.points.shape), np.int16)
        for full, points in enumerate((tables.points, tables.joker_points)):
            for box, possible in enumerate(values):
                at = np.searchsorted(possible, points[box])
                table[full, box] = starts[box] + np.minimum(at, len(possible) - 1)
        flat = np.array([points for possible in values for points in possible], np.int32)
        earns = np.zeros(len(flat), np.bool_)
        if rules.yahtzee is not None:
            earns[starts[rules.yahtzee] : starts[rules.yahtzee + 1]] = True
            earns &= flat > 0
        return cls(table, flat, starts.astype(np.int32), earns, len(flat))


class TurnOutcomes:
    """Probabilities of all slots at the end of a turn, for the upper totals from `low` to `high` of each place."""

    def __init__(self, policy: TablePolicy | ValuePolicy, low: Ints, high: Ints) -> None:
        self.policy, self.low, self.high = policy, low, high
        self.tables, self.arguments = view_for(policy)
        self.slots = Slots.of(policy.rules)
        self.per_upper = isinstance(policy, ValuePolicy) or policy.boxes.shape[2] > 1

    def room(self, count: int) -> Floats:
        """float64[count, slots, totals], zeros; slots with a Yahtzee bonus come after those without."""
        slots = self.slots.count * self.arguments.shape[0]
        return np.zeros((count, slots, self.policy.rules.upper_cap + 1 if self.per_upper else 1))

    def fill(self, outcomes: Floats, index: NDArray[np.int64], places: Ints) -> None:
        """Fill in the outcomes of some places, those of a place and flag at `index`; −1 leaves them out."""
        policy, tables, arguments, slots = self.policy, self.tables, self.arguments, self.slots
        rerolls = policy.rules.rolls - 1
        room, mass = room_for_choices(rerolls, tables.rolls, tables.keeps), aligned(tables.keeps * LANES)
        if isinstance(policy, ValuePolicy):
            best_outcomes(
                outcomes, index, places, policy.values, self.low, self.high, rerolls, room, mass,
                arguments.rules, arguments.tables, tables.probability, slots.table, slots.count, policy.candidates,
            )  # fmt: skip
        elif len(policy.keeps) > 1:
            ordered_outcomes(
                outcomes, index, places, policy.keeps, policy.boxes, tables.keep_counts, tables.pairs,
                policy.rules.dice, tables.chances, arguments.rules, arguments.tables, slots.table, slots.count,
            )  # fmt: skip
        else:
            table_outcomes(
                outcomes, index, places, policy.keeps.reshape(-1), policy.boxes.reshape(-1), rerolls,
                room.rows, mass, arguments.rules, arguments.tables, tables.probability, slots.table, slots.count,
            )  # fmt: skip
