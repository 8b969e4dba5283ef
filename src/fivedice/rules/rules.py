"""The complete, immutable description of what is played."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Literal, get_args

from fivedice.errors import RulesError, TooLarge
from fivedice.rules.category import Category, heading
from fivedice.rules.dice import MAX_DICE, MAX_FACES, Dice
from fivedice.rules.pattern import AllEqual, Face

JokerRule = Literal["forced", "free", "none"]
JOKER_RULES: tuple[JokerRule, ...] = get_args(JokerRule)

MAX_ROLLS = 20
MAX_BONUS = 10_000
MAX_KEEPS = 200_000
"""More keeps than this fit neither in memory nor in a lifetime once states are added."""
NUMBERS = ("dice", "faces", "rolls", "upper_threshold", "upper_bonus", "yahtzee_bonus")
"""Parameters of the rules that are whole numbers."""

OFF = "off"
"""What a category is set to when it is taken off the card."""

FACE_NAMES = (
    "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
    "elevens", "twelves", "thirteens", "fourteens", "fifteens", "sixteens", "seventeens", "eighteens", "nineteens",
    "twenties",
)  # fmt: skip


def face_category(face: int) -> Category:
    """The upper box that counts one face: "Ones" for 1, "Twos" for 2, ..."""
    return Category(FACE_NAMES[face - 1], Face(face), "matching", "upper", code=str(face))


@dataclass(frozen=True, repr=False)
class Rules:
    """What is played: dice, rolls per turn, the boxes of the card, bonuses, joker rule.

    A five of a kind rolled while the box of the pattern "all equal" (the Yahtzee box) is filled is a joker:

    - "forced": the upper box of its face if that is open; else any open lower box, at full value; else a zero
      in an open upper box;
    - "free": any open box; lower boxes pay their full value once the upper box of its face is filled;
    - "none": an ordinary roll.

    Each five of a kind after the Yahtzee box was filled with points also earns `yahtzee_bonus`.
    """

    name: str
    categories: tuple[Category, ...]
    dice: int = 5
    faces: int = 6
    rolls: int = 3
    upper_threshold: int = 0
    upper_bonus: int = 0
    yahtzee_bonus: int = 0
    joker: JokerRule = "none"

    def __repr__(self) -> str:
        return f"<Rules {self.name}: {self.turns} boxes, {self.dice} dice with {self.faces} faces, {self.rolls} rolls>"

    def __post_init__(self) -> None:
        self._check_number("dice", 1, MAX_DICE)
        self._check_number("faces", 2, MAX_FACES)
        self._check_number("rolls", 1, MAX_ROLLS)
        if self.dice_set.keep_count > MAX_KEEPS:
            raise TooLarge(
                f"dice={self.dice} with faces={self.faces} gives {self.dice_set.keep_count:,} different keeps, too "
                f"many to fit in memory; the limit is {MAX_KEEPS:,}: take fewer dice or faces."
            )
        self._check_number("upper_bonus", 0, MAX_BONUS)
        self._check_number("yahtzee_bonus", 0, MAX_BONUS)
        if self.joker not in JOKER_RULES:
            raise RulesError(f"joker={self.joker!r} is not allowed; it must be {', '.join(JOKER_RULES)}.")
        self._check_categories()
        self._check_number("upper_threshold", 0, self.greatest_upper_total)
        if (self.joker != "none" or self.yahtzee_bonus) and self.yahtzee is None:
            raise RulesError(
                f"joker={self.joker} with yahtzee_bonus={self.yahtzee_bonus} needs exactly one category with the "
                "pattern 'all equal' that pays points; add one, or set joker=none and yahtzee_bonus=0."
            )

    def _check_number(self, key: str, least: int, most: int) -> None:
        value = getattr(self, key)
        if type(value) is not int or not least <= value <= most:
            raise RulesError(f"{key}={value!r} is not allowed; it must be a whole number from {least} to {most}.")

    def _check_categories(self) -> None:
        if not self.categories:
            raise RulesError("categories: a card needs at least one category.")
        for one, other in combinations(self.categories, 2):
            if one.name == other.name:
                raise RulesError(f"categories: {one.name!r} stands twice on the card.")
            if one.code.lower() == other.code.lower():
                raise RulesError(f"categories: two of them have the code {one.code.lower()!r}; each needs its own.")
            for word in one.words & other.words:
                raise RulesError(
                    f"categories: {word!r} could mean {one.name} or {other.name}; no code or title may be the name, "
                    "code or title of another box."
                )
        for category in self.categories:
            if category.name in (*NUMBERS, "joker", "name", "base", "categories"):
                raise RulesError(f"category {category.name!r} has the name of a parameter; choose another.")
            if not category.pattern.fits(self.dice, self.faces):
                raise RulesError(
                    f"{category.name}: the pattern '{category.pattern}' never occurs with dice={self.dice} and "
                    f"faces={self.faces}; change it, or set {category.name}={OFF} to take it off the card."
                )

    @property
    def title(self) -> str:
        """The name as a heading."""
        return heading(self.name)

    @cached_property
    def dice_set(self) -> Dice:
        """The dice of these rules."""
        return Dice(self.dice, self.faces)

    @cached_property
    def upper(self) -> tuple[int, ...]:
        """Indices of the upper section's categories."""
        return tuple(index for index, one in enumerate(self.categories) if one.section == "upper")

    @cached_property
    def face_boxes(self) -> dict[int, int]:
        """Index of the upper category of each face that has one."""
        return {
            category.pattern.face: index
            for index, category in enumerate(self.categories)
            if isinstance(category.pattern, Face) and category.section == "upper"
        }

    @cached_property
    def yahtzee(self) -> int | None:
        """Index of the Yahtzee box: the only category that wants all dice equal, if there is one."""
        boxes = enumerate(self.categories)
        found = [index for index, one in boxes if isinstance(one.pattern, AllEqual) and one.points != 0]
        return found[0] if len(found) == 1 else None

    @cached_property
    def greatest_upper_total(self) -> int:
        """The most that the upper section can hold."""
        if all(index in self.face_boxes.values() for index in self.upper):
            return self.dice * sum(face for face, index in self.face_boxes.items() if index in self.upper)
        rolls = self.dice_set.rolls
        return sum(max(map(self.categories[index].natural_points, rolls)) for index in self.upper)

    @property
    def upper_cap(self) -> int:
        """Upper totals from here on are alike: the bonus is earned, or there is none."""
        return self.upper_threshold if self.upper_bonus else 0

    @property
    def turns(self) -> int:
        """Number of turns of a game: one for each box."""
        return len(self.categories)

    @cached_property
    def index(self) -> dict[str, int]:
        """Index of each category by its name."""
        return {category.name: index for index, category in enumerate(self.categories)}

    def category(self, word: str) -> Category:
        """The category with this name, code or title, in any case."""
        wanted = word.strip().lower()
        for category in self.categories:
            if wanted in category.words:
                return category
        names = ", ".join(f"{category.name} ({category.code})" for category in self.categories)
        raise RulesError(f"category {word!r} is not on this card; it must be one of {names}.")

    def change(self, changes: Mapping[str, int | str]) -> "Rules":
        """These rules with some parameters set, as `--set key=value` does.

        A category's name sets its fixed points, or takes it off the card with "off". `faces` comes first, wherever it
        stands, and the upper section follows it: a box for each face that the dice gain, none for one that they lose.
        The name says what was changed: "yahtzee (dice=6)".
        """
        rules_values: dict[str, Any] = {}
        faces = _whole_number("faces", changes.get("faces", self.faces))
        categories = _with_face_boxes(self.categories, self.faces, faces)
        for key, value in changes.items():
            if key in NUMBERS:
                rules_values[key] = _whole_number(key, value)
            elif key == "joker":
                rules_values[key] = value
            else:
                categories = _change_category(categories, key, value)
        changed = replace(self, categories=categories, **rules_values)
        return self if changed.digest == self.digest else replace(changed, name=changed_name(self.name, changes))

    @property
    def keys(self) -> tuple[str, ...]:
        """Everything that `change` can set: parameters, then categories."""
        return _keys(self.categories)

    @cached_property
    def digest(self) -> str:
        """A fingerprint of what is played: equal rules have equal digests, whatever they are called."""
        facts = {key: getattr(self, key) for key in (*NUMBERS, "joker")}
        boxes = [[one.name, one.section, str(one.pattern), one.points] for one in self.categories]
        text = json.dumps([facts, boxes], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def changed_name(name: str, changes: Mapping[str, int | str]) -> str:
    """The name of rules with changes; earlier changes are kept unless they are changed again.

    >>> changed_name("yahtzee (dice=6, joker=free)", {"dice": 7})
    'yahtzee (dice=7, joker=free)'
    """
    base, _, earlier = name.removesuffix(")").partition(" (")
    told = dict(part.split("=", 1) for part in earlier.split(", ")) if "=" in earlier else {}
    words = {**told, **{key: str(value) for key, value in changes.items()}}
    return f"{base} ({', '.join(f'{key}={value}' for key, value in words.items())})"


def _keys(categories: tuple[Category, ...]) -> tuple[str, ...]:
    return (*NUMBERS, "joker", *(one.name for one in categories))


def _whole_number(key: str, value: int | str) -> int:
    try:
        return int(value)
    except ValueError:
        raise RulesError(f"{key}={value} is not allowed; it must be a whole number.") from None


def _change_category(categories: tuple[Category, ...], name: str, value: int | str) -> tuple[Category, ...]:
    category = next((one for one in categories if one.name == name), None)
    if category is None:
        raise RulesError(f"{name}={value} is not known; it must be one of {', '.join(_keys(categories))}.")
    if value == OFF:
        return tuple(one for one in categories if one.name != name)
    if not category.is_fixed:
        raise RulesError(
            f"{name}={value} is not allowed: it pays the {category.points} of its dice; it can only be {OFF!r}."
        )
    changed = replace(category, points=_whole_number(name, value))
    return tuple(changed if one.name == name else one for one in categories)


def _with_face_boxes(categories: tuple[Category, ...], before: int, after: int) -> tuple[Category, ...]:
    """The categories when the dice have `after` faces instead of `before`.

    The upper boxes of lost faces go, those of gained faces stand behind the last upper box; a card without upper
    boxes of faces gains none.
    """
    face_of = {
        one.name: one.pattern.face for one in categories if one.section == "upper" and isinstance(one.pattern, Face)
    }
    if not face_of:
        return categories
    gained = map(face_category, range(before + 1, min(after, MAX_FACES) + 1))
    behind = 1 + max(place for place, one in enumerate(categories) if one.section == "upper")
    boxes = (*categories[:behind], *gained, *categories[behind:])
    return tuple(one for one in boxes if face_of.get(one.name, after) <= after)
