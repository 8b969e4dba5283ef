"""Rules written as what sets them apart from a variant: short enough for an address, and readable there."""

import json
from typing import Any

from fivedice.errors import FivediceError
from fivedice.rules.category import Category
from fivedice.rules.column import Column
from fivedice.rules.parameters import OFF, PARAMETERS
from fivedice.rules.rules import Rules
from fivedice.rules.toml import CATEGORY_KEYS, format_rules, parse_rules
from fivedice.rules.variants import VARIANTS


def format_difference(rules: Rules, base: str) -> str:
    """TOML that names a base variant and only what differs; the complete file where that cannot say it.

    >>> from fivedice.rules.variants import variant
    >>> print(format_difference(variant("yahtzee (upper_bonus=50, chance=off)"), "yahtzee"), end="")
    base = "yahtzee"
    name = "yahtzee (upper_bonus=50, chance=off)"
    upper_bonus = 50
    chance = "off"
    """
    if base in VARIANTS:
        text = _difference(rules, base, VARIANTS[base][0])
        try:
            if parse_rules(text) == rules:
                return text
        except FivediceError:  # a new box that the dice of the base could never fill, say
            pass
    return format_rules(rules)


def _difference(rules: Rules, base: str, start: Rules) -> str:
    lines = [f"base = {json.dumps(base)}", f"name = {json.dumps(rules.name, ensure_ascii=False)}"]
    for key in PARAMETERS:
        if (value := getattr(rules, key)) != getattr(start, key):
            lines.append(f"{key} = {_value(value)}")
    before = {one.name: one for one in start.boxes}
    now = {one.name: one for one in rules.boxes}
    lines += [f'{name} = "{OFF}"' for name in before if name not in now]
    tables: list[str] = []
    for name, box in now.items():
        known = before.get(name)
        if known == box:
            continue
        if known and known.is_fixed and box.is_fixed and _but_points(known) == _but_points(box):
            lines.append(f"{name} = {box.points}")
        else:
            tables += ["", f"[categories.{name}]", *(f"{key} = {_value(_part(box, key))}" for key in CATEGORY_KEYS)]
    return "\n".join([*lines, *tables]) + "\n"


def _but_points(box: Category) -> tuple[str, ...]:
    return tuple(str(getattr(box, key)) for key in CATEGORY_KEYS if key != "points")


def _part(box: Category, key: str) -> int | str:
    found = getattr(box, key)
    return found if isinstance(found, int) else str(found)


def _value(value: Any) -> str:
    """A number, a word or a list as TOML, on one line."""
    if isinstance(value, Column):
        return f'{{ name = {_value(value.name)}, order = "{value.order}", multiplier = {value.multiplier} }}'
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
