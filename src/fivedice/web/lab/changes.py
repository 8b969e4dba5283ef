"""A change that a designer makes to rules, as a page sends it.

set    : {"upper_bonus": 50}, a parameter or the points of a box; "off" takes a box off the card, "on" brings it back
chance : [3, 0.25], the probability of a face; the others keep their proportions
box    : {"title": "Pair", "pattern": "groups 2", "points": "matching", "section": "lower"}, new, or that of a `name`
move   : ["pair", -1], a box up or down
name   : "my game"
"""

import re
from dataclasses import replace
from typing import Any

from fivedice.errors import RulesError
from fivedice.rules import Category, Rules
from fivedice.rules.category import capital, shortened
from fivedice.rules.parameters import PARAMETERS, read_parameter
from fivedice.rules.pattern import parse_pattern

Plain = dict[str, Any]
LONGEST_TITLE, LONGEST_NAME, LONGEST_CODE = 40, 60, 12
LEAST_CHANCE = 0.001
PARTS = ("name", "title", "pattern", "points", "section", "code")
KINDS = ("set", "chance", "box", "move", "name")


class Unplayable(RulesError):
    """Rules that cannot be played, with the control that causes it."""

    def __init__(self, sentence: str, key: str) -> None:
        super().__init__(sentence)
        self.key = key


def changed(rules: Rules, base: Rules, change: Plain) -> Rules:
    """The rules after a change; Unplayable with the control if they cannot be."""
    try:
        found = _changed(rules, base, change)
    except RulesError as error:
        raise Unplayable(str(error), key_of(change)) from None
    except (TypeError, ValueError, OverflowError):
        raise Unplayable(f"the change {shortened(str(change))!r} is not understood.", key_of(change)) from None
    if "name" not in change and (rules.name == base.name or " (" in rules.name):
        found = replace(found, name=f"my {base.name}"[:LONGEST_NAME])
    return base if found.digest == base.digest and found.categories == base.categories else found


def key_of(change: Plain) -> str:
    """The control that a change comes from."""
    kind = next((one for one in KINDS if one in change), "")
    value = change.get(kind)
    if kind == "set" and isinstance(value, dict):
        return str(next(iter(value), ""))[:40]
    if kind == "box" and isinstance(value, dict):
        return str(value.get("name") or "new")[:40]
    if kind == "move" and isinstance(value, list) and value:
        return str(value[0])[:40]
    return "face_probabilities" if kind == "chance" else kind


def _changed(rules: Rules, base: Rules, change: Plain) -> Rules:
    kind = next((one for one in KINDS if one in change), None)
    value = change.get(str(kind))
    if kind == "set" and isinstance(value, dict):
        for key, wanted in value.items():
            rules = _set(rules, base, str(key), wanted)
        return rules
    if kind == "chance" and isinstance(value, list) and len(value) == 2:
        return replace(rules, face_probabilities=_chances(rules, int(value[0]), float(value[1])))
    if kind == "box" and isinstance(value, dict):
        return _with_box(rules, value)
    if kind == "move" and isinstance(value, list) and len(value) == 2:
        return _moved(rules, str(value[0]), int(value[1]))
    if kind == "name" and isinstance(value, str):
        return replace(rules, name=_words("name", value, LONGEST_NAME))
    raise RulesError(f"the change must be one of {', '.join(KINDS)}.")


def _set(rules: Rules, base: Rules, key: str, value: Any) -> Rules:
    if isinstance(value, bool) or not isinstance(value, int | str | list):
        raise RulesError(f"{key}={shortened(str(value))} is not allowed; it must be a number, a word or a list.")
    if key not in PARAMETERS:
        return _with_points(rules, base, key, value)
    if key == "columns":  # whose names are not part of what is played, so that `change` may see no change
        return replace(rules, categories=rules.boxes, columns=read_parameter(key, value))
    wanted: Plain = {key: value}
    if key == "upper_steps" and value:
        wanted |= {"upper_threshold": 0, "upper_bonus": 0}
    return replace(rules.change(wanted), name=rules.name)


