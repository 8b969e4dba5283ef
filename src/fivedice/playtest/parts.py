"""Work in parts: pure functions of plain arguments, run on this machine or a cluster, their results cached.

A part is the name of a top-level function and arguments that JSON can hold; its result is JSON too. A result is
cached in a file named by a digest of function, arguments and version, so that an interrupted run resumes, and results
of other code are never used. The version is that of the package and of its sources.

The calling process writes the files, so workers on other machines need no shared disk.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from fivedice.errors import DamagedFile, FivediceError, PlaytestError
from fivedice.kernels import threads
from fivedice.progress import Progress
from fivedice.solver.file_format import read_file, write_file
from fivedice.version import version

KIND, SUFFIX, FORMAT = "result", ".result", 1
ONE_THREAD = {
    threads.VARIABLE: "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
}
"""Environment of a worker: one thread in each library, since there is a worker for each core."""

Done = Callable[[int, str], None]
"""Callback with the index of a finished part and its result as JSON."""


@dataclass(frozen=True)
class Part:
    """A pure top-level function and its arguments; `weight` is its duration relative to other parts."""

    function: str
    arguments: Mapping[str, Any]
    weight: int = field(default=1, compare=False)

    @classmethod
    def of(cls, function: Callable[..., Any], weight: int = 1, **arguments: Any) -> "Part":
        """The part that calls a function."""
        return cls(f"{function.__module__}:{function.__qualname__}", arguments, max(1, weight))

    @cached_property
    def text(self) -> str:
        """The arguments as JSON, always in the same order."""
        return json.dumps(self.arguments, sort_keys=True, separators=(",", ":"), allow_nan=False)

    @cached_property
    def digest(self) -> str:
        """A fingerprint of function, arguments and version."""
        return hashlib.sha256(json.dumps([self.function, self.text, version()]).encode()).hexdigest()[:32]


RunParts = Callable[[Sequence[Part]], list[Any]]
"""Computes parts: `run_parts` with all arguments but the parts bound."""


def run_parts(
    parts: Sequence[Part],
    *,
    folder: Path | str,
    scheduler: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Any]:
    """The results of all parts, in order: read from the cache in the folder, or computed and stored there.

    With a `scheduler` they run on Dask, otherwise in `workers` processes of this machine, by default one per core.
    When a worker dies, the part that it was running is tried again.
    """
    place, found = Path(folder), dict[str, Any]()
    for part in parts:
        if part.digest not in found and (kept := _read(place, part)) is not None:
            found[part.digest] = kept[0]
    missing = list({part.digest: part for part in parts if part.digest not in found}.values())
    weights = {part.digest: part.weight for part in parts}
    total, done = sum(weights.values()), sum(weights[digest] for digest in found)
    if progress and parts:
        progress(done, total)

    def finished(at: int, text: str) -> None:
        nonlocal done
        part = missing[at]
        found[part.digest] = json.loads(text)
        _write(place, part, text)
        done += part.weight
        if progress:
            progress(done, total)

    if missing:
        calls = [(part.function, part.text, version()) for part in missing]
        if scheduler:
            from fivedice.cluster import connected, run_calls

            with connected(scheduler) as client:
                run_calls(client, call, calls, finished, failed=lambda error, at: sentence_of(error, calls[at][0]))
        else:
            from fivedice.playtest.local import run_locally

            run_locally(calls, workers or os.cpu_count() or 1, finished)
    return [found[part.digest] for part in parts]


def call(function: str, arguments: str, wanted: str) -> str:
    """Run one part in a worker: JSON in, JSON out. Workers of another version refuse it."""
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
    if version() != wanted:
        raise PlaytestError(
            f"a worker has fivedice {version()}, but {wanted} is needed; install the same version everywhere."
        )
    module, _, name = function.partition(":")
    return json.dumps(getattr(import_module(module), name)(**json.loads(arguments)), allow_nan=False)


def sentence_of(error: BaseException, function: str) -> str:
    """The error of a part as one sentence."""
    if isinstance(error, FivediceError):
        return str(error)
    return f"a part of the playtest, {function}, fails: {type(error).__name__}: {error}."


def kept_parts(folder: Path | str) -> int:
    """How many finished parts a folder holds."""
    return sum(1 for _ in Path(folder).glob(f"*{SUFFIX}"))


def _header(part: Part) -> dict[str, Any]:
    return {"format": FORMAT, "function": part.function, "arguments": part.text, "version": version()}


def _read(folder: Path, part: Part) -> tuple[Any] | None:
    """The cached result, in a tuple since it may be None; None without a valid file of this part."""
    with suppress(OSError, DamagedFile, ValueError):
        _, payload = read_file(folder / (part.digest + SUFFIX), _header(part), kind=KIND)
        return (json.loads(payload),)
    return None


def _write(folder: Path, part: Part, text: str) -> None:
    try:
        write_file(folder / (part.digest + SUFFIX), _header(part), text.encode(), kind=KIND)
    except OSError as error:
        raise PlaytestError(
            f"finished parts cannot be kept in {str(folder)!r}: {error.strerror or error}; name another folder."
        ) from None
