"""The parameters of rules besides their boxes: names, limits, and how a value is read from what people type."""

import re
from collections.abc import Iterable
from typing import Any, Final, Literal, get_args

from fivedice.errors import RulesError
from fivedice.rules.column import Column

JokerRule = Literal["forced", "free", "none"]
JOKER_RULES: tuple[JokerRule, ...] = get_args(JokerRule)
Order = Literal["free", "fixed"]
ORDERS: tuple[Order, ...] = get_args(Order)
UNLIMITED: Final = "unlimited"
SavedThrows = int | Literal["unlimited"]

MAX_ROLLS = 20
MAX_SAVED = 1000
MAX_BONUS = 10_000
MAX_STEPS = 20
MAX_BOXES = 62
MAX_KEEPS = 200_000
"""More keeps than this fit neither in memory nor in a lifetime once states are added."""
NUMBERS = ("dice", "faces", "rolls", "upper_threshold", "upper_bonus", "yahtzee_bonus")
"""Parameters of the rules that are whole numbers."""
PARAMETERS = (*NUMBERS, "joker", "saved_throws", "order", "columns", "upper_steps", "face_probabilities")
"""Every parameter."""
RESERVED = (*PARAMETERS, "name", "base", "categories")
"""Names that no box can have."""

OFF = "off"
"""What a category is set to when it is taken off the card."""


def read_parameter(key: str, value: Any) -> Any:
    """The value of a parameter, from a number, a word, or a list of a file.

    >>> read_parameter("upper_steps", "63:35/84:100"), read_parameter("saved_throws", "unlimited")
    (((63, 35), (84, 100)), 'unlimited')
    """
    if key in NUMBERS:
        return whole_number(key, value)
    if key == "saved_throws":
        if value == UNLIMITED:
            return UNLIMITED
        return whole_number(key, value, f"a whole number from 0 to {MAX_SAVED}, or {UNLIMITED!r}")
    if key == "columns":
        return _columns(value)
    if key == "upper_steps":
        return _steps(value)
    if key == "face_probabilities":
        return _probabilities(value)
    return value


def whole_number(key: str, value: int | str, allowed: str = "a whole number") -> int:
    """A whole number that was typed."""
    try:
        return int(value)
    except (ValueError, TypeError):
        raise RulesError(f"{key}={value} is not allowed; it must be {allowed}.") from None


def _columns(value: Any) -> tuple[Column, ...]:
    if isinstance(value, list | tuple):
        return tuple(_column(place, one) for place, one in enumerate(value, start=1))
    return tuple(Column() for _ in range(whole_number("columns", value)))


def _column(place: int, value: Any) -> Column:
    if isinstance(value, Column):
        return value
    keys = ("name", "order", "multiplier")
    if not isinstance(value, dict) or not value.keys() <= set(keys):
        raise RulesError(f"column {place}: {value!r} is not allowed; it must be a table with {', '.join(keys)}.")
    try:
        return Column(str(value.get("name", "")), value.get("order", "free"), value.get("multiplier", 1))
    except RulesError as error:
        raise RulesError(f"column {place}: {error}") from None


def _steps(value: Any) -> tuple[tuple[int, int], ...]:
    is_text = isinstance(value, str) and re.fullmatch(r"\d{1,5}:\d{1,5}(/\d{1,5}:\d{1,5})*", value.strip())
    steps = [part.split(":") for part in value.split("/")] if is_text else value
    found = list(steps) if isinstance(steps, Iterable) and not isinstance(steps, str) else [steps]
    pairs = [one for one in found if isinstance(one, list | tuple) and len(one) == 2]
    if len(pairs) < len(found) or not all(isinstance(part, int | str) for pair in pairs for part in pair):
        allowed = "it must be pairs of threshold and bonus, such as 63:35/84:100 or [[63, 35], [84, 100]]"
        raise RulesError(f"upper_steps={value} is not allowed; {allowed}.")
    return tuple((whole_number("upper_steps", one), whole_number("upper_steps", other)) for one, other in pairs)


def _probabilities(value: Any) -> tuple[float, ...]:
    parts = value.split("/") if isinstance(value, str) else value
    try:
        return tuple(float(part) for part in parts)
    except (ValueError, TypeError):
        raise RulesError(
            f"face_probabilities={value} is not allowed; it must be a number for each face, such as 0.1/0.2/0.7 or "
            "[0.1, 0.2, 0.7]."
        ) from None
