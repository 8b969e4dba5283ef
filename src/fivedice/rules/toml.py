"""Rules as TOML files.

A file is either complete or names a `base` variant and lists only what differs:

    base = "yahtzee"
    name = "generous"
    upper_threshold = 60
    full_house = 30          # a category with fixed points: new points
    chance = "off"           # taken off the card

    [categories.pair]        # a category that the base does not have, or one to replace
    pattern = "groups 2"
    points = "matching"      # or "sum", a number, a formula such as "40 if served else 35"

Some parameters are lists:

    saved_throws = "unlimited"                       # or a number: unused throws kept for later turns
    order = "fixed"                                  # boxes from top to bottom
    upper_steps = [[63, 35], [84, 100]]              # the upper bonus in steps; a higher step replaces a lower one
    face_probabilities = [0.1, 0.1, 0.2, 0.2, 0.2, 0.2]

    [[columns]]              # the boxes once more for each column; `columns = 4` is short for four free ones
    name = "down"
    order = "down"           # or "up", "free"
    multiplier = 2

A mistake is answered with its line.
"""

import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from fivedice.errors import RulesError
from fivedice.rules.category import Category
from fivedice.rules.column import Column
from fivedice.rules.parameters import NUMBERS, PARAMETERS, read_parameter
from fivedice.rules.pattern import parse_pattern
from fivedice.rules.rules import Rules
from fivedice.rules.variants import variant

CATEGORY_KEYS = ("pattern", "points", "section", "title", "code")
MAX_LINES = 2_000
MAX_LINE = 1_000
LISTS = ("columns", "upper_steps", "face_probabilities")
UNUSUAL: dict[str, Any] = {"saved_throws": 0, "order": "free", "upper_steps": (), "face_probabilities": ()}
"""Parameters that a file need not name, each with what it is then."""


def format_rules(rules: Rules) -> str:
    """Write rules as a complete TOML file; parameters that few games have stand there only if they differ."""
    unusual = [key for key in UNUSUAL if getattr(rules, key) != UNUSUAL[key]]
    lines = settings(rules, ("name", *NUMBERS, "joker", *unusual))
    for column in rules.columns:
        lines += ["", "[[columns]]", *settings(column, ("name", "order", "multiplier"))]
    for box in rules.boxes:
        lines += ["", f"[categories.{box.name}]", *settings(box, ("title", "code", "section", "pattern", "points"))]
    return "\n".join(lines) + "\n"


def settings(of: object, keys: Iterable[str]) -> list[str]:
    """Lines with some attributes, each a number, a word or a list on one line."""
    return [f"{key} = {_value(getattr(of, key))}" for key in keys]


def _value(value: Any) -> str:
    """A value of TOML; texts are JSON's but for DEL, which TOML counts among the control characters."""
    if isinstance(value, Column):
        return f"{{ {', '.join(settings(value, ('name', 'order', 'multiplier')))} }}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False, default=str).replace("\x7f", "\\u007f")


def parse_rules(text: str, *, default_name: str = "custom") -> Rules:
    """Read rules from the text of a TOML file."""
    _check_size(text)
    try:
        return _rules(tomllib.loads(text), default_name)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"the rules are not valid TOML: {error}.") from None
    except RecursionError:
        raise RulesError(
            "the rules are nested too deep; no table or list has more than two others around it."
        ) from None
    except RulesError as error:
        line = _line_of(text, str(error))
        raise type(error)(f"line {line}: {error}" if line else str(error)) from None


def _check_size(text: str) -> None:
    """Refuse what no game needs, so that reading takes a moment and no sentence repeats a long text."""
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise RulesError(f"the rules have {len(lines):,} lines; they must have at most {MAX_LINES:,}.")
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            raise RulesError(f"line {number}: it has {len(line):,} characters; it must have at most {MAX_LINE:,}.")


def _rules(table: dict[str, Any], default_name: str) -> Rules:
    base = table.pop("base", None)
    name = str(table.pop("name", default_name))
    boxes = table.pop("categories", {})
    if not isinstance(boxes, dict):
        raise RulesError(f"categories={boxes!r} is not allowed; it must be one [categories.NAME] table for each box.")
    for key, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | str | list if key in LISTS else int | str):
            allowed = "a whole number, a word or a list" if key in LISTS else "a whole number or a word"
            raise RulesError(f"{key}={value!r} is not allowed; it must be {allowed}.")
    added = tuple(_category(key, box) for key, box in boxes.items())
    if base is None:
        if not added:
            raise RulesError('the rules have neither a base variant nor categories; add base = "yahtzee" or boxes.')
        plain = {key: table.pop(key) for key in PARAMETERS if key in table}
        plain |= {key: read_parameter(key, plain[key]) for key in (*LISTS, "saved_throws") if key in plain}
        return replace(Rules(name, added, **plain).change(table), name=name)
    start = variant(str(base))
    replaced = {category.name: category for category in added}
    kept = tuple(replaced.pop(one.name, one) for one in start.boxes)
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
        if isinstance(value, bool) or not isinstance(value, int | str if key == "points" else str):
            raise RulesError(
                f"categories.{name}.{key}={value!r} is not allowed; it must be text, or a number for points."
            )
    try:
        pattern = parse_pattern(box["pattern"])
    except RulesError as error:
        raise RulesError(f"{name}: {error}") from None
    return Category(name, **{**box, "pattern": pattern})


def _line_of(text: str, mistake: str) -> int | None:
    """The line that a mistake is about, by the key or box that its sentence begins with; None if no line names it."""
    found = re.match(r"(?:category )?'?([\w.]+(?: \d+)?)'?(?=[=: ])(?:: (\w+)=)?", mistake)
    if not found:
        return None
    lines, (subject, part) = _key_lines(text), found.groups()
    ways = [f"{subject}.{part}", f"categories.{subject}.{part}", subject, f"categories.{subject}"]
    ways += [subject.rpartition(".")[0], "columns" if subject.startswith("column ") else ""]
    return next((lines[way] for way in ways if way in lines), None)


def _key_lines(text: str) -> dict[str, int]:
    """The line of each key and table of a file; keys of a table stand behind its name: "categories.pair.points"."""
    found: dict[str, int] = {}
    table, columns = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\[?\s*([\w.\"' -]+?)\s*\]", line):
            table = re.sub(r"[\"' ]", "", header[1])
            if table == "columns":
                columns += 1
                table = f"column {columns}"
            found.setdefault(table, number)
        elif key := re.match(r"\s*([\w.\"'-]+)\s*=", line):
            name = re.sub(r"[\"']", "", key[1])
            found.setdefault(f"{table}.{name}" if table else name, number)
    return found