def _with_points(rules: Rules, base: Rules, name: str, value: Any) -> Rules:
    """A box with other points, off, or on again at the place that it has in the base."""
    boxes = rules.boxes
    if value == "on":
        known = [one.name for one in base.boxes]
        if name not in known or name in {one.name for one in boxes}:
            raise RulesError(f"{name} is not a box that is off.")
        before = set(known[: known.index(name)])
        place = max((at + 1 for at, one in enumerate(boxes) if one.name in before), default=0)
        return replace(rules, categories=(*boxes[:place], base.boxes[known.index(name)], *boxes[place:]))
    if value == "off" or name not in {one.name for one in boxes}:
        return replace(rules.change({name: value}), name=rules.name)
    return replace(rules, categories=tuple(replace(one, points=value) if one.name == name else one for one in boxes))


def _chances(rules: Rules, face: int, chance: float) -> tuple[float, ...]:
    """Probabilities of the faces when one of them is set; they add up to 1."""
    most = 1 - LEAST_CHANCE * (rules.faces - 1)
    if not 1 <= face <= rules.faces or not LEAST_CHANCE <= chance <= most:
        raise RulesError(
            f"the probability of face {face} is not allowed; it must be from {LEAST_CHANCE:g} to {most:g}, and the "
            f"face from 1 to {rules.faces}."
        )
    now = list(rules.face_probabilities or [1 / rules.faces] * rules.faces)
    rest = 1 - now[face - 1]
    scaled = [max(round(one * (1 - chance) / rest, 4), LEAST_CHANCE) for one in now]
    scaled[face - 1] = 0.0
    scaled[face - 1] = round(1 - sum(scaled), 10)
    return tuple(scaled)


def _with_box(rules: Rules, box: Plain) -> Rules:
    """The rules with a box, in the place of the one that has its name, or as the last."""
    for key, value in box.items():
        if key not in PARTS:
            raise RulesError(f"a box has no {shortened(str(key))!r}; it must be {', '.join(PARTS)}.")
        if isinstance(value, bool) or not isinstance(value, int | str if key == "points" else str):
            raise RulesError(f"{key}={shortened(str(value))} is not allowed; it must be text.")
    title = _words("title", box.get("title", ""), LONGEST_TITLE)
    old = next((one for one in rules.boxes if one.name == box.get("name")), None)
    others = [one for one in rules.boxes if one is not old]
    name = old.name if old else _free(_slug(title), {one.name for one in others}, "_")
    code = box.get("code") or (old.code if old else "")
    if not code:
        letters = "".join(word[0] for word in name.split("_")).upper()
        code = _free(letters, {word.upper() for one in others for word in one.words}, "")
    if len(code) > LONGEST_CODE:
        raise RulesError(f"code={shortened(code)!r} is too long; it must have at most {LONGEST_CODE} letters.")
    points = box.get("points", "")
    if isinstance(points, str) and re.fullmatch(r"\s*\d{1,5}\s*", points):
        points = int(points)
    new = Category(name, parse_pattern(box.get("pattern", "")), points, box.get("section", "lower"), title, code)
    if old:
        return replace(rules, categories=tuple(new if one is old else one for one in rules.boxes))
    return replace(rules, categories=(*rules.boxes, new))


def _moved(rules: Rules, name: str, places: int) -> Rules:
    boxes = list(rules.boxes)
    at = next((at for at, one in enumerate(boxes) if one.name == name), None)
    if at is None or not 0 <= at + places < len(boxes):
        raise RulesError(f"{shortened(name)} cannot be moved there.")
    boxes.insert(at + places, boxes.pop(at))
    return replace(rules, categories=tuple(boxes))


def _words(what: str, text: str, most: int) -> str:
    found = " ".join(text.split())
    if not found or len(found) > most or not found.isprintable():
        raise RulesError(f"{what}={shortened(found)!r} is not allowed; it must be 1 to {most} printable characters.")
    return found


def _slug(title: str) -> str:
    """A name for a box: small letters, digits and underscores."""
    return re.sub(r"[^a-z0-9]+", "_", capital(title).lower()).strip("_") or "box"


def _free(word: str, taken: set[str], between: str) -> str:
    """The word, or the word with the first number that makes it a new one."""
    start = word if word[:1].isalpha() else f"box{between}{word}"
    tries = (start if n == 1 else f"{start}{between}{n}" for n in range(1, len(taken) + 2))
    return next(one for one in tries if one not in taken and one.upper() not in taken and one not in PARAMETERS)
