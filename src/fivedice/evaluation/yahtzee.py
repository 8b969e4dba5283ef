"""How likely the Yahtzee box is to be filled with points, from every state, under the strategy of the greatest mean."""

import numpy as np

from fivedice.errors import RulesError
from fivedice.evaluation.outcomes import Slots
from fivedice.evaluation.state_chances import StateChances, chances_of
from fivedice.progress import Progress
from fivedice.rules import Rules, State

YahtzeeChances = StateChances
"""Of states whose filled boxes include those of a first state; 0 where the box is filled: it cannot be filled again."""


def yahtzee_chances(rules: Rules, start: State | None = None, *, progress: Progress | None = None) -> YahtzeeChances:
    """Those of a state and of all that can follow it; of all states unless one is given."""
    if rules.yahtzee is None:
        raise RulesError(f"{rules.name!r} has no Yahtzee box, or more than one; its chance is not defined.")
    nothing = np.zeros(rules.upper_cap + 1)
    return chances_of(rules, nothing, Slots.of(rules).earns, start, progress=progress)
