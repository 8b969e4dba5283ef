"""Timeouts at a table, and a clock that tests can replace."""

import time
from collections.abc import Callable
from dataclasses import dataclass

DEPUTY = "greedy"
"""The strategy that plays for a player who is away or too slow: it plays any rules, at once, and not too well."""


@dataclass(frozen=True)
class Timing:
    """Timeouts in seconds, and the current time.

    away    : without a connection, after which the others may let a robot play for a player
    consent : to agree to a request
    regret  : that robots wait at a casual table before they throw, so that a player can take a box back
    """

    away: float = 60.0
    consent: float = 30.0
    regret: float = 3.0
    now: Callable[[], float] = time.time
