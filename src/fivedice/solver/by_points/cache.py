"""Curves on disk: the rows that advice early in a game needs, each number in two bytes.

A value p from 0 to 1 is kept as θ = arcsin √p in 65,535 steps: the error is at most 1.2·10⁻⁵, shrinks with √(p(1−p))
towards both ends, and 0 and 1 are exact. The row of the empty card, which people quote, is kept as it is. Rows of
positions with fewer open boxes are not kept, since these are solved again in a moment. A long solution leaves a
checkpoint after each layer, in full precision, and goes on from there.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Ints, Singles
from fivedice.errors import DamagedFile
from fivedice.progress import Progress
from fivedice.rules import Rules, State
from fivedice.solver.by_points.curves import Curves, Utility
from fivedice.solver.cache import CHECKPOINT, SUFFIX, folder
from fivedice.solver.file_format import read_file, write_file

if TYPE_CHECKING:
    from fivedice.solver.by_points.solve import Fill, Plan, Stage

FORMAT = 1
STEPS = 65_535
KEPT_LAYERS = 5
"""States with up to four filled boxes are kept; from later ones on, a game is solved on the spot."""

Codes = NDArray[np.uint16]

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
        announce(2 * plan.kept_numbers(KEPT_LAYERS), plan.memory_needed(KEPT_LAYERS))
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


def encode(values: Singles) -> Codes:
    """Numbers from 0 to 1 in two bytes each."""
    angle = np.arcsin(np.sqrt(np.clip(values, 0, 1, dtype=np.float64)))
    return np.asarray(np.rint(angle * (STEPS / (np.pi / 2))), "<u2")


def decode(codes: Codes) -> Singles:
    """The numbers again."""
    table = np.sin(np.arange(STEPS + 1) * (np.pi / 2 / STEPS)) ** 2
    return np.asarray(table.astype(np.float32)[codes])


def write_curves(path: Path, curves: Curves, job: Job) -> None:
    """Write curves atomically."""
    first, counts, codes = _trimmed(curves)
    _, start = curves.row(State())
    ends = {"value": None, "states": len(curves.keys), "below": curves.below, "above": curves.above}
    arrays = [np.stack([curves.keys, first, counts]).astype("<i4"), start.astype("<f4"), codes]
    write_file(path, _header(job) | ends, *(one.tobytes() for one in arrays))


def read_curves(path: Path, job: Job) -> Curves:
    """Read curves of this job, or say what is wrong with the file."""
    header, payload = read_file(path, _key(job))
    try:
        states = int(header["states"])
        keys, first, counts = np.frombuffer(payload, "<i4", 3 * states).reshape(3, states)
        start = np.frombuffer(payload, "<f4", int(counts[0]), offset=12 * states)
        codes = np.frombuffer(payload, "<u2", offset=12 * states + start.nbytes)
        if len(codes) != counts.sum():
            raise ValueError("rows are missing")
        values = decode(codes)
        values[: len(start)] = start
        begins = np.cumsum(counts, dtype=np.int64) - counts
        below, above = float(header["below"]), float(header["above"])
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise DamagedFile(f"{path.name} has a header that does not describe it: {error!r}.") from None
    return Curves(job.rules, keys, first, counts, begins, values, below, above)


def _trimmed(curves: Curves) -> tuple[Ints, Ints, Codes]:
    """First points, length and codes of rows, cut where nothing is left but the constants beyond both ends.

    The first row, that of the empty card, stays whole: its least probabilities are far below the first code.
    """
    states = len(curves.keys)
    rows = np.repeat(np.arange(states), curves.counts)
    at = np.arange(len(rows)) - np.repeat(np.cumsum(curves.counts) - curves.counts, curves.counts)
    codes = encode(curves.values)[curves.begins[rows] + at]
    below, above = encode(np.array([curves.below, curves.above], np.float32))
    begin, end = curves.counts.copy(), np.zeros(states, np.int32)
    np.minimum.at(begin, rows[codes != below], at[codes != below])
    np.maximum.at(end, rows[codes != above], at[codes != above] + 1)
    end = np.maximum(begin, end)
    begin[0], end[0] = 0, curves.counts[0]
    return curves.first + begin, end - begin, codes[(at >= begin[rows]) & (at < end[rows])]


def _key(job: Job) -> dict[str, Any]:
    """What the header of a file must hold to be believed."""
    return {
        "format": FORMAT,
        "digest": job.rules.digest,
        "objective": job.objective,
        "points": list(job.points),
    }


def _header(job: Job) -> dict[str, Any]:
    return {"name": job.rules.name, **_key(job)}


def _write_stage(path: Path, job: Job, stage: "Stage") -> None:
    header = _header(job) | {"layer": stage.layer, "lengths": [len(one) for one in (stage.rows, *stage.kept)]}
    write_file(path, header, *(np.ascontiguousarray(one, "<f4").data.cast("B") for one in (stage.rows, *stage.kept)))


def _read_stage(path: Path, job: Job, plan: "Plan") -> "Stage | None":
    from fivedice.solver.by_points.solve import Stage

    try:
        header, payload = read_file(path, _key(job))
        layer, lengths = int(header["layer"]), [int(one) for one in header["lengths"]]
        rows, *kept = np.split(np.frombuffer(payload, "<f4"), np.cumsum(lengths)[:-1])
        if len(rows) == len(plan.room(plan.layers[layer])):
            return Stage(layer, rows, kept)
    except (OSError, DamagedFile, KeyError, IndexError, TypeError, ValueError):
        pass  # nothing there, or nothing to go on from
    return None
