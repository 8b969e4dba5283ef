"""The Q-table of study 003: swept with sampled rolls until it is near the exact values, for any rules.

It sweeps all states rather than learning from play; the equations and how they are read are in `kernels.qtable`.
"""

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Singles
from fivedice.errors import LearningError
from fivedice.kernels.lanes import SINGLE_LANES, aligned
from fivedice.kernels.qtable import greedy, sweep
from fivedice.kernels.threads import thread_count
from fivedice.progress import Progress
from fivedice.rules import Dice, Rules
from fivedice.solver.exact import check_computable, check_fits
from fivedice.solver.places import places_of
from fivedice.solver.tables import Tables, compile_rules, upper_bonuses, upper_ranges
from fivedice.strategies.policy import kernel_view
from fivedice.strategies.trained import Trained
from fivedice.strategies.trained_q import KIND, code_type, keep_lists, state_numbers

Blocks = NDArray[np.int64]

EPOCHS, BATCH, DECAY = 500, 16, 0.99
BLOCKS_PER_TASK = 32
MOST = 2**32 - 1
"""The greatest word of the random generator's counter or key."""


class QTable:
    """Q of every state of the card and of the dice inside its turn, all 0 before the first sweep.

    table : float32[places · entries · lanes], start : float32[flags · places · stride]; see `kernels.qtable`
    """

    def __init__(self, rules: Rules, batch: int = BATCH, decay: float = DECAY, seed: int = 1) -> None:
        self.rules, self.batch, self.decay, self.seed = rules, batch, decay, seed
        self.epochs, self.seconds, self.interrupted = 0, 0.0, False
        check_computable(rules)
        if rules.has_served:
            raise LearningError(
                f"a Q-table cannot learn {rules.name!r}: a box pays otherwise for the first throw, which the table "
                "does not distinguish from later ones; train value networks instead."
            )
        check_fits(memory_needed(rules), f"a Q-table of {rules.name!r}")
        self._tables, arguments = kernel_view(rules)
        flags, count, _ = arguments.shape
        stride = rules.upper_cap + int(self._tables.points[self._tables.upper].max(initial=0)) + SINGLE_LANES + 1
        self._shape = (flags, count, stride)
        self._rules = arguments.rules._replace(stride=stride, flag_stride=count * stride if flags == 2 else 0)
        self._arrays = arguments.tables
        self._follow, self._follow_start, self._limits = rolls_that_follow(self._tables)
        self.blocks = blocks_of(rules)
        self.table: Singles = aligned(len(self.blocks) * entries_of(rules) * SINGLE_LANES, np.float32)
        self.table[:] = 0.0
        self.start, self._before = (np.zeros(flags * count * stride, np.float32) for _ in range(2))
        for one in (self.start, self._before):
            one.reshape(self._shape)[:, -1] = np.pad(
                upper_bonuses(rules), (0, stride - rules.upper_cap - 1), mode="edge"
            )

    @property
    def values(self) -> Singles:
        """float32[flags, places, upper totals], Q of the states between turns."""
        return self.start.reshape(self._shape)[:, :, : self.rules.upper_cap + 1]

    @property
    def value(self) -> float:
        """Q of the start of a game: the table's estimate, not the mean score of its player."""
        return float(self.start[0])

    @property
    def rate(self) -> float:
        """The learning rate of the next epoch."""
        return self.decay**self.epochs

    @property
    def bytes(self) -> int:
        """Memory of the table."""
        return self.table.nbytes + self.start.nbytes + self._before.nbytes

    def sweep(self, pool: Executor) -> None:
        """One epoch: every entry is blended with its new value."""
        began = time.perf_counter()
        self._before, self.start = self.start, self._before
        list(pool.map(self._sweep, _chunks(self.blocks)))
        self.epochs += 1
        self.seconds += time.perf_counter() - began

    def compile(self) -> None:
        """Compile or load the kernel, so that `seconds` is the time of sweeping."""
        self._sweep(self.blocks[:0])

    def _sweep(self, blocks: Blocks) -> None:
        sweep(
            self.table, self.start, self._before, blocks, np.float32(self.rate), self.epochs, self.seed, self.batch,
            self.rules.rolls, self.rules.upper_cap, self._rules, self._arrays,
            self._follow, self._follow_start, self._limits,
        )  # fmt: skip

    def trained(self) -> Trained:
        """The player that maximises Q, as data: its decision in every turn that a game can reach."""
        rules, tables = self.rules, self._tables
        number = state_numbers(rules)
        parts, part_start = keep_lists(rules)
        states = int(number.max()) + 1
        keeps = np.zeros((rules.rolls - 1, tables.rolls, states), code_type(rules))
        boxes = np.zeros((tables.rolls, states), np.uint8)

        def run(blocks: Blocks) -> None:
            greedy(
                keeps, boxes, self.table, self.start, blocks, number, rules.rolls,
                self._rules, self._arrays, parts, part_start, tables.inner,
            )  # fmt: skip

        with ThreadPoolExecutor(thread_count()) as pool:
            list(pool.map(run, _chunks(self.blocks)))
        training: dict[str, Any] = {
            "epochs": self.epochs, "batch": self.batch, "decay": self.decay, "seed": self.seed,
            "seconds": round(self.seconds, 3), "table_bytes": self.bytes, "states": states,
            "value_believed": self.value, "interrupted": self.interrupted,
        }  # fmt: skip
        return Trained(KIND, rules, {"keeps": keeps, "boxes": boxes}, training)


