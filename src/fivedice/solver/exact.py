"""The exact solver: backward induction, one layer of filled categories at a time, places in parallel.

    V(s) = E max over decisions of  points + V(next state),   V(full card) = the upper bonus of its upper total.

This module prepares arrays, shares the places out among threads and gathers the result; the equations live in
`fivedice.kernels.backward`, their slow twin in `fivedice.solver.reference`.
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints
from fivedice.errors import TooLarge
from fivedice.kernels.arguments import Arrays, CardBoxes, Numbers, Payouts
from fivedice.kernels.backward import Scratch, solve_places
from fivedice.kernels.choices import Candidates, room_for_choices
from fivedice.kernels.compiling import tell_compiling
from fivedice.kernels.joker import JOKER_FORCED, JOKER_FREE, JOKER_NONE
from fivedice.kernels.lanes import LANES, aligned
from fivedice.kernels.restricted import solve_candidates
from fivedice.kernels.threads import thread_count
from fivedice.progress import Progress, note_compiling
from fivedice.rules import Category, Rules
from fivedice.rules.checks import greatest_points
from fivedice.rules.pattern import Anything
from fivedice.solver.places import places_of
from fivedice.solver.scale import POINTS, Scale
from fivedice.solver.solution import MEAN, Solution
from fivedice.solver.tables import Tables, check_states, check_unsaved, compile_rules, upper_bonuses, upper_ranges

tell_compiling(note_compiling)  # everything that compiles kernels imports this module

JOKER_CODES = {"none": JOKER_NONE, "free": JOKER_FREE, "forced": JOKER_FORCED}
PLACES_PER_TASK = 32
EMPTY = np.zeros(0, np.int64)
WARM_UP = Rules("warm-up", (Category("chance", Anything(), "sum"),), dice=1, faces=2, rolls=1)


@dataclass(frozen=True)
class KernelArguments:
    """Rules and their tables as the kernels take them.

    can_miss : bool[categories], whether some roll that is not one of `equal_rolls` scores zero in the box
    shape    : of an array of values: flags, places, padded upper totals
    """

    rules: Numbers
    tables: Arrays
    groups: Payouts
    can_miss: NDArray[np.bool_]
    shape: tuple[int, int, int]


def solve(
    rules: Rules,
    *,
    scale: Scale = POINTS,
    candidates: Candidates | None = None,
    objective: str = MEAN,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Solve the rules for the greatest mean score, or the utility that a scale says, in memory.

    A player may be restricted to candidates. `solver.cache` remembers solutions on disk.
    """
    check_memory(rules)
    places = places_of(rules)
    if progress:
        progress(0, places.count)
    if rules != WARM_UP:
        solve(WARM_UP, threads=1)  # so that `seconds` is the time of solving, not of compiling or loading kernels
    began = time.perf_counter()
    tables = compile_rules(rules)
    arguments = kernel_arguments(rules, tables, scale)
    values = np.full(arguments.shape, scale.of(0.0))
    values[:, -1] = at_end(rules, arguments, scale)
    low, high = upper_ranges(rules, tables)
    flat, done = values.reshape(-1), 1
    workers = thread_count(threads)
    with ThreadPoolExecutor(workers) as pool:
        free = [scratch_for(arguments) for _ in range(workers)]

        def run(chunk: Ints) -> None:
            if candidates is not None:
                room = room_for_choices(rules.rolls - 1, tables.rolls, tables.keeps)
                solve_candidates(
                    flat, chunk, low, high, rules.upper_cap, room,
                    arguments.rules, arguments.tables, candidates,
                )  # fmt: skip
                return
            scratch = free.pop()
            solve_places(
                flat, scratch, chunk, low, high, rules.upper_cap, rules.rolls,
                arguments.rules, arguments.tables, arguments.groups,
            )  # fmt: skip
            free.append(scratch)

        for layer in reversed(places.layers()[:-1]):
            list(pool.map(run, np.split(layer, range(PLACES_PER_TASK, len(layer), PLACES_PER_TASK))))
            done += len(layer)
            if progress:
                progress(done, places.count)
    kept = np.ascontiguousarray(values[:, :, : rules.upper_cap + 1])
    return Solution(rules, kept, None, time.perf_counter() - began, objective, scale=scale)


def at_end(rules: Rules, arguments: KernelArguments, scale: Scale = POINTS) -> Floats:
    """float64[padded upper totals], the values of the full card."""
    bonuses = np.pad(upper_bonuses(rules), (0, arguments.shape[2] - rules.upper_cap - 1), mode="edge")
    return np.array([scale.of(float(bonus)) for bonus in bonuses])


def room_for_ways(rules: Rules) -> NDArray[np.int64]:
    """int64[.., 4], room for every way to fill a box in one state, see `kernels.spans`."""
    return np.empty((2 * rules.turns * (compile_rules(rules).rolls + 1), 4), np.int64)


