"""How likely the upper bonus is from every state, under the strategy that maximises the mean.

B = 1 or 0 once the card is full and its upper total is known; `evaluation.state_chances` works it out backwards. All
states of a game take as long as an exact evaluation, and are kept on disk.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import DamagedFile
from fivedice.evaluation.state_chances import chances_of
from fivedice.progress import Progress
from fivedice.rules import Rules, State
from fivedice.solver.cache import FORMAT, SUFFIX, folder
from fivedice.solver.file_format import read_file, write_file
from fivedice.solver.places import places_of
from fivedice.solver.tables import upper_bonuses

OBJECTIVE = "bonus"


@dataclass(frozen=True, eq=False)
class BonusChances:
    """B of all states whose filled boxes include those of a first state.

    chances : float64[flags, places, totals]
    """

    rules: Rules
    chances: Floats

    def __call__(self, state: State) -> float:
        """The probability of the upper bonus from a state on."""
        return float(self.chances[int(state.bonus), places_of(self.rules).of(state.filled), state.upper])


def bonus_chances(rules: Rules, start: State | None = None, *, progress: Progress | None = None) -> BonusChances:
    """B of a state and of all that can follow it; of all states unless one is given."""
    chances = chances_of(rules, (upper_bonuses(rules) > 0).astype(np.float64), None, start, progress=progress)
    return BonusChances(rules, chances)


def cached_bonus_chances(rules: Rules, *, progress: Progress | None = None) -> BonusChances:
    """B of all states: from disk if a sound file is there, else worked out and written."""
    with suppress(OSError, DamagedFile):
        return _read(rules)
    found = bonus_chances(rules, progress=progress)
    header = {
        **_expected(rules),
        "name": rules.name,
        "value": float(found(State())),
        "states": int(np.count_nonzero(found.chances)),
        "seconds": None,
        "shape": found.chances.shape,
    }
    with suppress(OSError):
        write_file(_path(rules), header, found.chances.astype("<f8").tobytes())
    return found


def bonus_on_disk(rules: Rules) -> bool:
    """Whether B of all states was worked out before."""
    return _path(rules).exists()


def _path(rules: Rules) -> Path:
    return folder() / f"{rules.digest}-{OBJECTIVE}-v{FORMAT}{SUFFIX}"


def _expected(rules: Rules) -> dict[str, object]:
    return {"format": FORMAT, "digest": rules.digest, "objective": OBJECTIVE}


def _read(rules: Rules) -> BonusChances:
    path = _path(rules)
    header, payload = read_file(path, _expected(rules))
    try:
        return BonusChances(rules, np.frombuffer(payload, "<f8").reshape(tuple(header["shape"])))
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedFile(f"{path.name} has a header that does not describe it: {error!r}.") from None
