"""Figures of strategies on disk, beside the compiled kernels: in a folder that changes with the sources of both.

So no figure outlives the strategy that it is about; `fivedice cache --clear` removes them.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import fivedice.kernels  # noqa: F401 (it chooses the folder)
from fivedice.rules import Rules


def read_kept(rules: Rules, what: str) -> Any:
    """What was kept about some rules, or None."""
    with suppress(OSError, ValueError):
        return json.loads(_path(rules, what).read_text(encoding="utf-8"))
    return None


def keep(rules: Rules, what: str, value: Any) -> None:
    """Keep something; a full or read-only disk costs the memory of it, nothing else."""
    path = _path(rules, what)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_text(json.dumps(value), encoding="utf-8")
        unfinished.replace(path)


def _path(rules: Rules, what: str) -> Path:
    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"{rules.digest}-{what}.json"
