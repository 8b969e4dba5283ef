"""Files that are whole or not there: a line of magic, a line of JSON, the payload, and a checksum of all that.

Files are written beside their place and moved there in one step, so that readers see a whole file or none, and two
writers at once do no harm.
"""

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from fivedice.errors import DamagedFile

SOLUTION, LAYER = "solution", "layer"
UNFINISHED = ".part"
LEFTOVER_SECONDS = 3600.0
CHECKSUM_SIZE = 16
ALIGNED = 64
"""The payload begins at a multiple of this many bytes, as memory maps want it: spaces after the header see to it."""


def write_file(path: Path, header: dict[str, Any], *payload: bytes | memoryview, kind: str = SOLUTION) -> None:
    """Write a file of some kind atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(path.parent)
    # Only the beginning of the name, since a name may be as long as the system allows already.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem[:32], suffix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pack(header, *payload, kind=kind))
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _remove_leftovers(folder: Path) -> None:
    """Delete what writers that were killed left behind: unfinished files that nothing was written to for an hour."""
    for path in folder.glob(f"*{UNFINISHED}"):
        with suppress(OSError):  # another process was faster
            if time.time() - path.stat().st_mtime > LEFTOVER_SECONDS:
                path.unlink()


def pack(header: dict[str, Any], *payload: bytes | memoryview, kind: str = SOLUTION) -> Iterator[bytes | memoryview]:
    """What a file holds, piece by piece."""
    checksum = _checksum()
    head = _magic(kind) + json.dumps(header).encode()
    for part in (head + b" " * (-(len(head) + 1) % ALIGNED) + b"\n", *payload):
        checksum.update(part)
        yield part
    yield checksum.digest()


def read_file(
    path: Path, expected: Mapping[str, object] | None = None, *, kind: str = SOLUTION
) -> tuple[dict[str, Any], bytes]:
    """Header and payload of a file whose checksum fits, and whose header holds what is expected."""
    return unpack(path.read_bytes(), path.name, expected, kind=kind)


def unpack(
    file: bytes, name: str, expected: Mapping[str, object] | None = None, *, kind: str = SOLUTION
) -> tuple[dict[str, Any], bytes]:
    """The same from what a file holds; its name is for sentences only."""
    content, checksum = memoryview(file)[:-CHECKSUM_SIZE], file[-CHECKSUM_SIZE:]
    _check_magic(file[:-CHECKSUM_SIZE][: len(_magic(kind))], name, kind)
    found = _checksum()
    found.update(content)
    if checksum != found.digest():
        raise DamagedFile(f"{name} is truncated or altered: its checksum does not fit.")
    end = file.find(b"\n", len(_magic(kind)), len(content))
    header = _header(file[len(_magic(kind)) : end] if end >= 0 else b"", name, expected, kind)
    return header, file[end + 1 : -CHECKSUM_SIZE]


def read_header(
    path: Path, expected: Mapping[str, object] | None = None, *, kind: str = SOLUTION
) -> tuple[dict[str, Any], int, int]:
    """Header of a file, and where its payload begins and how long it is; the checksum is not looked at."""
    with path.open("rb") as file:
        _check_magic(file.readline(), path.name, kind)
        header = _header(file.readline(), path.name, expected, kind)
        begin = file.tell()
        return header, begin, file.seek(0, os.SEEK_END) - CHECKSUM_SIZE - begin


def _check_magic(file: bytes, name: str, kind: str) -> None:
    if not file.startswith(_magic(kind)):
        raise DamagedFile(f"{name} is not a {kind} of fivedice.")


def _header(line: bytes, name: str, expected: Mapping[str, object] | None, kind: str) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise DamagedFile(f"{name} has a header that is no table of JSON.")
    if any(header.get(key) != value for key, value in (expected or {}).items()):
        raise DamagedFile(f"{name} holds the {kind} of other rules, of another objective or format.")
    return header


def _magic(kind: str) -> bytes:
    return f"fivedice {kind}\n".encode()


def _checksum() -> "hashlib.blake2b":
    return hashlib.blake2b(digest_size=CHECKSUM_SIZE)
