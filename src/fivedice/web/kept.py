"""Figures of strategies on disk, beside the compiled kernels: in a folder that changes with the sources of both.

So no figure outlives the strategy that it is about; `fivedice cache --clear` removes them.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import fivedice.kernels  # noqa: F401 (it chooses the folder)
from fivedice.errors import DamagedFile
from fivedice.rules import Rules
from fivedice.solver.file_format import read_file, write_file

KIND = "table of figures"


def read_kept(rules: Rules, what: str) -> Any:
    """What was kept about some rules, or None."""
    with suppress(OSError, DamagedFile):
        return json.loads(read_file(_path(rules, what), {"digest": rules.digest}, kind=KIND)[1])
    return None


def keep(rules: Rules, what: str, value: Any) -> None:
    """Keep something; a full or read-only disk costs the memory of it, nothing else."""
    with suppress(OSError):
        write_file(_path(rules, what), {"digest": rules.digest}, json.dumps(value).encode(), kind=KIND)


def _path(rules: Rules, what: str) -> Path:
    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"{rules.digest}-{what}.kept"
