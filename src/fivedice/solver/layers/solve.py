"""Solving in layers: two of them in memory, all of them on disk, from the full card to the empty one.

A layer is written when it is done, so that an interrupted solution goes on from the last one. What it takes is known
before it starts: bytes from the plan, time from a sample of the work.
"""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import pairwise

import numpy as np

from fivedice.arrays import Floats, Longs
from fivedice.errors import DamagedFile, TooLarge
from fivedice.kernels.arguments import Layer, Totals
from fivedice.kernels.lanes import LANES, aligned
from fivedice.kernels.saved import Ways, solve_saved
from fivedice.kernels.threads import thread_count
from fivedice.progress import Progress
from fivedice.rules import Rules
from fivedice.solver.exact import KernelArguments, card_boxes, check_fits, kernel_arguments
from fivedice.solver.layers.files import MappedLayer, layers_folder, map_layer, write_layer
from fivedice.solver.layers.plan import Plan, plan_of
from fivedice.solver.layers.solution import LayeredSolution
from fivedice.solver.tables import compile_rules

LINKS_PER_TASK = 5_000
"""About a twentieth of a second."""
SAMPLE = 2_000
"""Links that are timed to estimate how long all of them take."""
WORTH_SAYING = 10 << 20
"""Bytes from which on the user is told what a solution takes."""

Announce = Callable[[int, int, float], None]
"""Called before the work starts with the bytes that it takes on disk and in memory, and the seconds."""

Report = Callable[[int], None]
"""Called with the number of links that were done."""

FillLayer = Callable[[Plan, int, Floats, Report], Floats]
"""Values of a layer, from its plan, its number and the values of the layer with one box more filled."""


def solve_layers(
    rules: Rules,
    *,
    fresh: bool = False,
    scheduler: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Announce | None = None,
) -> LayeredSolution:
    """Solve these rules from the last layer on disk on, or from the full card: on this machine, or on a cluster."""
    plan = plan_of(rules)
    check_room(plan)
    number, values, seconds = (plan.turns + 1, np.zeros(0), 0.0) if fresh else _last_layer(plan)
    done = sum(map(plan.links, range(number, plan.turns)))
    if announce and plan.disk_needed > WORTH_SAYING:
        share = 1 - done / plan.total_links
        announce(plan.disk_needed, plan.memory_needed, seconds_needed(plan, threads) * share)

    report = _reporting(plan, done, progress)
    with filling(scheduler, threads) as compute:
        for layer in range(number - 1, -1, -1):
            began = time.perf_counter()
            values = compute(plan, layer, values, report) if layer < plan.turns else plan.end()
            seconds += time.perf_counter() - began
            _write(plan, layer, values, seconds)
    return LayeredSolution.from_disk(rules, cached=False)


def layered_mean(rules: Rules, progress: Progress | None = None) -> float:
    """The optimal mean alone, with nothing written to disk."""
    plan = plan_of(rules)
    _check_memory(plan)
    compute, values, report = fill_here(), plan.end(), _reporting(plan, 0, progress)
    for layer in range(plan.turns - 1, -1, -1):
        values = compute(plan, layer, values, report)
    return float(values[0])


def _reporting(plan: Plan, done: int, progress: Progress | None) -> Report:
    """Adds up links, from those that are done already."""

    def report(links: int) -> None:
        nonlocal done
        done += links
        if progress:
            progress(done, plan.total_links)

    report(0)
    return report


@contextmanager
def filling(scheduler: str | None, threads: int | None) -> Iterator[FillLayer]:
    """What computes layers, for as long as it is needed."""
    if not scheduler:
        yield fill_here(threads)
        return
    from fivedice.solver.layers.cluster import filling_on

    with filling_on(scheduler) as fill:
        yield fill


def fill_here(threads: int | None = None) -> FillLayer:
    """Compute layers on the threads of this machine."""

    def fill(plan: Plan, number: int, after: Floats, report: Report) -> Floats:
        values, scratch = plan.room(number), threading.local()
        mine, following = plan.layers[number : number + 2]

        def run(task: tuple[int, int, int]) -> int:
            begin, end, links = task
            if not hasattr(scratch, "ways"):
                scratch.ways = scratch_for(plan.rules)
            some = values[mine.begin[begin] : mine.begin[end]]
            fill_masks(plan.rules, mine, following, plan.totals, (begin, end), after, some, scratch.ways)
            return links

        with ThreadPoolExecutor(thread_count(threads)) as pool:
            for links in pool.map(run, tasks(plan, number, LINKS_PER_TASK)):
                report(links)
        return values

    return fill


