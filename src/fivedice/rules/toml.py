"""Rules as TOML files.

A file is either complete or names a `base` variant and lists only what differs:

    base = "yahtzee"
    name = "generous"
    upper_threshold = 60
    full_house = 30          # a category with fixed points: new points
    chance = "off"           # taken off the card

    [categories.pair]        # a category that the base does not have, or one to replace
    pattern = "groups 2"
    points = "matching"
"""

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from fivedice.errors import RulesError
from fivedice.rules.category import Category
from fivedice.rules.pattern import parse_pattern
from fivedice.rules.rules import NUMBERS, Rules
from fivedice.rules.variants import variant

CATEGORY_KEYS = ("pattern", "points", "section", "title", "code")


def format_rules(rules: Rules) -> str:
    """Write rules as a complete TOML file."""
    lines = [f"name = {_quoted(rules.name)}"]
    lines += [f"{key} = {getattr(rules, key)}" for key in NUMBERS]
    lines += [f"joker = {_quoted(rules.joker)}"]
    for category in rules.categories:
        points = category.points if isinstance(category.points, int) else _quoted(category.points)
        texts = [f"{key} = {_quoted(str(getattr(category, key)))}" for key in ("title", "code", "section", "pattern")]
        lines += ["", f"[categories.{category.name}]", *texts, f"points = {points}"]
    return "\n".join(lines) + "\n"


def parse_rules(text: str, *, default_name: str = "custom") -> Rules:
    """Read rules from the text of a TOML file."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"the rules are not valid TOML: {error}.") from None
    base = table.pop("base", None)
    name = str(table.pop("name", default_name))
    boxes = table.pop("categories", {})
    if not isinstance(boxes, dict):
        raise RulesError(f"categories={boxes!r} is not allowed; it must be one [categories.NAME] table for each box.")
    for key, value in table.items():
        if not isinstance(value, int | str) or isinstance(value, bool):
            raise RulesError(f"{key}={value!r} is not allowed; it must be a whole number or a word.")
    added = tuple(_category(key, box) for key, box in boxes.items())
    if base is None:
        if not added:
            raise RulesError('the rules have neither a base variant nor categories; add base = "yahtzee" or boxes.')
        plain = {key: table.pop(key) for key in (*NUMBERS, "joker") if key in table}
        return replace(Rules(name, added, **plain).change(table), name=name)
    start = variant(str(base))
    replaced = {category.name: category for category in added}
    kept = tuple(replaced.pop(one.name, one) for one in start.categories)
    return replace(replace(start, categories=(*kept, *replaced.values())).change(table), name=name)


def load_rules(path: Path) -> Rules:
    """Read rules from a TOML file; without a name of its own it is called like the file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise RulesError(f"the rules file {str(path)!r} cannot be read: {reason}.") from None
    return parse_rules(text, default_name=path.stem)


def _category(name: str, box: Any) -> Category:
    if not isinstance(box, dict) or not {"pattern", "points"} <= box.keys():
        raise RulesError(f"categories.{name} needs a pattern and points.")
    for key, value in box.items():
        if key not in CATEGORY_KEYS:
            raise RulesError(f"categories.{name}.{key}={value!r} is not known; it must be {', '.join(CATEGORY_KEYS)}.")
        if isinstance(value, bool) or not isinstance(
            value, int if key == "points" and not isinstance(value, str) else str
        ):
            raise RulesError(
                f"categories.{name}.{key}={value!r} is not allowed; it must be text, or a number for points."
            )
    return Category(name, **{**box, "pattern": parse_pattern(box["pattern"])})


def _quoted(text: str) -> str:
    """A basic string of TOML: JSON's escapes, and DEL, which TOML counts among the control characters."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
