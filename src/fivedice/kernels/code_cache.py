"""Compiled kernels on disk, believed only if their checksum fits, and compiled by one process at a time.

numba reads its cache without a check: a damaged file raises any error, or crashes the process. Here every file begins
with a checksum of the rest; one that does not fit counts as missing, so that the kernel is compiled and written again.
Files are pickles, so that their folder must be private (`kernels.private_folder`), and so are they.

Processes that start together, such as a server and its helpers, want the same kernels: the first one compiles, the
others wait and load what it has written, or compile for themselves after PATIENCE.
"""

import hashlib
import io
import os
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from numba.core.caching import FunctionCache, IndexDataCacheFile

try:
    import fcntl
except ImportError:  # not on this system: each process compiles for itself
    fcntl = None  # type: ignore[assignment]

CHECKSUM_SIZE = 16
PATIENCE = 60.0
"""Seconds to wait for another process: many times what a kernel takes, for those that call each other in a circle."""


class CheckedFiles(IndexDataCacheFile):
    """The index of a kernel's compiled forms, and a file for each of them."""

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        content = io.BytesIO()
        yield content
        beside = Path(f"{filepath}.tmp.{os.getpid()}.{os.urandom(4).hex()}")
        try:
            with open(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:  # noqa: PTH123
                file.write(_checksum(content.getbuffer()) + content.getbuffer())
            beside.replace(filepath)
        except OSError:
            beside.unlink(missing_ok=True)
            raise

    def _load_index(self) -> Any:
        """Names of the files by signature; none if the index is missing, damaged or of other sources."""
        content = _sound(self._index_path)
        if content is None:
            return {}
        stream = io.BytesIO(content)
        if pickle.load(stream) != self._version:
            return {}
        stamp, names = pickle.load(stream)
        return names if stamp == self._source_stamp else {}

    def _load_data(self, name: str) -> Any:
        content = _sound(self._data_path(name))
        if content is None:
            raise FileNotFoundError(name)  # numba takes it for one that was removed
        return pickle.loads(content)


class CheckedCache(FunctionCache):
    """numba's cache of a function, on checked files."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file: Any = CheckedFiles(self._cache_path, self._impl.filename_base, stamp)
        self._claim: BinaryIO | None = None

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled form of a signature; if there is none, None, and the turn to make it until `release`."""
        found = super().load_overload(signature, target)
        if found is None:
            self._wait()
            found = super().load_overload(signature, target)
        return found

    def _wait(self) -> None:
        """Wait until no other process compiles this function; return at once where files cannot be locked."""
        if self._claim is not None or fcntl is None:
            return
        with suppress(OSError):
            Path(self._cache_path).mkdir(parents=True, exist_ok=True)
            self._claim = (Path(self._cache_path) / f"{self._impl.filename_base}.lock").open("ab")
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                try:
                    fcntl.flock(self._claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return
                except BlockingIOError:
                    time.sleep(0.01)

    def release(self) -> None:
        """What was compiled is written, or never will be: others need not wait any longer."""
        if self._claim is not None:
            fcntl.flock(self._claim, fcntl.LOCK_UN)  # also for processes that were forked meanwhile
            self._claim.close()
            self._claim = None


def _checksum(content: bytes | memoryview) -> bytes:
    return hashlib.blake2b(content, digest_size=CHECKSUM_SIZE).digest()


def _sound(path: str) -> bytes | None:
    """The content of a file behind its checksum, or None if that does not fit or there is no file."""
    try:
        content = Path(path).read_bytes()
    except OSError:
        return None
    checksum, rest = content[:CHECKSUM_SIZE], content[CHECKSUM_SIZE:]
    return rest if checksum == _checksum(rest) else None
