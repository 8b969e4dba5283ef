"""Folders of the laboratory on disk; this module is all that the server itself needs of them."""

import os
import re
from pathlib import Path

from platformdirs import user_cache_path

LABORATORY = "laboratory"
REPORT = re.compile(r"[a-z]+-(quick|full)-[0-9a-f]{16}")
"""Keys of reports: study, mode, and a digest of version and sources."""


def folder() -> Path:
    """Where results are kept: beside the solutions, apart for each state of the sources of kernels and strategies."""
    import fivedice.kernels  # noqa: F401 (it chooses the folder of the compiled code)

    chosen = os.environ.get("FIVEDICE_CACHE")
    base = Path(chosen) if chosen else user_cache_path("fivedice", appauthor=False)
    return base / LABORATORY / Path(os.environ["NUMBA_CACHE_DIR"]).name


def report_file(key: str) -> Path | None:
    """The report of a study by its key; None if there is none."""
    path = folder() / "studies" / f"{key}.json"
    return path if REPORT.fullmatch(key) and path.is_file() else None
