"""What of rules can be changed by hand, for pages: each parameter and each box with its value and its limits.

`least` and `most` are what the rules allow; a slider ends at `high`, beyond which people rarely go.
"""

from typing import Any

from fivedice.rules.category import MAX_POINTS, Category
from fivedice.rules.column import COLUMN_ORDERS, MAX_COLUMNS, MAX_MULTIPLIER
from fivedice.rules.dice import MAX_DICE, MAX_FACES
from fivedice.rules.parameters import (
    JOKER_RULES,
    MAX_BONUS,
    MAX_ROLLS,
    MAX_SAVED,
    MAX_STEPS,
    ORDERS,
    UNLIMITED,
)
from fivedice.rules.rules import Rules

Plain = dict[str, Any]


def parameter_controls(rules: Rules, base: Rules) -> list[Plain]:
    """Every parameter; `usual` is its value in the base."""
    top = rules.greatest_upper_total
    found = [
        _number(rules, base, "dice", 1, MAX_DICE, 7),
        _number(rules, base, "faces", 2, MAX_FACES, 10),
        _number(rules, base, "rolls", 1, MAX_ROLLS, 5),
        {
            "key": "face_probabilities",
            "kind": "chances",
            "value": list(rules.face_probabilities),
            **_usual(base, "face_probabilities"),
            "count": rules.faces,
        },
        {**_number(rules, base, "saved_throws", 0, MAX_SAVED, 4), "words": [UNLIMITED]},
        _word(rules, base, "order", ORDERS),
    ]
    if not rules.upper_steps:
        found += [
            _number(rules, base, "upper_threshold", 0, top, top),
            _number(rules, base, "upper_bonus", 0, MAX_BONUS, 100),
        ]
    found += [
        {
            "key": "upper_steps",
            "kind": "steps",
            "value": [list(step) for step in rules.upper_steps],
            **_usual(base, "upper_steps"),
            "count": MAX_STEPS,
            "most": top,
            "high": _high(max((bonus for _, bonus in rules.upper_steps), default=0), 0, 100, MAX_BONUS),
        },
        _word(rules, base, "joker", JOKER_RULES),
        _number(rules, base, "yahtzee_bonus", 0, MAX_BONUS, 200),
        {
            "key": "columns",
            "kind": "columns",
            "value": [vars(one) for one in rules.columns],
            "usual": [vars(one) for one in base.columns],
            "count": MAX_COLUMNS,
            "most": MAX_MULTIPLIER,
            "options": list(COLUMN_ORDERS),
        },
    ]
    return found


def box_controls(rules: Rules, base: Rules) -> list[Plain]:
    """Every box of the card, and those of the base that are off, where they would stand."""
    known = {one.name: one for one in base.boxes}
    here = {one.name for one in rules.boxes}
    found = [_box(one, known.get(one.name), on=True) for one in rules.boxes]
    for at, one in enumerate(base.boxes):
        if one.name not in here:
            before = {other.name for other in base.boxes[:at]}
            place = max((i + 1 for i, shown in enumerate(found) if shown["key"] in before), default=0)
            found.insert(place, _box(one, one, on=False))
    return found


def _box(box: Category, usual: Category | None, *, on: bool) -> Plain:
    fixed = box.points if isinstance(box.points, int) else 0
    return {
        "key": box.name,
        "title": box.title,
        "code": box.code,
        "section": box.section,
        "pattern": str(box.pattern),
        "points": box.points,
        "usual": usual.points if usual else None,
        "on": on,
        "own": usual is None,
        "least": 0,
        "most": MAX_POINTS,
        "high": _high(fixed, usual.points if usual and isinstance(usual.points, int) else 0, 100, MAX_POINTS),
    }


def _usual(base: Rules, key: str) -> Plain:
    value = getattr(base, key)
    return {"usual": [list(one) if isinstance(one, tuple) else one for one in value]}


def _number(rules: Rules, base: Rules, key: str, least: int, most: int, high: int) -> Plain:
    value, usual = getattr(rules, key), getattr(base, key)
    numbers = [one for one in (value, usual) if isinstance(one, int)]
    shown = _high(max(numbers, default=0), 0, high, most)
    return {"key": key, "kind": "number", "value": value, "usual": usual, "least": least, "most": most, "high": shown}


def _word(rules: Rules, base: Rules, key: str, words: tuple[str, ...]) -> Plain:
    return {"key": key, "kind": "word", "value": getattr(rules, key), "usual": getattr(base, key), "options": words}


def _high(value: int, usual: int, high: int, most: int) -> int:
    """Where a slider ends: where people rarely go further, or at what is set already."""
    return min(max(value, 2 * usual, high), most)
