"""Solutions on disk: solved once, then remembered under the user's cache folder.

The header of a file (see `solver.file_format`) has format version, rules digest, objective and shape; the values are
little-endian doubles. A file's name carries the same key, but only the content is believed. The compiled kernels of
`fivedice.kernels` and the finished parts of study 004 live in folders beside the solutions.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from platformdirs import user_cache_path

from fivedice.errors import DamagedFile, TooLarge
from fivedice.kernels import private_folder
from fivedice.progress import Progress
from fivedice.rules import Rules
from fivedice.solver.file_format import LAYER, UNFINISHED, read_file, read_header, write_file
from fivedice.solver.scale import POINTS, Scale, risk_text
from fivedice.solver.solution import MEAN, Solution
from fivedice.solver.tables import check_states, check_unsaved

if TYPE_CHECKING:
    from fivedice.solver.layers.solution import LayeredSolution
    from fivedice.solver.layers.solve import Announce

FORMAT = 2
"""Of solutions, of curves over points and of bonus chances."""
SUFFIX, CHECKPOINT = ".solution", ".checkpoint"
NAME = re.compile(rf".*-[vc](\d+){re.escape(SUFFIX)}")
"""Names of files that are kept here; the number is the format."""
LAYERS = re.compile(r"[0-9a-f]+-mean-l\d+")
"""Names of folders that hold a solution in layers, see `solver.layers`."""


def folder() -> Path:
    """Where solutions are kept: $FIVEDICE_CACHE, or the user's cache folder."""
    chosen = os.environ.get("FIVEDICE_CACHE")
    return Path(chosen) if chosen else user_cache_path("fivedice", appauthor=False)


def path_for(rules: Rules, objective: str = MEAN) -> Path:
    """The file of a solution, whether it exists or not."""
    return folder() / f"{rules.digest}-{objective.replace(':', '-')}-v{FORMAT}{SUFFIX}"


def cached_solution(
    rules: Rules, *, risk: float = 0.0, fresh: bool = False, progress: Progress | None = None
) -> Solution:
    """The solution of these rules: from disk if a sound file is there, else solved and written.

    A risk other than 0 is that of an exponential utility, see `solver.scale`. Rules that are solved in layers only are
    refused: those with saved throws or with several upper totals.
    """
    check_unsaved(rules)
    check_states(rules)
    scale = Scale.of_risk(risk)
    objective = f"utility:risk={risk_text(risk)}" if risk else MEAN
    path = path_for(rules, objective)
    if not fresh:
        with suppress(OSError, DamagedFile):  # nothing there, nothing that may be read, or nothing to believe
            return read(path, rules, objective, scale)
    from fivedice.solver.exact import solve  # here, so that advice from a cached solution loads no compiler

    solution = solve(rules, scale=scale, objective=objective, progress=progress)
    with suppress(OSError):  # a full or read-only disk costs the memory of the solution, not the solution
        write(path, solution)
    return solution


def any_solution(
    rules: Rules,
    *,
    fresh: bool = False,
    scheduler: str | None = None,
    progress: Progress | None = None,
    announce: "Announce | None" = None,
) -> "Solution | LayeredSolution":
    """The solution for the mean score, in files if it needs them.

    It does where throws are saved, where each of several columns has a bonus, and where it would not fit in memory.
    With a `scheduler`, layers are computed on the workers of a Dask cluster; see `solver.layers`.
    """
    if not rules.most_saved and not scheduler:
        with suppress(TooLarge):
            return cached_solution(rules, fresh=fresh, progress=progress)
    from fivedice.solver.layers.solution import LayeredSolution

    if not fresh:
        with suppress(OSError, DamagedFile):
            return LayeredSolution.from_disk(rules, cached=True)
    from fivedice.solver.layers.solve import solve_layers

    return solve_layers(rules, fresh=fresh, scheduler=scheduler, progress=progress, announce=announce)


