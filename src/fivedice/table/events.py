"""The events of a game: their log is the game, and all that is stored of it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, Literal, get_args

from fivedice.errors import RecordError
from fivedice.table.names import recorded_name
from fivedice.table.shares import is_link

Kind = Literal["person", "robot", "bot"]
"""A robot is a strategy of the server, a bot a program that took an open seat as a person does."""
Until = Literal["turn", "return"]
"""How long a robot plays for a player: one turn, or until the player returns."""
Reason = Literal["away", "clock"]
"""Why a robot plays for a player: the player is away, or the time for this turn is over."""


@dataclass(frozen=True)
class Seat:
    """Who plays: a person, a bot, or a robot by its strategy's name; `physical` dice are rolled by hand and typed."""

    name: str
    kind: Kind = "person"
    strategy: str | None = None
    physical: bool = False


@dataclass(frozen=True)
class Began:
    """The game was created; without a commitment all dice are physical.

    Options that matter to the game: `open` lists seats that anybody may take, `position` is where the game starts
    if not at empty cards, and `seed` is the number of the seed that a player chose.
    """

    game: str
    created: str
    rules: str
    digest: str
    seats: tuple[Seat, ...]
    commitment: str | None
    options: Mapping[str, Any]


@dataclass(frozen=True)
class OfSeat:
    """An event of one seat: all but the first and the last."""

    seat: int


@dataclass(frozen=True)
class Joined(OfSeat):
    """A person or a bot took a seat."""

    name: str
    kind: Kind = "person"


@dataclass(frozen=True)
class Renamed(OfSeat):
    """A seat has a new name."""

    name: str


@dataclass(frozen=True)
class Coached(OfSeat):
    """A person was advised about the dice of this seat for the first time."""


@dataclass(frozen=True)
class Pledged(OfSeat):
    """The computer of a player bound itself to a chain of shares (see `shares`), the first or another one."""

    pledge: str


@dataclass(frozen=True)
class Shared(OfSeat):
    """A player revealed a share without a throw, because another one had pledged since the last."""

    share: str


@dataclass(frozen=True)
class Thrown(OfSeat):
    """Throw number `throw` of a turn, both from 0: the positions that stayed, and what all dice show now.

    `share` is what the player revealed with it, if anything: these dice and later ones depend on it.
    """

    turn: int
    throw: int
    held: tuple[int, ...]
    dice: tuple[int, ...]
    share: str = ""


@dataclass(frozen=True)
class Undone(OfSeat):
    """The last throw of physical dice was typed wrongly, and is typed again."""

    turn: int
    throw: int


@dataclass(frozen=True)
class Filled(OfSeat):
    """A box was filled with points, and perhaps a Yahtzee bonus earned."""

    turn: int
    category: str
    points: int
    bonus: int


@dataclass(frozen=True)
class Retracted(OfSeat):
    """The box that was filled last is taken back: the same dice lie on the table again."""

    turn: int
    category: str


@dataclass(frozen=True)
class Deputed(OfSeat):
    """A robot plays for the player of a seat from now on, by a strategy."""

    strategy: str
    until: Until
    reason: Reason


@dataclass(frozen=True)
class Returned(OfSeat):
    """The player is back and decides again; dice that a robot threw stay as they lie."""


@dataclass(frozen=True)
class Resigned(OfSeat):
    """A player gave up: the card is closed as it is, and the others play on."""


@dataclass(frozen=True)
class Stopped(OfSeat):
    """A player ended the game for all, since another one does not come back; nobody wins."""


@dataclass(frozen=True)
class Ended:
    """The game is over: all boxes are full, or too few players are left. The seed is revealed."""

    seed: str | None
    at: str


Played = Thrown | Undone | Filled | Retracted | Deputed | Returned | Resigned | Stopped
"""Events that change which dice are decided about, or who decides."""
Event = Began | Joined | Renamed | Coached | Pledged | Shared | Played | Ended
USUAL = {kind: {field.name: field.default for field in fields(kind)} for kind in get_args(Event)}
"""The default of each field of each event."""
EVENTS: dict[str, type[Event]] = {one.__name__.lower(): one for one in get_args(Event)}


def event_json(event: Event) -> dict[str, Any]:
    """An event as plain values.

    >>> event_json(Undone(0, 3, 1))
    {'event': 'undone', 'seat': 0, 'turn': 3, 'throw': 1}
    """
    values = (asdict(event) if isinstance(event, Began) else vars(event)).items()
    usual = USUAL[type(event)]
    plain = {key: list(one) if isinstance(one, tuple) else one for key, one in values if one != usual[key]}
    return {"event": type(event).__name__.lower(), **plain}


