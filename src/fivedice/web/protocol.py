"""Messages from a page: each is read into an intention, or refused with a sentence."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fivedice.errors import FivediceError
from fivedice.phrases import spoken
from fivedice.rules.category import capital

LARGEST_MESSAGE = 4096
SPEEDS = {"slow": 2.4, "normal": 1.4, "fast": 0.5, "off": 0.0}
"""Seconds between two acts of a robot."""
FIELDS = {
    "point": int, "seat": int, "category": str, "name": str, "speed": str, "on": bool, "bot": bool,
    "held": bool, "shown": int, "tokens": str, "pledge": str, "share": str, "device": str, "until": str, "emote": str,
}  # fmt: skip
"""The type of each field, or of what it lists."""
LISTS = ("held", "shown", "tokens")
WORDS = {
    int: ("a whole number", "a list of whole numbers"),
    str: ("text", "a list of texts"),
    bool: ("true or false", "a list of true and false"),
}
"""Names of the types of fields, and of those that are lists."""
INTENTIONS = (
    "join", "throw", "fill", "undo", "hold", "coach", "rename", "speed", "rematch", "pledge", "share",
    "depute", "resign", "retract", "stop", "answer", "react",
)  # fmt: skip


class Refused(FivediceError, ValueError):
    """A request that is not allowed; `about` names what the page wanted to do."""

    def __init__(self, sentence: str, about: str = "") -> None:
        super().__init__(sentence)
        self.about = about


def error_message(error: FivediceError | str, about: str = "") -> dict[str, Any]:
    """The message "error", its sentence as pages show it."""
    sentence = capital(error if isinstance(error, str) else error.sentence)
    return {"type": "error", **spoken(sentence), "about": about}


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
    bot: bool = False
    pledge: str = ""
    share: str = ""
    device: str = ""
    until: str = ""
    emote: str = ""


def read_message(text: str | bytes) -> Intention:
    """Read a message; Refused if it is malformed."""
    size = len(text.encode(errors="surrogatepass")) if isinstance(text, str) else len(text)
    if size > LARGEST_MESSAGE:
        raise Refused(f"a message of {size:,} bytes is too long; at most {LARGEST_MESSAGE:,} are allowed.")
    found = read_object(text, "message", '{"do": "throw"}')
    do = found.get("do")
    if do not in INTENTIONS:
        raise Refused(f"the message asks for {_shown(do)}; it must be one of {', '.join(INTENTIONS)}.")
    return Intention(do, **dict(_read_fields(found, do)))


def read_object(text: str | bytes | bytearray, what: str, example: str) -> dict[str, Any]:
    """The JSON object in a message or a body."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused(f"the {what} is not JSON; send one object a {what}.") from None
    if not isinstance(found, dict):
        raise Refused(f"the {what} is not a JSON object; send one such as {example}.")
    return found


def _read_fields(found: dict[str, Any], do: str) -> Iterator[tuple[str, Any]]:
    """The fields that a message has, of the types that they must be of."""
    for key, kind in FIELDS.items():
        is_list, value = key in LISTS, found.get(key, ...)
        if value is ... or (value is None and (is_list or kind is int)):
            continue
        listed = value if isinstance(value, list) else [value]
        if is_list != isinstance(value, list) or not all(_is(kind, one) for one in listed):
            raise Refused(f"{key} is {_shown(value)}; it must be {WORDS[kind][is_list]}.", do)
        yield key, tuple(listed) if is_list else value


def _is(kind: type, value: object) -> bool:
    """Whether a value is of a type; JSON can hold lone surrogates, which are not text."""
    return type(value) is kind and not (isinstance(value, str) and any("\ud800" <= one <= "\udfff" for one in value))


def _shown(value: object) -> str:
    """A value in an error message, cut where it becomes long."""
    text = "nothing" if value is None else json.dumps(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