def is_solved(rules: Rules) -> bool:
    """Whether the solution for the mean score is on disk."""
    from fivedice.solver.layers.files import layer_path

    return path_for(rules).exists() or layer_path(rules, 0).exists()


def write(path: Path, solution: Solution) -> None:
    """Write a solution atomically."""
    header = {
        "format": FORMAT,
        "digest": solution.rules.digest,
        "name": solution.rules.name,
        "objective": solution.objective,
        "value": solution.value,
        "states": solution.states,
        "seconds": solution.seconds,
        "shape": solution.values.shape,
    }
    private_folder(path.parent)
    write_file(path, header, np.ascontiguousarray(solution.values, "<f8").tobytes())


def read(path: Path, rules: Rules, objective: str = MEAN, scale: Scale = POINTS) -> Solution:
    """Read a solution of these rules, or say what is wrong with the file."""
    header, payload = read_file(path, {"format": FORMAT, "digest": rules.digest, "objective": objective})
    try:
        values = np.frombuffer(payload, "<f8").reshape(tuple(header["shape"]))
        return Solution(rules, values, int(header["states"]), float(header["seconds"]), objective, True, scale)
    except Exception as error:  # a forged header may hold anything
        raise DamagedFile(f"{path.name} has a header that does not describe it: {error!r:.200}.") from None


@dataclass(frozen=True)
class Entry:
    """A file in the cache folder, or a folder of layers; `header` is None when it is no solution that can be read."""

    path: Path
    size: int
    header: dict[str, Any] | None

    @property
    def older(self) -> bool:
        """Whether an earlier fivedice wrote it, in a format that is no longer read."""
        named = NAME.fullmatch(self.path.name)
        return named is not None and int(named[1]) < FORMAT


def entries() -> Iterator[Entry]:
    """Every solution in the cache folder, leftovers of interrupted writes included; what vanishes meanwhile is not."""
    for path in sorted(folder().glob("*")):
        if LAYERS.fullmatch(path.name):
            yield _entry_of_layers(path)
        elif path.suffix in (SUFFIX, CHECKPOINT, UNFINISHED) and (entry := _entry(path)):
            yield entry


def kernels_folder() -> Path:
    """Where compiled kernels are kept, unless $NUMBA_CACHE_DIR says otherwise."""
    return folder() / "kernels"


def parts_folder() -> Path:
    """Where study 004 keeps its finished parts, so that an interrupted run goes on from them."""
    return folder() / "playtest"


def laboratory_folder() -> Path:
    """Where the server keeps results of the laboratory, see `web.lab.places`; players are kept elsewhere."""
    return folder() / "laboratory"


def size_of(place: Path) -> int:
    """Bytes of all files in a folder."""
    total = 0
    for path in place.rglob("*"):
        with suppress(OSError):  # another process replaced it meanwhile
            total += path.stat().st_size if path.is_file() else 0
    return total


def clear() -> tuple[int, int]:
    """Delete solutions, kernels, finished parts and results; returns the number of solutions and their bytes."""
    found = list(entries())
    layers = [entry.path for entry in found if LAYERS.fullmatch(entry.path.name)]
    for entry in found:
        if entry.path not in layers:
            entry.path.unlink(missing_ok=True)
    for place in (*layers, kernels_folder(), parts_folder(), laboratory_folder()):
        shutil.rmtree(place, ignore_errors=True)
    return len(found), sum(entry.size for entry in found)


def _entry_of_layers(place: Path) -> Entry:
    """A folder of layers, with the header of the last one that is done: only the first has the value of the game."""
    for path in sorted(place.glob(f"*{SUFFIX}")):
        with suppress(OSError, DamagedFile):
            return Entry(place, size_of(place), read_header(path, kind=LAYER)[0])
    return Entry(place, size_of(place), None)


def _entry(path: Path) -> Entry | None:
    try:
        size = path.stat().st_size
        with suppress(DamagedFile):
            return Entry(path, size, read_file(path)[0])
        return Entry(path, size, None)
    except OSError:
        return None
