"""How much of the laboratory a server opens to visitors."""

from typing import Literal, get_args

from fivedice.errors import ServerError

Level = Literal["off", "light", "all"]
LEVELS: tuple[Level, ...] = get_args(Level)


def read_level(text: str | None, *, local: bool) -> Level:
    """The level of a word; by default a server for one machine opens all, one for a network light work only."""
    wanted = text or ("all" if local else "light")
    for level in LEVELS:
        if level == wanted:
            return level
    raise ServerError(f"--laboratory {wanted[:20]!r} is not known; it must be one of {', '.join(LEVELS)}.")
