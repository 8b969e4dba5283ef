"""Compiled loops over arrays and scalars; they know no rules and import nothing else of the project.

Compiled code is cached on disk by numba, which notices a change in a kernel's own file but not in the files that the
kernel calls. So each state of the sources gets a folder of its own, chosen here before the first kernel is defined:
$NUMBA_CACHE_DIR, $FIVEDICE_CACHE or the user's cache folder, and below it a digest of the sources.
"""

import hashlib
import os
import sys
from pathlib import Path

from platformdirs import user_cache_path


def _choose_cache_folder() -> None:
    package = Path(__file__).parent.parent
    sources = sorted([*package.glob("kernels/*.py"), *package.glob("strategies/*.py")])
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        base = Path(chosen)
    elif chosen := os.environ.get("FIVEDICE_CACHE"):
        base = Path(chosen) / "kernels"
    else:
        base = user_cache_path("fivedice", appauthor=False) / "kernels"
    folder = base if base.name == digest else base / digest
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if "numba" in sys.modules:  # it has read the variable already, or is about to in another thread
        import numba

        numba.config.CACHE_DIR = str(folder)


_choose_cache_folder()
