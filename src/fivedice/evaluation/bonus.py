"""How likely the upper bonus is from every state, under the strategy that maximises the mean.

B = 1 or 0 once the card is full and its upper total is known; `evaluation.state_chances` works it out backwards. All
states of a game take as long as an exact evaluation, and are kept on disk.
"""

import time
from contextlib import suppress
from pathlib import Path

import numpy as np

from fivedice.errors import DamagedFile
from fivedice.evaluation.state_chances import StateChances, chances_of
from fivedice.progress import Progress
from fivedice.rules import Rules, State
from fivedice.solver import Solution
from fivedice.solver.cache import FORMAT, path_for, write
from fivedice.solver.file_format import read_file
from fivedice.solver.tables import upper_bonuses

OBJECTIVE = "bonus"

BonusChances = StateChances
"""B of all states whose filled boxes include those of a first state."""


def bonus_chances(rules: Rules, start: State | None = None, *, progress: Progress | None = None) -> BonusChances:
    """B of a state and of all that can follow it; of all states unless one is given."""
    return chances_of(rules, (upper_bonuses(rules) > 0).astype(np.float64), None, start, progress=progress)


def cached_bonus_chances(rules: Rules, *, progress: Progress | None = None) -> BonusChances:
    """B of all states: from disk if a sound file is there, else worked out and written."""
    path, began = path_for(rules, OBJECTIVE), time.perf_counter()
    with suppress(OSError, DamagedFile):
        return _read(path, rules)
    found = bonus_chances(rules, progress=progress)
    states, seconds = int(np.count_nonzero(found.chances)), time.perf_counter() - began
    with suppress(OSError):
        write(path, Solution(rules, found.chances, states, seconds, OBJECTIVE))
    return found


def bonus_on_disk(rules: Rules) -> bool:
    """Whether B of all states was worked out before."""
    return path_for(rules, OBJECTIVE).exists()


def _read(path: Path, rules: Rules) -> BonusChances:
    header, payload = read_file(path, {"format": FORMAT, "digest": rules.digest, "objective": OBJECTIVE})
    try:
        return BonusChances(rules, np.frombuffer(payload, "<f8").reshape(tuple(header["shape"])))
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedFile(f"{path.name} has a header that does not describe it: {error!r}.") from None
