"""How likely the Yahtzee box is to be filled with points, from every state, under the strategy of the greatest mean."""

from dataclasses import dataclass

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import RulesError
from fivedice.evaluation.outcomes import Slots
from fivedice.evaluation.state_chances import chances_of
from fivedice.progress import Progress
from fivedice.rules import Rules, State
from fivedice.solver.places import places_of


@dataclass(frozen=True, eq=False)
class YahtzeeChances:
    """Of all states whose filled boxes include those of a first state.

    chances : float64[flags, places, totals]; 0 where the box is filled, since it cannot be filled again
    """

    rules: Rules
    chances: Floats

    def __call__(self, state: State) -> float:
        """The probability that the Yahtzee box will be filled with points, from a state on."""
        return float(self.chances[int(state.bonus), places_of(self.rules).of(state.filled), state.upper])


def yahtzee_chances(rules: Rules, start: State | None = None, *, progress: Progress | None = None) -> YahtzeeChances:
    """Those of a state and of all that can follow it; of all states unless one is given."""
    if rules.yahtzee is None:
        raise RulesError(f"{rules.name!r} has no Yahtzee box, or more than one; its chance is not defined.")
    nothing = np.zeros(rules.upper_cap + 1)
    return YahtzeeChances(rules, chances_of(rules, nothing, Slots.of(rules).earns, start, progress=progress))
