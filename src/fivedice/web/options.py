"""What whoever makes a table may choose beside seats and rules: the options of its game."""

from collections.abc import Mapping
from typing import Any

from fivedice.web.protocol import SPEEDS, Refused


def table_options(wish: Mapping[str, Any]) -> dict[str, Any]:
    """The options in a request for a table; what is as usual is left out."""
    speed = wish.get("speed", "normal")
    if not isinstance(speed, str) or speed not in SPEEDS:
        raise Refused(f"speed is {str(speed)[:20]!r}; it must be one of {', '.join(SPEEDS)}.")
    return {"speed": speed, **_switches(wish, "listed")}


def _switches(wish: Mapping[str, Any], *names: str) -> dict[str, bool]:
    """Options that are on."""
    for name in names:
        if not isinstance(wish.get(name, False), bool):
            raise Refused(f"{name} is {str(wish[name])[:20]!r}; it must be true or false.")
    return {name: True for name in names if wish.get(name)}
