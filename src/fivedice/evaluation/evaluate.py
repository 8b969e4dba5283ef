"""Exact evaluation: what a policy scores, without sampling error, by a forward walk over the states it reaches."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.outcomes import TurnOutcomes
from fivedice.kernels.distribution import pull_states
from fivedice.kernels.threads import thread_count
from fivedice.progress import Progress
from fivedice.rules import State
from fivedice.solver.exact import check_fits
from fivedice.solver.tables import upper_ranges
from fivedice.strategies.policy import AskingPolicy, Policy, TablePolicy, ValuePolicy, view_for
from fivedice.strategies.tabulate import tabulated

MASKS_PER_TASK = 8


@dataclass(frozen=True)
class Evaluation:
    """What a policy scores from a state on: the points still to come, the upper bonus included."""

    score: Distribution
    p_upper_bonus: float
    categories: dict[str, float]
    yahtzees: float
    yahtzee_bonuses: float


def evaluate(
    policy: Policy, start: State | None = None, *, threads: int | None = None, progress: Progress | None = None
) -> Evaluation:
    """Everything about the score that the policy earns from a state on (the start of a game unless one is given)."""
    rules, begin = policy.rules, start or State()
    if isinstance(policy, AskingPolicy):
        policy = tabulated(policy, begin, progress=progress)
    walk = _Walk(policy, begin)
    workers = thread_count(threads)
    with ThreadPoolExecutor(workers) as pool:
        for turn in range(begin.turns_played, rules.turns):
            walk.step(turn, lambda task, chunks: list(pool.map(task, chunks)))
            if progress:
                progress(turn + 1 - begin.turns_played, rules.turns - begin.turns_played)
    return walk.result()


class _Walk:
    """The forward walk: the rows of one layer of states, and sums over the outcomes met so far."""

    def __init__(self, policy: TablePolicy | ValuePolicy, start: State) -> None:
        self.policy, self.start, self.rules = policy, start, policy.rules
        self.tables, self.arguments = view_for(policy)
        self.flags, count, _ = self.arguments.shape
        masks = np.arange(count, dtype=np.int32)
        self.masks = masks[masks & start.filled == start.filled]
        low, held = upper_ranges(self.rules, self.tables)
        gained = held[masks & ~start.filled]  # capped, so that their sum with the start's total may be capped again
        self.high = np.minimum(start.upper + gained, self.rules.upper_cap).astype(np.int32)
        self.turns = TurnOutcomes(policy, np.minimum(low, self.high), self.high)
        self.slots = self.turns.slots
        self.filled_count = np.bitwise_count(self.masks)
        self.width = self._widths()
        self.offset = np.zeros((self.flags, count), np.int64)
        check_fits(self._memory_needed(), f"evaluating {self.rules.name!r} exactly")
        self.rows = self._room(self._layer(start.turns_played))
        at = self.offset[int(start.bonus), start.filled] + start.upper * self.width[int(start.bonus), start.filled]
        self.rows[at] = 1.0
        self.mass = np.zeros((self.flags, count, self.rules.upper_cap + 1))
        self.mass[int(start.bonus), start.filled, start.upper] = 1.0
        self.slot_sums = np.zeros(2 * self.slots.count)

    def _layer(self, turns: int) -> Ints:
        return np.asarray(self.masks[self.filled_count == turns])

    def _widths(self) -> NDArray[np.int64]:
        """Length of the rows of each mask and flag: one more than the points that can lie beyond the upper total."""
        new = np.arange(self.arguments.shape[1]) & ~self.start.filled
        boxes = [new >> box & 1 for box in range(self.rules.turns)]
        most = np.maximum(self.tables.points.max(axis=1), self.tables.joker_points.max(axis=1))
        lower = sum(bits * (0 if self.tables.upper[box] else most[box]) for box, bits in enumerate(boxes))
        upper = sum(bits * (most[box] if self.tables.upper[box] else 0) for box, bits in enumerate(boxes))
        beyond = np.maximum(upper + self.start.upper - self.rules.upper_cap, 0)
        plain = np.asarray(lower + beyond + 1)
        bonuses = (
            np.maximum(np.bitwise_count(new).astype(np.int64) - (not self.start.bonus), 0) * self.rules.yahtzee_bonus
        )
        return np.stack([plain, plain + bonuses][: self.flags]).astype(np.int64)

    def _memory_needed(self) -> int:
        """Bytes of the largest layer's outcomes, and of its rows beside those of the next layer."""
        sizes = self.width[:, self.masks].sum(axis=0) * (self.high[self.masks] + 1)
        rows = np.bincount(self.filled_count, sizes, minlength=self.rules.turns + 2)
        masks = np.bincount(self.filled_count, minlength=self.rules.turns + 2)
        totals = 1 if isinstance(self.policy, TablePolicy) else self.rules.upper_cap + 1
        outcomes = masks * self.flags**2 * self.slots.count * totals
        return int(8 * (rows[:-1] + rows[1:] + outcomes[:-1]).max())

    def _room(self, layer: Ints) -> Floats:
        """Zeros for the rows of a layer; notes in `offset` where each mask and flag begins."""
        sizes = self.width[:, layer] * (self.high[layer] + 1)
        ends = np.cumsum(sizes.reshape(-1)).reshape(sizes.shape)
        self.offset[:, layer] = ends - sizes
        return np.zeros(int(ends[-1, -1]))

    def step(self, turn: int, run: Callable[[Callable[[Ints], None], list[Ints]], object]) -> None:
        """Go from the states after `turn` turns to those after one more."""
        layer, following = self._layer(turn), self._layer(turn + 1)
        place = self._places(layer)
        outcomes = self.turns.room(int(place.max()) + 1)
        run(lambda chunk: self.turns.fill(outcomes, place, chunk), _chunks(layer))
        self._add_up(outcomes, place)
        before, slots = self.rows, self.slots
        after = self._room(following)

        def pull(chunk: Ints) -> None:
            pull_states(
                after, self.mass, before, chunk, self.offset, self.width, self.high,
                outcomes, place, self.turns.per_upper, self.rules.upper_cap, self.rules.yahtzee_bonus,
                slots.count, slots.box_slots, slots.points, slots.earns,
                self.tables.upper,
            )  # fmt: skip

        run(pull, _chunks(following))
        self.rows = after

    def _places(self, layer: Ints) -> NDArray[np.int64]:
        """Index of the outcomes of each mask and flag that occurs in a layer, else −1."""
        occurs = self.mass[:, layer].any(axis=2)
        place = np.full(self.offset.shape, -1, np.int64)
        place[:, layer] = np.where(occurs, np.cumsum(occurs).reshape(occurs.shape) - 1, -1)
        return place

    def _add_up(self, outcomes: Floats, place: NDArray[np.int64]) -> None:
        """Add the probability of each slot in this turn to the sums over all turns."""
        mass = self.mass[place >= 0]
        if outcomes.shape[2] == 1:
            mass = mass.sum(axis=1, keepdims=True)
        expected = np.einsum("pst,pt->s", outcomes, mass)
        self.slot_sums[: len(expected)] += expected

    def result(self) -> Evaluation:
        """The evaluation, once the last turn is played."""
        rules, slots, full = self.rules, self.slots, (1 << self.rules.turns) - 1
        size = int(self.width[:, full].max()) + rules.upper_cap + rules.upper_bonus + 1
        probability, p_bonus = np.zeros(size), 0.0
        for flag in range(self.flags):
            begin, width = self.offset[flag, full], int(self.width[flag, full])
            for total in range(self.start.upper, int(self.high[full]) + 1):
                row = self.rows[begin + total * width : begin + (total + 1) * width]
                earned = rules.upper_bonus if total >= rules.upper_cap else 0
                first = total - self.start.upper + earned
                probability[first : first + width] += row
                p_bonus += float(row.sum()) if earned else 0.0
        sums = self.slot_sums[: slots.count] + self.slot_sums[slots.count :]
        points = [
            float(sums[a:b] @ slots.points[a:b]) for a, b in zip(slots.box_slots, slots.box_slots[1:], strict=False)
        ]
        bonuses = float(self.slot_sums[slots.count :].sum())
        return Evaluation(
            Distribution.of(probability),
            p_bonus,
            {category.name: mean for category, mean in zip(rules.categories, points, strict=True)},
            float(sums[slots.earns].sum()) + bonuses,
            bonuses,
        )


def _chunks(masks: Ints) -> list[Ints]:
    return np.split(masks, range(MASKS_PER_TASK, len(masks), MASKS_PER_TASK))
