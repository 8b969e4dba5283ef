"""How likely the upper bonus is from every state, under the strategy that maximises the mean.

With q(t | s) the probability that a turn from state s leads to state t under that strategy,

    B(s) = Σ_t q(t | s) B(t),      B = 1 or 0 once the card is full and its upper total is known,

worked out backwards, from full cards on. All states of a game take as long as an exact
evaluation, and are kept on disk.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fivedice.arrays import Floats, Ints
from fivedice.errors import DamagedFile
from fivedice.evaluation.outcomes import TurnOutcomes
from fivedice.progress import Progress
from fivedice.rules import Rules, State
from fivedice.solver.cache import FORMAT, SUFFIX, folder
from fivedice.solver.file_format import read_file, write_file
from fivedice.solver.places import places_of
from fivedice.solver.tables import upper_bonuses, upper_ranges
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.policy import in_memory, view_for

OBJECTIVE = "bonus"
PLACES_AT_ONCE = 32
"""The outcomes of more than these would not stay in the processor's caches, nor be small beside the solution."""


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
    turns = _turns(rules)
    flags, count, _ = turns.arguments.shape
    chances = np.zeros((flags, count, rules.upper_cap + 1))
    chances[:, -1] = upper_bonuses(rules) > 0
    first = start or State()
    layers = places_of(rules).layers(first.filled)[:-1]
    for done, layer in enumerate(reversed(layers), 1):
        for chunk in np.split(layer, range(PLACES_AT_ONCE, len(layer), PLACES_AT_ONCE)):
            _fill(chances, turns, chunk)
        if progress:
            progress(done, len(layers))
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


def _turns(rules: Rules) -> TurnOutcomes:
    policy = in_memory(Optimal().policy(rules))
    low, high = upper_ranges(rules, view_for(policy)[0])
    return TurnOutcomes(policy, np.minimum(low, high), high)


def _fill(chances: Floats, turns: TurnOutcomes, some: Ints) -> None:
    """B of the states at some places, given that of all places with one box more."""
    rules, slots, places = turns.policy.rules, turns.slots, places_of(turns.policy.rules)
    flags, count, totals = chances.shape
    index = np.full((flags, count), -1, np.int64)
    yahtzee = 0 if rules.yahtzee is None else 1 << rules.yahtzee
    scored, may_fill = places.filled & yahtzee > 0, places.open
    for flag in range(flags):  # the flag is set with points in the Yahtzee box, so only where that box is filled
        possible = some if flag == 0 else some[scored[some]]
        index[flag, possible] = np.arange(len(possible)) + (index.max() + 1)
    outcomes = turns.room(int(index.max()) + 1)
    turns.fill(outcomes, index, some)
    reached = np.arange(totals)
    for flag, place in zip(*np.nonzero(index >= 0), strict=True):
        table = outcomes[index[flag, place]]
        table = table[: slots.count] + (table[slots.count :] if flags > 1 else 0.0)
        found = np.zeros(totals)
        for box in np.flatnonzero(may_fill[place] >> np.arange(rules.turns) & 1):
            following = chances[:, place + places.step[box]]
            for slot in range(slots.box_slots[box], slots.box_slots[box + 1]):
                after = following[1 if flags > 1 and slots.earns[slot] else flag]
                if turns.tables.upper[box]:
                    after = after[np.minimum(reached + slots.points[slot], rules.upper_cap)]
                found += table[slot] * after
        chances[flag, place] = np.minimum(found, 1.0)  # rounding


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
