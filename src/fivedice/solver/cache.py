"""Solutions on disk: solved once, then remembered under the user's cache folder.

A file is a line of magic, a line of JSON (format version, rules digest, objective, shape, checksum) and the values as
little-endian doubles. Its name carries the same key, but only the content is believed. Files are written beside their
place and moved there in one step, so that readers see a whole file or none, and two writers at once do no harm.
"""

import hashlib
import json
import os
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

FORMAT = 1
MAGIC = b"fivedice solution\n"
SUFFIX = ".solution"


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
        except (FileNotFoundError, DamagedFile):
            pass
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
        "checksum": _checksum(payload),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + json.dumps(header).encode() + b"\n")
            file.write(payload)
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
    if header.get("checksum") != _checksum(payload):
        raise DamagedFile(f"{path.name} is truncated or altered: its checksum does not fit.")
    values = np.frombuffer(payload, "<f8").reshape(header["shape"])
    return Solution(rules, values, header["states"], header["seconds"], objective, cached=True)


@dataclass(frozen=True)
class Entry:
    """A file in the cache folder; `header` is None when it is not a solution that can be read."""

    path: Path
    size: int
    header: dict[str, Any] | None


def entries() -> Iterator[Entry]:
    """Everything that the cache folder holds, leftovers of interrupted writes included."""
    for path in sorted(folder().glob("*")):
        if path.suffix in (SUFFIX, ".part"):
            try:
                header, payload = _parts(path)
                sound = header.get("checksum") == _checksum(payload)
                yield Entry(path, path.stat().st_size, header if sound else None)
            except DamagedFile:
                yield Entry(path, path.stat().st_size, None)


def clear() -> tuple[int, int]:
    """Delete every file of the cache; returns their number and size in bytes."""
    found = list(entries())
    for entry in found:
        entry.path.unlink(missing_ok=True)
    return len(found), sum(entry.size for entry in found)


def _parts(path: Path) -> tuple[dict[str, Any], bytes]:
    content = path.read_bytes()
    head, newline, payload = content[len(MAGIC) :].partition(b"\n")
    try:
        header = json.loads(head)
    except ValueError:
        header = None
    if not content.startswith(MAGIC) or not newline or not isinstance(header, dict):
        raise DamagedFile(f"{path.name} is not a solution of fivedice.")
    return header, payload


def _checksum(payload: bytes) -> str:
    return hashlib.blake2b(payload, digest_size=16).hexdigest()
