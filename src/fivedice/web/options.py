"""What whoever makes a table may choose beside seats and rules: the options of its game."""

from collections.abc import Mapping
from typing import Any

from fivedice.web.protocol import SPEEDS, Refused

SHORTEST, LONGEST = 10, 3600
"""Seconds for a turn at a table with a clock, and after which somebody who is not connected counts as away."""


def table_options(wish: Mapping[str, Any]) -> dict[str, Any]:
    """The options in a request for a table; what is as usual is left out."""
    speed = wish.get("speed", "normal")
    if not isinstance(speed, str) or speed not in SPEEDS:
        raise Refused(f"speed is {str(speed)[:20]!r}; it must be one of {', '.join(SPEEDS)}.")
    return {"speed": speed, **_seconds(wish, "clock", "away_after"), **_switches(wish, "listed", "casual")}


def _seconds(wish: Mapping[str, Any], *names: str) -> dict[str, int]:
    """Options that are times; 0 is as usual."""
    found = {name: wish.get(name, 0) for name in names}
    for name, seconds in found.items():
        if type(seconds) is not int or (seconds and not SHORTEST <= seconds <= LONGEST):
            raise Refused(f"{name} is {str(seconds)[:20]!r}; it must be 0, or {SHORTEST} to {LONGEST} seconds.")
    return {name: seconds for name, seconds in found.items() if seconds}


def _switches(wish: Mapping[str, Any], *names: str) -> dict[str, bool]:
    """Options that are on."""
    for name in names:
        if not isinstance(wish.get(name, False), bool):
            raise Refused(f"{name} is {str(wish[name])[:20]!r}; it must be true or false.")
    return {name: True for name in names if wish.get(name)}
