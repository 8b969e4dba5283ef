"""Files that are whole or not there: a line of magic, a line of JSON, the payload, and a checksum of all that.

Files are written beside their place and moved there in one step, so that readers see a whole file or none, and two
writers at once do no harm.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fivedice.errors import DamagedFile

SOLUTION = "solution"
UNFINISHED = ".part"
CHECKSUM_SIZE = 16


def write_file(path: Path, header: dict[str, Any], *payload: bytes | memoryview, kind: str = SOLUTION) -> None:
    """Write a file of some kind atomically."""
    parts = (_magic(kind) + json.dumps(header).encode() + b"\n", *payload)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            checksum = _checksum()
            for part in parts:
                file.write(part)
                checksum.update(part)
            file.write(checksum.digest())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_file(
    path: Path, expected: Mapping[str, object] | None = None, *, kind: str = SOLUTION
) -> tuple[dict[str, Any], bytes]:
    """Header and payload of a file whose checksum fits, and whose header holds what is expected."""
    file, magic = path.read_bytes(), _magic(kind)
    content, checksum = memoryview(file)[:-CHECKSUM_SIZE], file[-CHECKSUM_SIZE:]
    if content[: len(magic)] != magic:
        raise DamagedFile(f"{path.name} is not a {kind} of fivedice.")
    found = _checksum()
    found.update(content)
    if checksum != found.digest():
        raise DamagedFile(f"{path.name} is truncated or altered: its checksum does not fit.")
    end = file.find(b"\n", len(magic), len(content))
    try:
        header = json.loads(file[len(magic) : end]) if end >= 0 else None
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise DamagedFile(f"{path.name} has a header that is no table of JSON.")
    if any(header.get(key) != value for key, value in (expected or {}).items()):
        raise DamagedFile(f"{path.name} holds the {kind} of other rules, of another objective or format.")
    return header, file[end + 1 : -CHECKSUM_SIZE]


def _magic(kind: str) -> bytes:
    return f"fivedice {kind}\n".encode()


def _checksum() -> "hashlib.blake2b":
    return hashlib.blake2b(digest_size=CHECKSUM_SIZE)
