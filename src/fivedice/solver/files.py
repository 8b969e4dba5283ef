"""Files that are whole or not there: a line of magic, a line of JSON, the payload, and a checksum of all that.

Files are written beside their place and moved there in one step, so that readers see a whole file or none, and two
writers at once do no harm.
"""

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from fivedice.errors import DamagedFile

MAGIC = b"fivedice solution\n"
UNFINISHED = ".part"
CHECKSUM_SIZE = 16


def write_file(path: Path, header: dict[str, Any], *payload: bytes | memoryview) -> None:
    """Write a file atomically."""
    parts = (MAGIC + json.dumps(header).encode() + b"\n", *payload)
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


def read_file(path: Path, **expected: object) -> tuple[dict[str, Any], bytes]:
    """Header and payload of a file whose checksum fits, and whose header holds what is expected."""
    file = path.read_bytes()
    content, checksum = memoryview(file)[:-CHECKSUM_SIZE], file[-CHECKSUM_SIZE:]
    if content[: len(MAGIC)] != MAGIC:
        raise DamagedFile(f"{path.name} is not a solution of fivedice.")
    found = _checksum()
    found.update(content)
    if checksum != found.digest():
        raise DamagedFile(f"{path.name} is truncated or altered: its checksum does not fit.")
    end = file.find(b"\n", len(MAGIC), len(content))
    try:
        header = json.loads(file[len(MAGIC) : end]) if end >= 0 else None
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise DamagedFile(f"{path.name} has a header that is no table of JSON.")
    if any(header.get(key) != value for key, value in expected.items()):
        raise DamagedFile(f"{path.name} holds the solution of other rules, of another objective or format.")
    return header, file[end + 1 : -CHECKSUM_SIZE]


def _checksum() -> "hashlib.blake2b":
    return hashlib.blake2b(digest_size=CHECKSUM_SIZE)
