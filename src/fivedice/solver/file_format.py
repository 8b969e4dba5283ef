"""Files that are whole or not there: a line of magic, a line of JSON, the payload, and a checksum of all that.

Files are written beside their place and moved there in one step, so that readers see a whole file or none, and two
writers at once do no harm.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fivedice.errors import DamagedFile

SOLUTION = "solution"
UNFINISHED = ".part"
CHECKSUM_SIZE = 16


def write_file(path: Path, header: dict[str, Any], *payload: bytes | memoryview, kind: str = SOLUTION) -> None:
    """Write a file of some kind atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Only the beginning of the name, since a name may be as long as the system allows already.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem[:32], suffix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pack(header, *payload, kind=kind))
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def pack(header: dict[str, Any], *payload: bytes | memoryview, kind: str = SOLUTION) -> Iterator[bytes | memoryview]:
    """What a file holds, piece by piece."""
    checksum = _checksum()
    for part in (_magic(kind) + json.dumps(header).encode() + b"\n", *payload):
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
    magic = _magic(kind)
    content, checksum = memoryview(file)[:-CHECKSUM_SIZE], file[-CHECKSUM_SIZE:]
    if content[: len(magic)] != magic:
        raise DamagedFile(f"{name} is not a {kind} of fivedice.")
    found = _checksum()
    found.update(content)
    if checksum != found.digest():
        raise DamagedFile(f"{name} is truncated or altered: its checksum does not fit.")
    end = file.find(b"\n", len(magic), len(content))
    try:
        header = json.loads(file[len(magic) : end]) if end >= 0 else None
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise DamagedFile(f"{name} has a header that is no table of JSON.")
    if any(header.get(key) != value for key, value in (expected or {}).items()):
        raise DamagedFile(f"{name} holds the {kind} of other rules, of another objective or format.")
    return header, file[end + 1 : -CHECKSUM_SIZE]


def _magic(kind: str) -> bytes:
    return f"fivedice {kind}\n".encode()


def _checksum() -> "hashlib.blake2b":
    return hashlib.blake2b(digest_size=CHECKSUM_SIZE)
