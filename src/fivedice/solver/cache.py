"""Solutions on disk: solved once, then remembered under the user's cache folder.

A file is a line of magic, a line of JSON (format version, rules digest, objective, shape), the values as little-endian
doubles, and a checksum of all that. Its name carries the same key, but only the content is believed. Files are written
beside their place and moved there in one step, so that readers see a whole file or none, and two writers at once do no
harm. The compiled kernels of `fivedice.kernels` live in a folder beside the solutions.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from fivedice.errors import DamagedFile
from fivedice.rules import Rules
from fivedice.solver.solution import MEAN, Progress, Solution

FORMAT = 2
MAGIC = b"fivedice solution\n"
SUFFIX, UNFINISHED = ".solution", ".part"
CHECKSUM_SIZE = 16


def folder() -> Path:
    """Where solutions are kept: $FIVEDICE_CACHE, or the user's cache folder."""
    chosen = os.environ.get("FIVEDICE_CACHE")
    return Path(chosen) if chosen else user_cache_path("fivedice", appauthor=False)


def path_for(rules: Rules, objective: str = MEAN) -> Path:
    """The file of a solution, whether it exists or not."""
    return folder() / f"{rules.digest}-{objective}-v{FORMAT}{SUFFIX}"


def cached_solution(rules: Rules, *, fresh: bool = False, progress: Progress | None = None) -> Solution:
    """The solution of these rules: from disk if a sound file is there, else solved and written."""
    path = path_for(rules)
    if not fresh:
        try:
            return read(path, rules)
        except (OSError, DamagedFile):
            pass  # nothing there, nothing that may be read, or nothing to believe
    from fivedice.solver.exact import solve  # here, so that advice from a cached solution loads no compiler

    solution = solve(rules, progress=progress)
    with suppress(OSError):  # a full or read-only disk costs the memory of the solution, not the solution
        write(path, solution)
    return solution


def write(path: Path, solution: Solution) -> None:
    """Write a solution atomically."""
    payload = np.ascontiguousarray(solution.values, "<f8").tobytes()
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
    content = MAGIC + json.dumps(header).encode() + b"\n" + payload
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.write(_checksum(content))
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: Path, rules: Rules, objective: str = MEAN) -> Solution:
    """Read a solution of these rules, or say what is wrong with the file."""
    header, payload = _parts(path)
    expected = {"format": FORMAT, "digest": rules.digest, "objective": objective}
    if any(header.get(key) != value for key, value in expected.items()):
        raise DamagedFile(f"{path.name} holds the solution of other rules or of another format.")
    try:
        values = np.frombuffer(payload, "<f8").reshape(tuple(header["shape"]))
        return Solution(rules, values, int(header["states"]), float(header["seconds"]), objective, cached=True)
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedFile(f"{path.name} has a header that does not describe it: {error!r}.") from None


@dataclass(frozen=True)
class Entry:
    """A file in the cache folder; `header` is None when it is not a solution that can be read."""

    path: Path
    size: int
    header: dict[str, Any] | None


def entries() -> Iterator[Entry]:
    """Every solution in the cache folder, leftovers of interrupted writes included; what vanishes meanwhile is not."""
    for path in sorted(folder().glob("*")):
        if path.suffix in (SUFFIX, UNFINISHED) and (entry := _entry(path)):
            yield entry


def kernels_folder() -> Path:
    """Where compiled kernels are kept, unless $NUMBA_CACHE_DIR says otherwise."""
    return folder() / "kernels"


def kernels_size() -> int:
    """Bytes of the compiled kernels."""
    total = 0
    for path in kernels_folder().rglob("*"):
        with suppress(OSError):  # another process replaced it meanwhile
            total += path.stat().st_size if path.is_file() else 0
    return total


def clear() -> tuple[int, int]:
    """Delete every solution and the compiled kernels; returns the number of solutions and their size in bytes."""
    found = list(entries())
    for entry in found:
        entry.path.unlink(missing_ok=True)
    shutil.rmtree(kernels_folder(), ignore_errors=True)
    return len(found), sum(entry.size for entry in found)


def _entry(path: Path) -> Entry | None:
    try:
        size = path.stat().st_size
        with suppress(DamagedFile):
            return Entry(path, size, _parts(path)[0])
        return Entry(path, size, None)
    except OSError:
        return None


def _parts(path: Path) -> tuple[dict[str, Any], bytes]:
    """Header and payload of a file whose checksum fits."""
    file = path.read_bytes()
    content, checksum = file[:-CHECKSUM_SIZE], file[-CHECKSUM_SIZE:]
    if not content.startswith(MAGIC):
        raise DamagedFile(f"{path.name} is not a solution of fivedice.")
    if checksum != _checksum(content):
        raise DamagedFile(f"{path.name} is truncated or altered: its checksum does not fit.")
    head, _, payload = content[len(MAGIC) :].partition(b"\n")
    try:
        header = json.loads(head)
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise DamagedFile(f"{path.name} has a header that is no table of JSON.")
    return header, payload


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=CHECKSUM_SIZE).digest()
