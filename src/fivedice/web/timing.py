"""How long people wait for each other at a table, by a clock that tests can turn."""

import time
from collections.abc import Callable
from dataclasses import dataclass

DEPUTY = "greedy"
"""The strategy that plays for a player who is away or too slow: it plays any rules, at once, and not too well."""


@dataclass(frozen=True)
class Timing:
    """Seconds, and what time it is.

    away    : after which the others may let a robot play for somebody who is not connected
    consent : for which a question to the others stands
    regret  : that robots wait at a casual table before they throw, so that a player can take a box back
    """

    away: float = 60.0
    consent: float = 30.0
    regret: float = 3.0
    now: Callable[[], float] = time.time
