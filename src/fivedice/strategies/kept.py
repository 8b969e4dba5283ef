"""Trained players that were kept by name: files in a folder beside the solutions, and strategies on this machine.

The folder is looked at again whenever it changes, so that a player that somebody keeps in the browser can be seated at
once. Nothing in such a file can run, see `strategies.trained`.
"""

from functools import lru_cache
from pathlib import Path

from fivedice.errors import FivediceError
from fivedice.solver.cache import folder
from fivedice.strategies.strategy import Strategy
from fivedice.strategies.trained import load_player

SUFFIX = ".fd"


def players_folder() -> Path:
    """Where players are kept."""
    return folder() / "players"


def kept_files() -> tuple[tuple[Path, int], ...]:
    """The files, each with the time of its last change."""
    place = players_folder()
    try:
        return _listed(place, place.stat().st_mtime_ns)
    except OSError:
        return ()


@lru_cache(maxsize=2)
def _listed(place: Path, changed: int) -> tuple[tuple[Path, int], ...]:
    return tuple((path, path.stat().st_mtime_ns) for path in sorted(place.glob(f"*{SUFFIX}")))


@lru_cache(maxsize=64)
def kept_player(path: Path, changed: int) -> Strategy | str:
    """The player of a file, or what is wrong with it."""
    try:
        return load_player(path, path.stem)
    except FivediceError as error:
        return str(error)