def event_from_json(value: Any) -> Event:
    """Read an event; only its form is checked."""
    kind = value.get("event") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in EVENTS:
        raise RecordError(f"{_shown(value)} is not an event; its key event must be one of {', '.join(EVENTS)}.")
    made = EVENTS[kind]
    usual = {name: default for name, default in USUAL[made].items() if default is not MISSING}
    check_keys(f"event {kind!r}", {**usual, **value}, ["event", *USUAL[made]])
    return made(**{name: READERS[name](f"{kind}.{name}", value[name]) for name in USUAL[made] if name in value})


def check_keys(what: str, value: Mapping[str, Any], names: Sequence[str]) -> None:
    """Refuse an object that lacks some of these keys, or has others."""
    if missing := [name for name in names if name not in value]:
        raise RecordError(f"{what} lacks {', '.join(missing)}.")
    if unknown := [name for name in value if name not in names]:
        known = ", ".join(names)
        raise RecordError(f"{what} has {', '.join(map(_shown, unknown))}, which is not known; its keys are {known}.")


def _check(what: str, value: Any, fits: bool, must: str) -> None:
    if not fits:
        raise RecordError(f"{what}={_shown(value)} is not allowed; it must be {must}.")


def _shown(value: Any) -> str:
    """The beginning of a wrong value."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _whole(what: str, value: Any) -> int:
    _check(what, value, type(value) is int and 0 <= value < 1 << 31, "a whole number from 0 on")
    return int(value)


def _wholes(what: str, value: Any) -> tuple[int, ...]:
    _check(what, value, isinstance(value, list), "a list of whole numbers")
    return tuple(_whole(what, one) for one in value)


def _text(what: str, value: Any) -> str:
    _check(what, value, isinstance(value, str), "text")
    return str(value)


def _text_or_none(what: str, value: Any) -> str | None:
    return None if value is None else _text(what, value)


def _text_that(fits: Callable[[str], object], must: str) -> Callable[[str, Any], str]:
    def read(what: str, value: Any) -> str:
        _check(what, value, bool(fits(_text(what, value))), must)
        return str(value)

    return read


def _one_of(*words: str) -> Callable[[str, Any], Any]:
    def read(what: str, value: Any) -> Any:
        _check(what, value, value in words, " or ".join(words))
        return value

    return read


def _seat(what: str, value: Any) -> Seat:
    _check(what, value, isinstance(value, dict), "an object, as each seat is")
    check_keys(what, value, [field.name for field in fields(Seat)])
    kind, strategy = value["kind"], _text_or_none(f"{what}.strategy", value["strategy"])
    READERS["kind"](f"{what}.kind", kind)
    if (kind == "robot") != (strategy is not None):
        raise RecordError(f"{what}: a robot plays by a strategy, a person and a bot by none.")
    _check(f"{what}.physical", value["physical"], isinstance(value["physical"], bool), "true or false")
    return Seat(READERS["name"](f"{what}.name", value["name"]), kind, strategy, value["physical"])


def _seats(what: str, value: Any) -> tuple[Seat, ...]:
    _check(what, value, isinstance(value, list), "a list of seats")
    return tuple(_seat(f"{what}[{number}]", one) for number, one in enumerate(value))


def _options(what: str, value: Any) -> dict[str, Any]:
    _check(what, value, isinstance(value, dict), "an object")
    if "open" in value:
        _wholes(f"{what}.open", value["open"])
    if "position" in value:
        _text(f"{what}.position", value["position"])
    return dict(value)


READERS: dict[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys(("seat", "turn", "throw", "points", "bonus"), _whole),
    **dict.fromkeys(("held", "dice"), _wholes),
    **dict.fromkeys(("created", "rules", "digest", "category", "strategy", "at"), _text),
    **dict.fromkeys(("commitment", "seed"), _text_or_none),
    **dict.fromkeys(("pledge", "share"), _text_that(is_link, "64 hexadecimal digits in small letters")),
    "game": _text_that(re.compile(r"[A-Za-z0-9_-]{1,64}").fullmatch, "1 to 64 letters, digits, - and _"),
    "name": _text_that(lambda name: recorded_name(name) == name, "a name without spaces at its ends"),
    "kind": _one_of(*get_args(Kind)),
    "until": _one_of(*get_args(Until)),
    "reason": _one_of(*get_args(Reason)),
    "seats": _seats,
    "options": _options,
}
"""How each field is read, whichever event it belongs to."""
