"""Curves on disk: the rows that advice early in a game needs, as they were computed, bit for bit.

Rows of positions with fewer open boxes are not kept, since these are solved again in a moment. A long solution leaves
a checkpoint after each layer and goes on from there.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fivedice.errors import DamagedFile
from fivedice.progress import Progress
from fivedice.rules import Rules, State
from fivedice.solver.by_points.curves import Curves, Utility
from fivedice.solver.cache import CHECKPOINT, FORMAT, SUFFIX, folder
from fivedice.solver.file_format import read_file, write_file

if TYPE_CHECKING:
    from fivedice.solver.by_points.solve import Fill, Plan, Stage

KEPT_LAYERS = 4
"""States with up to three filled boxes are kept; from later ones on, a game is solved on the spot."""

Announce = Callable[[int, int], None]
"""Called before a long solution starts with the bytes that it takes on disk, at most, and in memory."""


@dataclass(frozen=True)
class Job:
    """Rules, and what is solved for from an empty card with these points (see `by_points.solve`).

    `fill` makes what computes the rows, if it is not the best decisions that are wanted.
    """

    rules: Rules
    objective: str
    utility: Utility
    points: tuple[int, int]
    fill: "Callable[[Plan], Fill] | None" = None

    @property
    def path(self) -> Path:
        """The file of its curves, whether it exists or not."""
        words = self.objective.replace(":", "-").replace("=", "-")
        return folder() / f"{self.rules.digest}-{words}-c{FORMAT}{SUFFIX}"


def cached_curves(
    job: Job, *, fresh: bool = False, progress: Progress | None = None, announce: Announce | None = None
) -> Curves:
    """The curves of a job: from disk if a sound file is there, else solved, from a checkpoint if there is one."""
    if not fresh:
        with suppress(OSError, DamagedFile):
            return read_curves(job.path, job)
    from fivedice.solver.by_points.solve import Plan, solve_curves  # numba comes with it

    plan = Plan(job.rules, job.utility, State(), job.points)
    if announce:
        announce(8 * plan.kept_numbers(KEPT_LAYERS), plan.memory_needed(KEPT_LAYERS))
    checkpoint = job.path.with_suffix(CHECKPOINT)
    stage = None if fresh else _read_stage(checkpoint, job, plan)

    def keep(stage: "Stage") -> None:
        with suppress(OSError):  # a full or read-only disk costs the way back, not the solution
            _write_stage(checkpoint, job, stage)

    fill = job.fill(plan) if job.fill else None
    curves = solve_curves(plan, kept_layers=KEPT_LAYERS, fill=fill, stage=stage, progress=progress, after_layer=keep)
    with suppress(OSError):
        write_curves(job.path, curves, job)
        checkpoint.unlink(missing_ok=True)
    return curves


def write_curves(path: Path, curves: Curves, job: Job) -> None:
    """Write curves atomically."""
    ends = {"value": None, "states": len(curves.keys), "below": curves.below, "above": curves.above}
    arrays = [
        *(np.asarray(one, "<i8") for one in (curves.keys, curves.first, curves.counts, curves.begins)),
        np.asarray(curves.values, "<f8"),
    ]
    write_file(path, _header(job) | ends, *(np.ascontiguousarray(one).data.cast("B") for one in arrays))


def read_curves(path: Path, job: Job) -> Curves:
    """Read curves of this job, or say what is wrong with the file."""
    header, payload = read_file(path, _key(job))
    try:
        states, below, above = int(header["states"]), float(header["below"]), float(header["above"])
        numbers = np.frombuffer(payload, "<i8", 4 * states).reshape(4, states)
        values = np.frombuffer(payload, "<f8", offset=numbers.nbytes)
        if not states or len(values) != numbers[2].sum():
            raise ValueError("rows are missing")
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedFile(f"{path.name} has a header that does not describe it: {error!r}.") from None
    keys, first, counts = numbers[:3].astype(np.int32)
    return Curves(job.rules, keys, first, counts, numbers[3], values, below, above)


def _key(job: Job) -> dict[str, Any]:
    """What the header of a file must hold to be believed."""
    return {"format": FORMAT, "digest": job.rules.digest, "objective": job.objective, "points": list(job.points)}


def _header(job: Job) -> dict[str, Any]:
    return {"name": job.rules.name, **_key(job)}


def _write_stage(path: Path, job: Job, stage: "Stage") -> None:
    header = _header(job) | {"layer": stage.layer, "lengths": [len(one) for one in (stage.rows, *stage.kept)]}
    write_file(path, header, *(np.ascontiguousarray(one, "<f8").data.cast("B") for one in (stage.rows, *stage.kept)))


def _read_stage(path: Path, job: Job, plan: "Plan") -> "Stage | None":
    from fivedice.solver.by_points.solve import Stage

    with suppress(OSError, DamagedFile, KeyError, IndexError, TypeError, ValueError):  # nothing to go on from
        header, payload = read_file(path, _key(job))
        layer, lengths = int(header["layer"]), [int(one) for one in header["lengths"]]
        rows, *kept = np.split(np.frombuffer(payload, "<f8"), np.cumsum(lengths)[:-1])
        if len(rows) == len(plan.room(plan.layers[layer])):
            return Stage(layer, rows, kept)
    return None
