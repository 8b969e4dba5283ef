"""Messages from a page: each is read into an intention, or refused with a sentence."""

import json
from dataclasses import dataclass
from typing import Any

from fivedice.errors import FivediceError

LARGEST_MESSAGE = 4096
SPEEDS = {"slow": 2.4, "normal": 1.4, "fast": 0.5, "off": 0.0}
"""Seconds between two acts of a robot."""
INTENTIONS = ("join", "throw", "fill", "undo", "hold", "coach", "rename", "speed", "rematch")


class Refused(FivediceError, ValueError):
    """A request that is not allowed; `about` names what the page wanted to do."""

    def __init__(self, sentence: str, about: str = "") -> None:
        super().__init__(sentence)
        self.about = about


@dataclass(frozen=True)
class Intention:
    """A message with the types of its fields checked; whether it is allowed is checked by the table."""

    do: str
    point: int | None = None
    held: tuple[bool, ...] | None = None
    shown: tuple[int, ...] | None = None
    category: str = ""
    tokens: tuple[str, ...] = ()
    seat: int | None = None
    name: str = ""
    speed: str = ""
    on: bool = False


def read_message(text: str | bytes) -> Intention:
    """Read a message; Refused if it is malformed."""
    size = len(text.encode(errors="surrogatepass")) if isinstance(text, str) else len(text)
    if size > LARGEST_MESSAGE:
        raise Refused(f"a message of {size:,} bytes is too long; at most {LARGEST_MESSAGE:,} are allowed.")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("the message is not JSON; send one object a message.") from None
    if not isinstance(found, dict):
        raise Refused('the message is not a JSON object; send one such as {"do": "throw"}.')
    do = found.get("do")
    if do not in INTENTIONS:
        raise Refused(f"the message asks for {_shown(do)}; it must be one of {', '.join(INTENTIONS)}.")
    read = _Reader(found, do)
    return Intention(
        do,
        point=read.whole("point"),
        held=read.sequence("held", bool),
        shown=read.sequence("shown", int),
        category=read.text("category"),
        tokens=read.sequence("tokens", str) or (),
        seat=read.whole("seat"),
        name=read.text("name"),
        speed=read.text("speed"),
        on=read.flag("on"),
    )


class _Reader:
    """Takes fields out of a message."""

    def __init__(self, found: dict[str, Any], do: str) -> None:
        self.found, self.do = found, do

    def whole(self, key: str) -> int | None:
        value = self.found.get(key)
        if value is not None and type(value) is not int:
            raise self._wrong(key, "a whole number")
        return value

    def text(self, key: str) -> str:
        value = self.found.get(key, "")
        if not _is_text(value):
            raise self._wrong(key, "text")
        return str(value)

    def flag(self, key: str) -> bool:
        value = self.found.get(key, False)
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def sequence(self, key: str, kind: type) -> Any:
        value = self.found.get(key)
        if value is None:
            return None
        words = {bool: "true and false", int: "whole numbers", str: "texts"}[kind]
        if not isinstance(value, list) or any(type(one) is not kind or not _is_sound(one) for one in value):
            raise self._wrong(key, f"a list of {words}")
        return tuple(value)

    def _wrong(self, key: str, wanted: str) -> Refused:
        return Refused(f"{key} is {_shown(self.found[key])}; it must be {wanted}.", self.do)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and _is_sound(value)


def _is_sound(value: object) -> bool:
    """Whether a value can be encoded: JSON can hold lone surrogates, which are not text."""
    return not isinstance(value, str) or not any("\ud800" <= one <= "\udfff" for one in value)


def _shown(value: object) -> str:
    """A value in an error message, cut where it becomes long."""
    text = "nothing" if value is None else json.dumps(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