def fill_masks(
    rules: Rules, before: Layer, after: Layer, totals: Totals, masks: tuple[int, int],
    after_values: Floats, values: Floats, ways: Ways,
) -> None:  # fmt: skip
    """Fill in the values of the masks from .. to − 1 of a layer, see `kernels.saved.solve_saved`."""
    arguments = arguments_of(rules)
    solve_saved(
        values, after_values, *masks, ways, before, after, totals, rules.rolls, rules.upper_cap, card_boxes(rules),
        arguments.rules, arguments.tables, arguments.groups,
    )  # fmt: skip


@lru_cache(maxsize=4)
def arguments_of(rules: Rules) -> KernelArguments:
    """The tables of these rules as the kernels take them."""
    return kernel_arguments(rules, compile_rules(rules), places_listed=False)


def scratch_for(rules: Rules) -> Ways:
    """Room for one thread's work."""
    arguments, tables = arguments_of(rules), compile_rules(rules)
    boxes, rolls = rules.turns, tables.rolls
    ways = 1 + boxes + arguments.groups.points.size + arguments.tables.equal_rolls.size * boxes
    base, step, box, shift, kind = np.zeros((5, ways), np.int64)
    lanes, payers, count = (np.zeros(size, np.int32) for size in (ways * LANES, rolls * (boxes + 1), rolls))
    rows, values = (aligned(size * LANES) for size in (tables.keeps, ways))
    return Ways(base, step, box, np.zeros(ways), shift, kind, lanes, payers, count, rows, values)


def tasks(plan: Plan, number: int, size: int) -> list[tuple[int, int, int]]:
    """Masks of a layer in parts of about `size` links: where they begin and end, and how many links they are."""
    links: Longs = np.concatenate([[0], np.cumsum(plan.links_of(number))])
    edges = np.unique([*np.searchsorted(links, np.arange(0, links[-1], size)), len(links) - 1]).tolist()
    return [(begin, end, int(links[end] - links[begin])) for begin, end in pairwise(edges)]


def seconds_needed(plan: Plan, threads: int | None = None) -> float:
    """About how long everything takes on idle cores: the time of a sample, and its share of all links."""
    number = plan.turns // 2
    mine, following = plan.layers[number : number + 2]
    after, ways = plan.room(number + 1), scratch_for(plan.rules)
    begin, end, links = tasks(plan, number, SAMPLE)[0]
    values = np.empty(int(mine.begin[end] - mine.begin[begin]))
    times = []
    for _ in range(2):  # the first time, kernels are compiled or loaded
        began = time.thread_time()
        fill_masks(plan.rules, mine, following, plan.totals, (begin, end), after, values, ways)
        times.append(time.thread_time() - began)
    return times[1] / links * plan.total_links / thread_count(threads)


def _check_memory(plan: Plan) -> None:
    rules = plan.rules
    throws = f" with {rules.most_saved} saved throws" if rules.most_saved else ""
    check_fits(plan.memory_needed, f"solving {rules.name!r}{throws}")


def check_room(plan: Plan) -> None:
    """Refuse rules whose layers fit neither in memory, two at a time, nor on the disk."""
    _check_memory(plan)
    rules, needed, place = plan.rules, plan.disk_needed, layers_folder(plan.rules)
    existing = next(one for one in (place, *place.parents) if one.exists())
    free = shutil.disk_usage(existing).free
    held = sum(path.stat().st_size for path in place.glob("*")) if place.exists() else 0
    if needed > free + held:
        raise TooLarge(
            f"solving {rules.name!r} needs {needed / 1e9:,.1f} GB on disk, and {str(existing)!r} has "
            f"{free / 1e9:,.1f} GB left; make room, or set FIVEDICE_CACHE to a folder with more."
        )


def _last_layer(plan: Plan) -> tuple[int, Floats, float]:
    """The last layer that is finished, like all with more boxes filled, its values, and the seconds that they took."""
    found: list[MappedLayer] = []
    with suppress(OSError, DamagedFile):
        for number in range(plan.turns, -1, -1):
            found.append(map_layer(plan.rules, number, plan.count(number)))
    while found:
        layer, number = found.pop(), plan.turns - len(found)
        with suppress(DamagedFile):
            values, count = plan.room(number), plan.count(number)
            values[:count] = layer.get(0, count)
            return number, values, float(layer.header["seconds"])
    return plan.turns + 1, np.zeros(0), 0.0


def _write(plan: Plan, number: int, values: Floats, seconds: float) -> None:
    facts = {"states": plan.states, "seconds": seconds, "value": float(values[0]) if number == 0 else None}
    try:
        write_layer(plan.rules, number, values[: plan.count(number)], **facts)
    except OSError as error:
        raise TooLarge(
            f"layer {number} of {plan.rules.name!r} cannot be written to {str(layers_folder(plan.rules))!r}: "
            f"{error.strerror or error}; make room, or set FIVEDICE_CACHE to another folder."
        ) from None
