"""Objectives that need the points so far: rows over points for every state; the equations are in `kernels.by_points`.

A *curve* is the row W(s, ·) of a state. Points are counted from wherever is convenient: for a utility g of the final
score from 0; for reaching targets from the target, so that −250 so far and 0 at the end mean that a target of 250 was
met. All targets are then one utility, a step at 0, and its rows from −T to −1 answer for every target up to T at once.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints
from fivedice.kernels.by_points import pad_row, solve_rows
from fivedice.kernels.lanes import LANES, aligned
from fivedice.kernels.spans import bound_rest, spread_spans
from fivedice.kernels.threads import thread_count
from fivedice.progress import Progress
from fivedice.rules import Rules, State
from fivedice.solver.by_points.curves import Curves, Utility, pack
from fivedice.solver.exact import KernelArguments, check_computable, check_fits, kernel_arguments, room_for_ways
from fivedice.solver.places import places_of
from fivedice.solver.tables import compile_rules, upper_bonuses, upper_ranges

PLACES_PER_TASK = 4
NOWHERE = 1 << 24
"""More points than any game has."""


@dataclass(frozen=True)
class Layout:
    """Where rows are, and what of them matters; int32[flags, places, cap + 1] each unless said otherwise.

    reached     : bool, whether play can come from the start to this state
    first, last : points so far at both ends of the row
    offset      : int64, where the row begins in its layer, its padding included
    """

    reached: NDArray[np.bool_]
    first: Ints
    last: Ints
    offset: NDArray[np.int64]

    @property
    def rows(self) -> tuple[Ints, Ints, NDArray[np.int64]]:
        """As the kernels take it."""
        return self.first, self.last, self.offset


class Plan:
    """What is to be solved from a start: which states have rows, how long they are, and what that takes.

    Unless they are not to be `merged`, states from which the upper bonus is out of reach share a row.
    """

    def __init__(
        self, rules: Rules, utility: Utility, start: State, points: tuple[int, int], *, merged: bool = True
    ) -> None:
        check_computable(rules)
        self.rules, self.utility, self.start, self.points = rules, utility, start, points
        self.tables, self.places = compile_rules(rules), places_of(rules)
        self.arguments: KernelArguments = kernel_arguments(rules, self.tables, misses=not utility.never_falls)
        low, _ = upper_ranges(rules, self.tables)
        self.low = np.minimum(low, rules.upper_cap if merged else 0)
        self.layout = self._layout()

    @cached_property
    def layers(self) -> list[Ints]:
        """Places with 0, 1, 2, ... boxes filled beyond those of the start."""
        return self.places.layers(self.start.filled)

    @cached_property
    def lengths(self) -> Ints:
        """int32[flags, places, cap + 1], numbers in each row, its padding left out."""
        return np.where(self.layout.reached, self.layout.last - self.layout.first + 1, 0)

    def work(self, places: Ints) -> int:
        """Vectors to be computed for some places."""
        return int((-(-self.lengths[:, places] // LANES)).sum())

    @cached_property
    def total_work(self) -> int:
        """Vectors to be computed for everything."""
        return sum(map(self.work, self.layers))

    def kept_numbers(self, layers: int) -> int:
        """How many numbers the rows of the first layers hold, which is what is kept of them."""
        return sum(int(self.lengths[:, layer].sum()) for layer in self.layers[:layers])

    def memory_needed(self, kept_layers: int) -> int:
        """Bytes of the two largest neighbouring layers, of the rows that are kept, and of the layout."""
        sizes = [self._sizes(layer).sum() for layer in self.layers]
        pairs = [one + other for one, other in pairwise(sizes)]
        return int(8 * (max(pairs, default=sizes[0]) + self.kept_numbers(kept_layers)) + 24 * self.layout.first.size)

    def room(self, layer: Ints) -> Floats:
        """Space for the rows of a layer; notes in the layout where each begins."""
        sizes = self._sizes(layer)
        ends = np.cumsum(sizes.reshape(-1)).reshape(sizes.shape)
        self.layout.offset[:, layer] = ends - sizes
        return np.empty(int(ends[-1, -1, -1]) + LANES)

    def _sizes(self, layer: Ints) -> NDArray[np.int64]:
        padded = self.lengths[:, layer].astype(np.int64) + 2 * LANES
        return np.where(self.layout.reached[:, layer], padded, 0)

    def _layout(self) -> Layout:
        arguments, start = self.arguments, self.start
        flags, count, _ = arguments.shape
        shape = (flags, count, self.rules.upper_cap + 1)
        least, most = np.full(shape, NOWHERE, np.int32), np.full(shape, -NOWHERE, np.int32)
        place = self.places.of(start.filled)
        total = max(start.upper, int(self.low[place]))
        least[int(start.bonus), place, total], most[int(start.bonus), place, total] = self.points
        order = np.concatenate(self.layers[:-1] or [np.zeros(0, np.int32)])
        common = (
            self.low,
            room_for_ways(self.rules),
            arguments.can_miss,
            arguments.rules,
            arguments.tables,
            arguments.groups,
        )
        spread_spans(least, most, order, *common)
        reached = least <= most
        rest = np.zeros((2, *shape), np.int32)
        rest[:, :, -1] = upper_bonuses(self.rules)
        bound_rest(*rest, reached, order[::-1].copy(), *common)
        first = np.maximum(least, self.utility.rises_at - rest[1])
        last = np.minimum(most, self.utility.level_at - rest[0] - 1)
        first = np.minimum(first, most + 1)  # a row that is all at the lower end has its padding above the points
        return Layout(reached, first, np.maximum(last, first - 1), np.zeros(shape, np.int64))


@dataclass
class Stage:
    """How far a solution has come: the rows of the last layer done, and those to be kept."""

    layer: int
    rows: Floats
    kept: list[Floats]


Fill = Callable[[Floats, Floats, Ints], None]
"""Fills rows of the first array, of some places, from the second one, which has the rows with one box more filled."""


def best_rows(plan: Plan) -> Fill:
    """Rows under the decisions that are best at each number of points: the greatest expected utility.

    A zero in a box that would pay something is not legal, but never better either as long as the utility never falls.
    """
    scratch = threading.local()
    zeros = plan.arguments.can_miss & plan.utility.never_falls

    def fill(before: Floats, after: Floats, places: Ints) -> None:
        if not hasattr(scratch, "rows"):
            scratch.rows = aligned(plan.tables.keeps * LANES)
        solve_rows(
            before, after, scratch.rows, places, plan.layout.reached, plan.layout.rows, plan.low,
            plan.utility.below, plan.utility.above, plan.rules.rolls, zeros,
            plan.arguments.rules, plan.arguments.tables, plan.arguments.groups,
        )  # fmt: skip

    return fill


def solve_curves(
    plan: Plan,
    *,
    kept_layers: int,
    fill: Fill | None = None,
    stage: Stage | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    after_layer: Callable[[Stage], None] | None = None,
) -> Curves:
    """Solve a plan, last layer first, and keep the rows of its first layers.

    `fill` computes rows, `best_rows` unless another is given. `after_layer` is given each stage that is reached; a
    stage of an earlier run is taken up again.
    """
    check_fits(plan.memory_needed(kept_layers), f"solving {plan.rules.name!r} over points")
    stage = stage or _end(plan, kept_layers)
    total = plan.total_work
    done = sum(plan.work(layer) for layer in plan.layers[stage.layer :])
    plan.room(plan.layers[stage.layer])  # so that the layout knows where its rows are
    compute = fill or best_rows(plan)
    with ThreadPoolExecutor(thread_count(threads)) as pool:
        for number in range(stage.layer - 1, -1, -1):
            layer, after = plan.layers[number], stage.rows
            before = plan.room(layer)

            def run(chunk: Ints, before: Floats = before, after: Floats = after) -> int:
                compute(before, after, chunk)
                return plan.work(chunk)

            for work in pool.map(run, np.split(layer, range(PLACES_PER_TASK, len(layer), PLACES_PER_TASK))):
                done += work
                if progress:
                    progress(done, total)
            kept = [_without_padding(plan, layer, before), *stage.kept] if number < kept_layers else stage.kept
            stage = Stage(number, before, kept)
            if after_layer:
                after_layer(stage)
    return _curves(plan, kept_layers, stage.kept)


def _end(plan: Plan, kept_layers: int) -> Stage:
    """The rows of the full card: W(end, x) = g(x + upper bonus)."""
    full = plan.layers[-1]
    rows, layout, utility = plan.room(full), plan.layout, plan.utility
    for flag, total in zip(*np.nonzero(layout.reached[:, full[0]]), strict=True):
        at = (flag, full[0], total)
        bonus = int(upper_bonuses(plan.rules)[total])
        begin, count = int(layout.offset[at]), int(plan.lengths[at])
        points = np.arange(layout.first[at], layout.last[at] + 1) + bonus
        rows[begin + LANES : begin + LANES + count] = utility.at(points)
        pad_row(rows, begin, count, utility.below, utility.above)
    number = len(plan.layers) - 1
    return Stage(number, rows, [_without_padding(plan, full, rows)] if number < kept_layers else [])


def _without_padding(plan: Plan, layer: Ints, rows: Floats) -> Floats:
    """The rows of a layer one after the other, in the order of `pack`."""
    flag, place, total = _states(plan, layer)
    begins = plan.layout.offset[flag, place, total] + LANES
    counts = plan.lengths[flag, place, total]
    ends = np.cumsum(counts)
    return rows[np.repeat(begins - (ends - counts), counts) + np.arange(int(counts.sum()))]


def _states(plan: Plan, layer: Ints) -> tuple[Ints, Ints, Ints]:
    """Flag, place and upper total of every state of a layer that has a row, in the order of `pack`."""
    index, flag, total = np.nonzero(plan.layout.reached[:, layer].transpose(1, 0, 2))
    return flag.astype(np.int32), layer[index], total.astype(np.int32)


def _curves(plan: Plan, kept_layers: int, kept: list[Floats]) -> Curves:
    layers = plan.layers[:kept_layers]
    parts = zip(*(_states(plan, layer) for layer in layers), strict=True)
    flag, place, total = map(np.concatenate, parts)
    keys = pack(plan.rules, flag, place, total)
    first, counts = plan.layout.first[flag, place, total], plan.lengths[flag, place, total]
    begins = np.concatenate([[0], np.cumsum(counts)])
    order = np.argsort(keys)
    utility = plan.utility
    return Curves(
        plan.rules, keys[order], first[order], counts[order], begins[order], np.concatenate(kept),
        utility.below, utility.above,
    )  # fmt: skip
