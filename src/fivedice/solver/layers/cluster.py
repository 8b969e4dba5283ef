"""Layers on many machines, by Dask: masks of a layer are tasks.

A task carries the values that it needs, those of the masks with one box more than its own, and nothing else. So workers
need no common disk, hold no layer, and may die: another one gets the task again. The machine that asks keeps two layers
in memory and writes them, as when it works alone, and every value is computed by the same kernel from the same numbers:
files are the same byte for byte.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from fivedice.arrays import Floats
from fivedice.cluster import connected, run_calls
from fivedice.errors import ClusterError, FivediceError
from fivedice.kernels.arguments import Layer, Totals
from fivedice.rules import Rules
from fivedice.solver.layers.plan import VECTOR, Plan
from fivedice.solver.layers.solve import FillLayer, Report, fill_masks, scratch_for, tasks
from fivedice.version import version

LINKS_PER_TASK = 200_000
"""About two seconds."""
TASKS_FOR_EACH_WORKER = 2


class Part(NamedTuple):
    """What a worker needs for some masks: the layer of these masks, the masks that can follow, and their values."""

    before: Layer
    after: Layer
    after_values: Floats
    totals: Totals
    version: str


@contextmanager
def filling_on(scheduler: str) -> Iterator[FillLayer]:
    """Compute layers on the workers of a scheduler."""
    with connected(scheduler) as client:

        def fill(plan: Plan, number: int, after: Floats, report: Report) -> Floats:
            values, begins = plan.room(number), plan.layers[number].begin
            parts = tasks(plan, number, LINKS_PER_TASK)

            def done(at: int, found: Floats) -> None:
                begin, end, links = parts[at]
                values[begins[begin] : begins[end]] = found
                report(links)

            calls = ((plan.rules, part_of(plan, number, begin, end, after)) for begin, end, _ in parts)
            run_calls(client, solve_part, calls, done, failed=_sentence, for_each_worker=TASKS_FOR_EACH_WORKER)
            return values

        yield fill


def part_of(plan: Plan, number: int, begin: int, end: int, after: Floats) -> Part:
    """What a worker needs for the masks begin .. end − 1 of a layer."""
    mine = plan.layers[number]
    masks = np.unique(np.concatenate([plan.after(int(one)) for one in mine.filled[begin:end]]))
    following, edges = plan.some(number + 1, masks)
    own = mine.begin[begin : end + 1] - mine.begin[begin]
    return Part(
        Layer(mine.filled[begin:end], mine.kind[begin:end], own, mine.saved),
        following,
        np.concatenate([*(after[first:last] for first, last in edges), np.zeros(VECTOR)]),
        plan.totals,
        version(),
    )


def solve_part(rules: Rules, part: Part) -> Floats:
    """Compute the values of some masks, on a worker; one of another version refuses."""
    if version() != part.version:
        raise ClusterError(
            f"a worker has fivedice {version()}, and {part.version} is asked for; install the same version everywhere."
        )
    values, masks = np.empty(int(part.before.begin[-1])), (0, len(part.before.filled))
    fill_masks(rules, part.before, part.after, part.totals, masks, part.after_values, values, scratch_for(rules))
    return values


def _sentence(error: BaseException, at: int) -> str:
    if isinstance(error, FivediceError):
        return str(error)
    return f"a worker failed at part {at} of a layer: {type(error).__name__}: {error}; finished layers are kept."