def train_q(
    rules: Rules,
    *,
    epochs: int = EPOCHS,
    batch: int = BATCH,
    decay: float = DECAY,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    on_epoch: Callable[[QTable], None] | None = None,
) -> QTable:
    """Sweep a Q-table, with a learning rate of 1 that shrinks by `decay` from epoch to epoch.

    The numbers depend on the seed alone, not on the threads. Ctrl-C completes the current epoch and returns the
    table, marked as `interrupted`. `on_epoch` is called with the table after each epoch.
    """
    check_recipe(epochs, batch, decay, seed)
    if progress:
        progress(0, epochs)
    found = QTable(rules, batch, decay, seed)
    found.compile()
    under_way: Future[None] | None = None
    with ThreadPoolExecutor(1) as conductor, ThreadPoolExecutor(thread_count(threads)) as pool:
        try:
            while found.epochs < epochs:
                # In its own thread, so that Ctrl-C, which only the main thread receives, never interrupts an epoch.
                under_way = conductor.submit(found.sweep, pool)
                under_way.result()
                if progress:
                    progress(found.epochs, epochs)
                if on_epoch:
                    on_epoch(found)
        except KeyboardInterrupt:
            if under_way:
                under_way.result()
            found.interrupted = True
    return found


def check_recipe(epochs: int, batch: int, decay: float, seed: int) -> None:
    """Refuse numbers out of range."""
    for name, value, least, most in (("epochs", epochs, 1, MOST), ("batch", batch, 1, MOST), ("seed", seed, 0, MOST)):
        if not least <= value <= most:
            raise LearningError(f"{name}={value} is not allowed; it must be from {least} to {most}.")
    if not 0 < decay <= 1:
        raise LearningError(f"decay={decay:g} is not allowed; it must be above 0 and at most 1.")


def entries_of(rules: Rules) -> int:
    """Entries of a state inside its turn, without Q of the state itself."""
    rolls, keeps = rules.dice_set.roll_count, rules.dice_set.keep_count
    return rules.rolls * rolls + (rules.rolls - 1) * (keeps - rolls)


def memory_needed(rules: Rules) -> int:
    """Bytes of a Q-table and of the arrays that sweeps read."""
    sizes = range(rules.dice)
    follow: int = sum(Dice(size, rules.faces).roll_count * rules.faces ** (rules.dice - size) for size in sizes)
    flags = 2 if rules.yahtzee_bonus else 1
    starts = 2 * flags * places_of(rules).count * (rules.upper_cap + SINGLE_LANES + rules.greatest_upper_total)
    return 4 * (starts + len(blocks_of(rules)) * entries_of(rules) * SINGLE_LANES) + 2 * follow


def blocks_of(rules: Rules) -> Blocks:
    """int64[.., 4]: place, flag, first of a vector of upper totals, place in the table."""
    every_place = np.sort(np.concatenate(places_of(rules).layers()[:-1])).astype(np.int64)
    filled = places_of(rules).filled
    counts = upper_ranges(rules, compile_rules(rules))[1] // SINGLE_LANES + 1
    found = []
    for flag in range(2 if rules.yahtzee_bonus else 1):
        some = every_place
        if flag and rules.yahtzee is not None:
            some = some[filled[some] >> rules.yahtzee & 1 == 1]
        place = np.repeat(some, counts[some])
        first = np.arange(len(place)) - np.repeat(np.cumsum(counts[some]) - counts[some], counts[some])
        found.append(np.stack([place, np.full_like(place, flag), first * SINGLE_LANES], axis=1))
    every = np.concatenate(found)
    return np.concatenate([every, np.arange(len(every))[:, None]], axis=1).astype(np.int64)


def rolls_that_follow(tables: Tables) -> tuple[NDArray[np.uint16], NDArray[np.int64], NDArray[np.uint64] | None]:
    """For each inner keep the roll of every way that its other dice can fall, see `kernels.qtable.sample`.

    For dice that are not fair also the cumulative probabilities of these ways, times 2³².
    """
    found, limits = [], []
    for keep in range(tables.inner):
        rows, chances = np.array([keep]), np.ones(1)
        while rows[0] < tables.inner:
            rows = tables.extend[rows].reshape(-1)
            chances = (chances[:, None] * tables.chances).reshape(-1)
        found.append((rows - tables.inner).astype(np.uint16))
        limits.append(np.rint(np.cumsum(chances) / chances.sum() * 2**32).astype(np.uint64))
    fair = tables.weights is None
    return np.concatenate(found), np.cumsum([0, *map(len, found)]), None if fair else np.concatenate(limits)


def _chunks(blocks: Blocks) -> list[Blocks]:
    return np.split(blocks, range(BLOCKS_PER_TASK, len(blocks), BLOCKS_PER_TASK))
