"""Compiled loops over arrays and scalars; they know no rules and import nothing else of the project.

Compiled code is cached on disk by numba, which notices a change in a kernel's own file but not in the files that the
kernel calls. So each state of the sources gets a folder of its own, chosen here before the first kernel is defined:
$NUMBA_CACHE_DIR, $FIVEDICE_CACHE or the user's cache folder, and below it a digest of the sources.
"""

import hashlib
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path


def private_folder(folder: Path) -> None:
    """Make a folder that only its owner can read and write, or make one so; one that cannot be made is left alone."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if stat.S_IMODE(folder.stat().st_mode) != 0o700:
            folder.chmod(0o700)


def _choose_cache_folder() -> None:
    package = Path(__file__).parent.parent
    sources = sorted([*package.glob("kernels/*.py"), *package.glob("strategies/*.py")])
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        base = Path(chosen)
    else:
        cache = Path(os.environ.get("FIVEDICE_CACHE") or user_cache_path("fivedice", appauthor=False))
        private_folder(cache)
        base = cache / "kernels"
    folder = base if base.name == digest else base / digest
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    private_folder(folder)
    if "numba" in sys.modules:  # it has read the variable already, or is about to in another thread
        import numba

        numba.config.CACHE_DIR = str(folder)


_choose_cache_folder()
