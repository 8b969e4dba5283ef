"""Rules with some parameters or boxes set: what `--set key=value` does to the boxes and to the name."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fivedice.errors import RulesError
from fivedice.rules.category import Category, face_category
from fivedice.rules.dice import MAX_FACES
from fivedice.rules.parameters import OFF, PARAMETERS, whole_number
from fivedice.rules.pattern import Face


def changed_name(name: str, changes: Mapping[str, Any]) -> str:
    """The name of rules with changes; earlier changes are kept unless they are changed again.

    >>> changed_name("yahtzee (dice=6, joker=free)", {"dice": 7})
    'yahtzee (dice=7, joker=free)'
    """
    base, _, earlier = name.removesuffix(")").partition(" (")
    told = dict(part.split("=", 1) for part in earlier.split(", ")) if "=" in earlier else {}
    words = {**told, **{key: str(value) for key, value in changes.items()}}
    return f"{base} ({', '.join(f'{key}={value}' for key, value in words.items())})"


def keys_of(boxes: tuple[Category, ...]) -> tuple[str, ...]:
    """Everything that can be set: parameters, then boxes."""
    return (*PARAMETERS, *(one.name for one in boxes))


def with_box_set(boxes: tuple[Category, ...], name: str, value: int | str) -> tuple[Category, ...]:
    """The boxes with the fixed points of one of them set, or without it if it is set to "off"."""
    box = next((one for one in boxes if one.name == name), None)
    if box is None:
        raise RulesError(f"{name}={value} is not known; it must be one of {', '.join(keys_of(boxes))}.")
    if value == OFF:
        return tuple(one for one in boxes if one.name != name)
    if not box.is_fixed:
        pays = f"the {box.points} of its dice" if box.formula is None else f"by the formula {box.points!r}"
        raise RulesError(f"{name}={value} is not allowed: it pays {pays}; it can only be {OFF!r}.")
    changed = replace(box, points=whole_number(name, value))
    return tuple(changed if one.name == name else one for one in boxes)


def with_face_boxes(boxes: tuple[Category, ...], before: int, after: int) -> tuple[Category, ...]:
    """The boxes when the dice have `after` faces instead of `before`.

    The upper boxes of lost faces go, those of gained faces stand behind the last upper box; a card without upper
    boxes of faces gains none.
    """
    face_of = {one.name: one.pattern.face for one in boxes if one.section == "upper" and isinstance(one.pattern, Face)}
    if not face_of:
        return boxes
    gained = map(face_category, range(before + 1, min(after, MAX_FACES) + 1))
    behind = 1 + max(place for place, one in enumerate(boxes) if one.section == "upper")
    every = (*boxes[:behind], *gained, *boxes[behind:])
    return tuple(one for one in every if face_of.get(one.name, after) <= after)