def kernel_arguments(
    rules: Rules, tables: Tables, scale: Scale = POINTS, *, misses: bool = False, places_listed: bool = True
) -> KernelArguments:
    """Group the tables as the kernels want them; rolls that a box pays equally form one group.

    Rolls that a box pays nothing for form a group with `misses` only. Kernels of `batches` and `saved` need no list of
    places, which may be longer than fits in memory.
    """
    count, places = rules.turns, places_of(rules)
    flags = 2 if rules.yahtzee_bonus else 1
    most = int(tables.points[tables.upper].max(initial=0))
    shape = (flags, places.count, rules.upper_cap + most + LANES)
    everything = (1 << count) - 1
    numbers = Numbers(
        stride=shape[2],
        flag_stride=shape[1] * shape[2] if flags == 2 else 0,
        yahtzee=-1 if rules.yahtzee is None else rules.yahtzee,
        yahtzees=sum(1 << box for box in rules.yahtzees),
        joker=JOKER_CODES[rules.joker],
        bonus=rules.yahtzee_bonus,
        lower=everything & ~sum(1 << box for box in rules.upper),
        everything=everything,
    )
    tracks = places_listed and not places.are_masks
    has_jokers = rules.yahtzee_bonus > 0 or rules.joker != "none"
    special = (tables.equal_face > 0) & has_jokers
    ordinary = np.flatnonzero(~special)
    box_start, group_points, group_rolls = [0], [], []
    for box in range(count):
        paid = tables.points[box, ordinary]
        for points in np.unique(paid if misses else paid[paid > 0]):
            group_points.append(points)
            group_rolls.append(ordinary[paid == points] + tables.inner)
        box_start.append(len(group_points))
    starts = np.cumsum([0, *map(len, group_rolls)])
    rolls = np.concatenate([*group_rolls, np.zeros(0, np.int64)])
    arrays = Arrays(
        **{name: array for name, array in vars(tables).items() if name in Arrays._fields},
        equal_rolls=np.flatnonzero(special).astype(np.int32),
        worth=scale.worth(tables.most_points + rules.yahtzee_bonus * max(rules.multipliers)),
        step=places.step,
        filled=places.filled if tracks else EMPTY,
        open=places.open if tracks else EMPTY,
    )
    groups = Payouts(*(np.array(one, np.int32) for one in (box_start, group_points, starts, rolls)))
    return KernelArguments(numbers, arrays, groups, (tables.points[:, ordinary] == 0).any(axis=1), shape)


@lru_cache(maxsize=4)
def card_boxes(rules: Rules) -> CardBoxes:
    """What the boxes of a card differ in."""
    columns = [(one.multiplier, rules.upper_digit(one.column)) for one in rules.categories]
    multiplier, digit = np.array(columns, np.int64).T
    return CardBoxes(np.array(places_of(rules).before, np.int64), multiplier.copy(), digit.copy())


def memory_needed(rules: Rules) -> int:
    """Bytes that a solution takes while it is computed."""
    flags, places = 2 if rules.yahtzee_bonus else 1, places_of(rules)
    pays = [_most_points(rules, rules.categories[index]) for index in rules.upper]
    totals, padding = rules.upper_cap + 1, LANES + max(pays, default=0)
    working, kept, reached = 8 * (totals + padding), 8 * totals, totals
    tracks = 0 if places.are_masks else 16
    return places.count * (flags * (working + kept + reached) + tracks)


def _most_points(rules: Rules, category: Category) -> int:
    if isinstance(category.points, int):
        return category.points
    return rules.dice * rules.faces if category.formula is None else greatest_points(category, rules.dice_set)


def check_memory(rules: Rules) -> None:
    """Refuse rules whose solution does not fit in this machine's memory, and those that need another solver."""
    check_computable(rules)
    check_fits(memory_needed(rules), f"solving {rules.turns} categories with upper_threshold={rules.upper_cap}")


def check_computable(rules: Rules) -> None:
    """Refuse rules whose states hold more than most kernels know: filled boxes, one upper total, one flag."""
    check_unsaved(rules)
    check_states(rules)


SMALLER_RULES = "take categories off the card, or lower thresholds and bonuses"


def check_fits(needed: int, job: str, advice: str = SMALLER_RULES) -> None:
    """Refuse a job that needs more bytes than this machine has to spare."""
    present = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if needed > 0.8 * present:
        raise TooLarge(
            f"{job} needs {needed / 1e9:,.1f} GB of memory, and this machine has {present / 1e9:,.1f} GB; {advice}."
        )


def scratch_for(arguments: KernelArguments) -> Scratch:
    """Room for one thread's work."""
    tables, rolls = arguments.tables, arguments.tables.equal_face.size
    return Scratch(
        aligned((tables.drop_start.size - 1) * LANES),
        np.empty(rolls * tables.upper.size, np.int32),
        np.empty(rolls, np.int32),
        aligned(arguments.groups.points.size * LANES),
    )
