"""What of rules can be changed by hand, for pages: each parameter and each box with its value and its limits.

`least` and `most` are what the rules allow; a slider ends at `high`, beyond which people rarely go.
"""

from typing import Any

from fivedice.rules.category import MAX_POINTS, Category
from fivedice.rules.column import COLUMN_ORDERS, MAX_COLUMNS, MAX_MULTIPLIER, Column
from fivedice.rules.dice import MAX_DICE, MAX_FACES
from fivedice.rules.parameters import JOKER_RULES, MAX_BONUS, MAX_ROLLS, MAX_SAVED, MAX_STEPS, ORDERS, UNLIMITED
from fivedice.rules.rules import Rules

Plain = dict[str, Any]


def parameter_controls(rules: Rules, base: Rules) -> list[Plain]:
    """Every parameter; `usual` is its value in the base."""
    top = rules.greatest_upper_total
    found = [
        _number(rules, base, "dice", 1, MAX_DICE, 7),
        _number(rules, base, "faces", 2, MAX_FACES, 10),
        _number(rules, base, "rolls", 1, MAX_ROLLS, 5),
        _control(rules, base, "face_probabilities", "chances", count=rules.faces),
        {**_number(rules, base, "saved_throws", 0, MAX_SAVED, 4), "words": [UNLIMITED]},
        _control(rules, base, "order", "word", options=ORDERS),
    ]
    if not rules.upper_steps:
        found += [
            _number(rules, base, "upper_threshold", 0, top, top),
            _number(rules, base, "upper_bonus", 0, MAX_BONUS, 100),
        ]
    paid = max((bonus for _, bonus in rules.upper_steps), default=0)
    steps = {"count": MAX_STEPS, "most": top, "high": _high(paid, 100, MAX_BONUS)}
    columns = {"count": MAX_COLUMNS, "most": MAX_MULTIPLIER, "options": COLUMN_ORDERS}
    return [
        *found,
        _control(rules, base, "upper_steps", "steps", **steps),
        _control(rules, base, "joker", "word", options=JOKER_RULES),
        _number(rules, base, "yahtzee_bonus", 0, MAX_BONUS, 200),
        _control(rules, base, "columns", "columns", **columns),
    ]


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
    before = usual.points if usual and isinstance(usual.points, int) else 0
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
        "high": _high(max(fixed, 2 * before), 100, MAX_POINTS),
    }


def _number(rules: Rules, base: Rules, key: str, least: int, most: int, high: int) -> Plain:
    numbers = [one for one in (getattr(rules, key), getattr(base, key)) if isinstance(one, int)]
    shown = _high(max(numbers, default=0), high, most)
    return _control(rules, base, key, "number", least=least, most=most, high=shown)


def _control(rules: Rules, base: Rules, key: str, kind: str, **limits: Any) -> Plain:
    value, usual = (_plain(getattr(one, key)) for one in (rules, base))
    return {"key": key, "kind": kind, "value": value, "usual": usual, **limits}


def _plain(value: Any) -> Any:
    if isinstance(value, Column):
        return vars(value)
    return list(map(_plain, value)) if isinstance(value, tuple) else value


def _high(value: int, high: int, most: int) -> int:
    """Where a slider ends: where people rarely go further, or at what is set already."""
    return min(max(value, high), most)
