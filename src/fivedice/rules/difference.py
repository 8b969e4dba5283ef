"""Rules written as what sets them apart from a variant: short enough for an address, and readable there."""

from contextlib import suppress
from dataclasses import replace

from fivedice.errors import FivediceError
from fivedice.rules.parameters import OFF, PARAMETERS
from fivedice.rules.rules import Rules
from fivedice.rules.toml import CATEGORY_KEYS, format_rules, parse_rules, settings
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
        with suppress(FivediceError):  # a new box that the dice of the base could never fill, say
            if parse_rules(text) == rules:
                return text
    return format_rules(rules)


def _difference(rules: Rules, base: str, start: Rules) -> str:
    changed = [key for key in PARAMETERS if getattr(rules, key) != getattr(start, key)]
    lines = [f'base = "{base}"', *settings(rules, ("name", *changed))]
    before = {one.name: one for one in start.boxes}
    now = {one.name: one for one in rules.boxes}
    lines += [f'{name} = "{OFF}"' for name in before if name not in now]
    tables: list[str] = []
    for name, box in now.items():
        known = before.get(name)
        if known == box:
            continue
        if known and known.is_fixed and box.is_fixed and replace(known, points=box.points) == box:
            lines.append(f"{name} = {box.points}")
        else:
            tables += ["", f"[categories.{name}]", *settings(box, CATEGORY_KEYS)]
    return "\n".join([*lines, *tables]) + "\n"
