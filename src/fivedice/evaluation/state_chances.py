"""How likely something is to happen by the end of the game, from every state, under the strategy of the greatest mean.

With q(t | s) the probability that a turn from state s leads to state t under that strategy, h(s) the probability that
it happens in that turn, and q(t | s) of the turns in which it does not,

    C(s) = h(s) + Σ_t q(t | s) C(t),

worked out backwards, from full cards on, of which it is known whether it has happened.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints
from fivedice.evaluation.outcomes import TurnOutcomes
from fivedice.progress import Progress
from fivedice.rules import Rules, State
from fivedice.solver.places import places_of
from fivedice.solver.tables import upper_ranges
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.policy import in_memory, view_for

PLACES_AT_ONCE = 32
"""The outcomes of more than these would not stay in the processor's caches, nor be small beside the solution."""


@dataclass(frozen=True, eq=False)
class StateChances:
    """C of all states whose filled boxes include those of a first state.

    chances : float64[flags, places, totals]
    """

    rules: Rules
    chances: Floats

    def __call__(self, state: State) -> float:
        """The probability from a state on."""
        return float(self.chances[int(state.bonus), places_of(self.rules).of(state.filled), state.upper])


def chances_of(
    rules: Rules,
    at_end: Floats,
    happens: NDArray[np.bool_] | None = None,
    start: State | None = None,
    *,
    progress: Progress | None = None,
) -> StateChances:
    """C of a state and of all that can follow it; of all states unless one is given.

    at_end  : float64[totals], C of full cards
    happens : bool[slots], the ways to fill a box with which it happens (see `evaluation.outcomes.Slots`)
    """
    turns = _turns(rules)
    flags, count, _ = turns.arguments.shape
    chances = np.zeros((flags, count, rules.upper_cap + 1))
    chances[:, -1] = at_end
    sure = np.zeros(turns.slots.count, np.bool_) if happens is None else happens
    layers = places_of(rules).layers((start or State()).filled)[:-1]
    for done, layer in enumerate(reversed(layers), 1):
        for chunk in np.split(layer, range(PLACES_AT_ONCE, len(layer), PLACES_AT_ONCE)):
            _fill(chances, turns, chunk, sure)
        if progress:
            progress(done, len(layers))
    return StateChances(rules, chances)


def _turns(rules: Rules) -> TurnOutcomes:
    policy = in_memory(Optimal().policy(rules))
    low, high = upper_ranges(rules, view_for(policy)[0])
    return TurnOutcomes(policy, np.minimum(low, high), high)


def _fill(chances: Floats, turns: TurnOutcomes, some: Ints, happens: NDArray[np.bool_]) -> None:
    """C of the states at some places, given that of all places with one box more."""
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
                found += table[slot] * (1.0 if happens[slot] else after)
        chances[flag, place] = np.minimum(found, 1.0)  # rounding
