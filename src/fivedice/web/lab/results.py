"""Results of jobs on disk, by a digest of the job, in a folder that changes with the sources of the kernels."""

import hashlib
import json
from contextlib import suppress
from typing import Any

from fivedice.errors import DamagedFile
from fivedice.solver.file_format import read_file, write_file
from fivedice.version import __version__
from fivedice.web.lab.places import folder
from fivedice.web.lab.reading import read_rules, text_field

KIND = "result of the laboratory"
MOST_FILES = 500


def key_of(job: dict[str, Any]) -> str:
    """A digest of what is asked for: rules count by what is played and by the titles of boxes, whatever their name."""
    rules = read_rules(text_field(job, "rules", "yahtzee"))
    named = {**job, "rules": [rules.digest, *(one.title for one in rules.categories)], "version": __version__}
    return hashlib.sha256(json.dumps(named, sort_keys=True).encode()).hexdigest()[:24]


def read(key: str) -> dict[str, Any] | None:
    """A result, if it is there."""
    with suppress(OSError, DamagedFile, ValueError):
        found: dict[str, Any] = json.loads(read_file(folder() / f"{key}.kept", {"key": key}, kind=KIND)[1])
        return found
    return None


def keep(key: str, result: dict[str, Any]) -> None:
    """Write a result; the oldest go where there are too many. On a full disk it is computed again the next time."""
    with suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True)
        old = sorted(folder().glob("*.kept"), key=lambda path: path.stat().st_mtime)
        for path in old[: max(0, len(old) - MOST_FILES + 1)]:
            path.unlink(missing_ok=True)
        write_file(folder() / f"{key}.kept", {"key": key}, json.dumps(result).encode(), kind=KIND)
