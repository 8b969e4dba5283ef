"""Exact evaluation: what a policy scores, without sampling error, by a forward walk over the states it reaches."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from mmap import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints, Longs
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.outcomes import TurnOutcomes
from fivedice.kernels.distribution import pull_states, trim_rows
from fivedice.kernels.threads import thread_count
from fivedice.progress import Progress
from fivedice.rules import State
from fivedice.solver.exact import check_fits
from fivedice.solver.places import places_of
from fivedice.solver.tables import upper_bonuses, upper_ranges
from fivedice.strategies.choices import tabulated
from fivedice.strategies.policy import AskingPolicy, Policy, TablePolicy, ValuePolicy, in_memory, view_for

PLACES_PER_BLOCK, PLACES_PER_TASK = 24, 8

Run = Callable[[Callable[[Any], Any], list[Any]], list[Any]]
"""Calls a function with each of several things, on all cores."""


@dataclass(frozen=True)
class Evaluation:
    """What a policy scores from a state on: the points still to come, the upper bonus included.

    p_upper_bonus, upper_bonus : the probability that one is paid, and its mean
    categories, zeros          : mean points of each box, and the probability that it is filled with none
    """

    score: Distribution
    p_upper_bonus: float
    upper_bonus: float
    categories: dict[str, float]
    yahtzees: float
    yahtzee_bonuses: float
    zeros: dict[str, float]


def evaluate(
    policy: Policy, start: State | None = None, *, threads: int | None = None, progress: Progress | None = None
) -> Evaluation:
    """Everything about the score that the policy earns from a state on (the start of a game unless one is given)."""
    rules, begin = policy.rules, start or State()
    if isinstance(policy, AskingPolicy):
        policy = tabulated(policy, begin, progress=progress)
    found = in_memory(policy)
    turns = rules.turns - begin.turns_played
    with ThreadPoolExecutor(thread_count(threads)) as pool:
        walk = _Walk(found, begin, lambda task, parts: list(pool.map(task, parts)))
        for turn in range(turns):
            walk.step(turn)
            if progress:
                progress(turn + 1, turns)
    return walk.result()


@dataclass(frozen=True, eq=False)
class _Block:
    """The rows of some places of a layer, trimmed; a row for each flag and place, see `kernels.distribution`.

    rows                : float64[...], the numbers of all rows
    begin, first, count : int32[flags · places, totals], where a row begins, its first x, and its length
    mass                : float64[flags · places, totals], the probability of each state
    """

    places: Ints
    rows: Floats
    begin: Ints
    first: Ints
    count: Ints
    mass: Floats


class _Walk:
    """The forward walk: the rows of one layer of states, and sums over the outcomes met so far.

    A layer is a list of blocks, those with the first boxes filled first: the first blocks of the next layer are then
    complete early, and little more than the rows of one layer is held at any time.
    """

    def __init__(self, policy: TablePolicy | ValuePolicy, start: State, run: Run) -> None:
        self.policy, self.start, self.rules, self.run = policy, start, policy.rules, run
        self.tables, self.arguments = view_for(policy)
        self.flags, count, _ = self.arguments.shape
        places = places_of(self.rules)
        self.filled, self.steps, self.here = places.filled, places.step, places.of(start.filled)
        self.layers = [self._first_boxes_first(layer) for layer in places.layers(start.filled)]
        low, _ = upper_ranges(self.rules, self.tables)
        self.lower_most, self.upper_most = self._gains()
        self.high = np.minimum(start.upper + self.upper_most, self.rules.upper_cap).astype(np.int32)
        looks = isinstance(policy, TablePolicy) and policy.boxes.shape[2] > 1  # even where the bonus is out of reach
        self.low = np.minimum(low, 0 if looks else self.high).astype(np.int32)
        self.turns = TurnOutcomes(policy, self.low, self.high)
        self.slots = self.turns.slots
        self.before = np.maximum(self.low - start.upper, 0)
        self.width, self.beyond = self._widths()
        self.offset = np.zeros((self.flags, count), np.int64)
        check_fits(self._memory_needed(), f"evaluating {self.rules.name!r} exactly")
        first = self.layers[0]
        self.written = np.empty((self.flags, count, self.rules.upper_cap + 1, 2), np.int32)
        rows, flag = self._room(first), int(start.bonus)
        at = self.offset[flag, self.here] + self._row(start.upper, flag, self.here)
        rows[at], self.written[flag, self.here, start.upper] = 1.0, (at, at + 1)
        self.blocks = [self._trimmed(first, rows)]
        self.slot_sums = np.zeros(2 * self.slots.count)

    def _gains(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """int64[places] each, the most that the lower and the upper boxes filled since the start can hold."""
        new = self.filled & ~self.start.filled
        most = np.maximum(self.tables.points.max(axis=1), self.tables.joker_points.max(axis=1)).astype(np.int64)
        lower, upper = np.zeros((2, len(new)), np.int64)
        for box, held in enumerate(most):
            gained = upper if self.tables.upper[box] else lower
            gained += (new >> box & 1) * held
        return lower, upper

    def _widths(self) -> tuple[NDArray[np.int64], Ints]:
        """Length of the rows of each place and flag, and how much longer that of the cap is."""
        beyond = np.maximum(self.upper_most + self.start.upper - self.rules.upper_cap, 0).astype(np.int32)
        bonuses = np.bitwise_count(self.filled & ~self.start.filled).astype(np.int64) - (not self.start.bonus)
        plain = self.lower_most + 1
        more = np.maximum(bonuses, 0) * self.rules.yahtzee_bonus
        return np.stack([plain, plain + more][: self.flags]).astype(np.int64), beyond

    def _memory_needed(self) -> int:
        """Bytes of the rows of the largest layer, and as much as a quarter of them for the layer that follows."""
        return max(10 * int(self._sizes(layer).sum()) for layer in self.layers)

    def _sizes(self, places: Ints) -> NDArray[np.int64]:
        """int64[flags, places], numbers in the rows of each place and flag."""
        ends = self.before[places] + self.beyond[places]
        return np.asarray(self.width[:, places] * (self.high[places] - self.low[places] + 1) + ends)

    def _row(self, total: int, flag: int, place: int) -> int:
        """Where the row of an upper total lies after that of the least."""
        return int((total - self.low[place]) * self.width[flag, place])

    def _room(self, places: Ints) -> Floats:
        """Zeros for the rows of a block; notes in `offset` where each place and flag begins."""
        sizes = self._sizes(places)
        ends = np.cumsum(sizes.reshape(-1)).reshape(sizes.shape)
        self.offset[:, places] = ends - sizes + self.before[places]
        self.written[:, places] = ends[-1, -1], 0
        return _zeros(int(ends[-1, -1]))

    def _trimmed(self, places: Ints, rows: Floats) -> _Block:
        """A block of rows that are complete."""
        shape = (self.flags * len(places), self.rules.upper_cap + 1)
        begin, first, count = np.zeros((3, *shape), np.int32)
        mass = np.zeros(shape)
        used = trim_rows(
            rows, places, self.offset, self.width, self.low, self.high, self.written, begin, first, count, mass
        )  # fmt: skip
        kept = _zeros(used)
        kept[:used] = rows[:used]
        return _Block(places, kept, begin, first, count, mass)

    def step(self, turn: int) -> None:
        """Go from the states after `turn` turns to those after one more; rows that were read are dropped."""
        following = _split(self.layers[turn + 1], PLACES_PER_BLOCK)
        read, written = (self._numbers(places) for places in ([one.places for one in self.blocks], following))
        last = [read[self._neighbours(places, -self.steps)].max() for places in following]
        filling: dict[int, Floats] = {}
        complete: dict[int, _Block] = {}
        self.blocks.reverse()
        for number in range(len(self.blocks)):
            block = self.blocks.pop()
            children = np.unique(self._neighbours(block.places, self.steps)).astype(np.int32)
            children = children[written[children] >= 0]
            fed = [int(one) for one in np.unique(written[children])]
            for one in fed:
                if one not in filling:
                    filling[one] = self._room(following[one])
            self._pull(block, [(filling[one], children[written[children] == one]) for one in fed])
            ready = [one for one in fed if last[one] == number]
            trimmed = self.run(lambda one: self._trimmed(following[one], filling.pop(one)), ready)
            complete.update(zip(ready, trimmed, strict=True))
        self.blocks = [complete[one] for one in range(len(following))]

    def _neighbours(self, places: Ints, steps: Longs) -> Longs:
        """Places one box further or back; some of them hold other boxes than play would lead to."""
        found = (places[:, None] + steps).reshape(-1)
        return found[(found >= 0) & (found < len(self.filled))]

    def _first_boxes_first(self, places: Ints) -> Ints:
        """In the order in which those with the first box filled come first, among equals the second, and so on."""
        filled, boxes = self.filled[places], self.rules.turns
        reversed_bits = sum((filled >> box & 1) << (boxes - 1 - box) for box in range(boxes))
        return places[np.argsort(-reversed_bits)]

    def _numbers(self, blocks: list[Ints]) -> Ints:
        """int32[places], the number of the block of each place, −1 for one that is in none."""
        numbers = np.full(self.offset.shape[1], -1, np.int32)
        for number, places in enumerate(blocks):
            numbers[places] = number
        return numbers

    def _pull(self, block: _Block, targets: list[tuple[Floats, Ints]]) -> None:
        """Add to rows of the next layer what those of a block give them."""
        slots = self.slots
        index = np.full(self.offset.shape, -1, np.int64)
        occurs = block.mass.any(axis=1)
        index[:, block.places] = np.where(occurs, np.arange(occurs.size), -1).reshape(self.flags, -1)
        outcomes = self.turns.room(occurs.size)
        self.run(lambda some: self.turns.fill(outcomes, index, some), _split(block.places, PLACES_PER_TASK))
        mass = block.mass if self.turns.per_upper else block.mass.sum(axis=1, keepdims=True)
        expected = np.einsum("pst,pt->s", outcomes, mass)
        self.slot_sums[: len(expected)] += expected

        def pull(task: tuple[Floats, Ints]) -> None:
            after, places = task
            pull_states(
                after, places, self.offset, self.width, self.low, self.written,
                block.rows, index, block.begin, block.first, block.count,
                outcomes, self.turns.per_upper, self.rules.upper_cap, self.rules.yahtzee_bonus,
                slots.count, slots.box_slots, slots.points, slots.earns, self.arguments.tables,
            )  # fmt: skip

        self.run(pull, [(after, some) for after, places in targets for some in _split(places, PLACES_PER_TASK)])

    def result(self) -> Evaluation:
        """The evaluation, once the last turn is played."""
        rules, slots, (block,) = self.rules, self.slots, self.blocks
        bonuses = upper_bonuses(rules)
        size = int(self.width[:, -1].max() + self.beyond[-1]) + rules.upper_cap + int(bonuses[-1]) + 1
        probability, p_bonus, mean_bonus = np.zeros(size), 0.0, 0.0
        for flag, total in zip(*np.nonzero(block.count), strict=True):
            begin, count = block.begin[flag, total], block.count[flag, total]
            earned = int(bonuses[total])
            first = block.first[flag, total] + total - self.start.upper + earned
            probability[first : first + count] += block.rows[begin : begin + count]
            p_bonus += float(block.mass[flag, total]) if earned else 0.0
            mean_bonus += float(block.mass[flag, total]) * earned
        sums = self.slot_sums[: slots.count] + self.slot_sums[slots.count :]
        boxes = list(pairwise(slots.box_slots))
        points = [float(sums[a:b] @ slots.points[a:b]) for a, b in boxes]
        zeros = [float(sums[a:b][slots.points[a:b] == 0].sum()) for a, b in boxes]
        yahtzee_bonuses = float(self.slot_sums[slots.count :].sum())
        return Evaluation(
            Distribution.of(probability),
            p_bonus,
            mean_bonus,
            dict(zip(rules.index, points, strict=True)),
            float(sums[slots.earns].sum()) + yahtzee_bonuses,
            yahtzee_bonuses,
            dict(zip(rules.index, zeros, strict=True)),
        )


def _zeros(count: int) -> Floats:
    """Zeros in memory of their own: it goes back to the system once they are dropped, and leaves no gaps."""
    return np.frombuffer(mmap(-1, 8 * max(count, 1)), np.float64)


def _split(places: Ints, size: int) -> list[Ints]:
    return [places[begin : begin + size] for begin in range(0, len(places), size)]
