"""The options of a new table, beside its seats and rules."""

from collections.abc import Mapping
from typing import Any

from fivedice.web.protocol import SPEEDS, Refused

SHORTEST, LONGEST = 10, 3600
"""Bounds of two options, in seconds: the time for a turn, and when a player without a connection counts as away."""


def table_options(wish: Mapping[str, Any]) -> dict[str, Any]:
    """The options in a request for a table: the speed, and those that differ from their default."""
    speed = wish.get("speed", "normal")
    if not isinstance(speed, str) or speed not in SPEEDS:
        raise Refused(f"speed is {str(speed)[:20]!r}; it must be one of {', '.join(SPEEDS)}.")
    times = {name: wish.get(name, 0) for name in ("clock", "away_after")}
    for name, seconds in times.items():
        if type(seconds) is not int or (seconds and not SHORTEST <= seconds <= LONGEST):
            raise Refused(f"{name} is {str(seconds)[:20]!r}; it must be 0, or {SHORTEST} to {LONGEST} seconds.")
    switches = {name: wish.get(name, False) for name in ("listed", "casual")}
    for name, on in switches.items():
        if not isinstance(on, bool):
            raise Refused(f"{name} is {str(on)[:20]!r}; it must be true or false.")
    return {"speed": speed, **{name: value for name, value in (times | switches).items() if value}}
