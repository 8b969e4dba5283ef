"""The complete, immutable description of what is played."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from fivedice.errors import RulesError
from fivedice.rules import checks
from fivedice.rules.category import Category, heading
from fivedice.rules.change import changed_name, keys_of, with_box_set, with_face_boxes
from fivedice.rules.column import Column, ColumnOrder, boxes_of, in_columns, named_columns, prerequisites
from fivedice.rules.dice import Dice
from fivedice.rules.parameters import NUMBERS, PARAMETERS, JokerRule, Order, SavedThrows, read_parameter
from fivedice.rules.pattern import AllEqual, Face


@dataclass(frozen=True, repr=False)
class Rules:
    """What is played: dice, rolls per turn, the boxes of the card, bonuses, joker rule.

    A five of a kind (all dice equal, however many there are) rolled while the box of the pattern "all equal" (the
    Yahtzee box) is filled is a joker:

    - "forced": the upper box of its face if that is open; else any open lower box, at full value; else a zero
      in an open upper box;
    - "free": any open box; lower boxes pay their full value once the upper box of its face is not open;
    - "none": an ordinary roll.

    Each five of a kind after the Yahtzee box was filled with points also earns `yahtzee_bonus`. With several columns
    there are several Yahtzee boxes: a joker meets all of them filled, a bonus all of them filled with points, and it is
    multiplied as the box is that the roll fills.

    A box is open if it is empty and its turn has come: with `order` "fixed" from top to bottom, in a column as the
    column says. Unused throws are kept for later turns, up to `saved_throws` at a time. The upper bonus is paid for
    each column; in steps, the highest step that is reached replaces those below it.
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
    saved_throws: SavedThrows = 0
    order: Order = "free"
    columns: tuple[Column, ...] = ()
    upper_steps: tuple[tuple[int, int], ...] = ()
    face_probabilities: tuple[float, ...] = ()

    def __repr__(self) -> str:
        return f"<Rules {self.name}: {self.turns} boxes, {self.dice} dice with {self.faces} faces, {self.rolls} rolls>"

    def __post_init__(self) -> None:
        checks.check_dice(self)
        boxes = tuple(replace(one, pattern=one.pattern.on(self.faces)) for one in boxes_of(self.categories))
        columns = named_columns(self.columns)
        usual: dict[str, object] = {"columns": columns, "categories": in_columns(boxes, columns)}
        if len(set(self.face_probabilities)) == 1:  # all alike: fair dice
            usual["face_probabilities"] = ()
        if len(self.upper_steps) == 1 and not self.upper_bonus and not self.upper_threshold:
            [(usual["upper_threshold"], usual["upper_bonus"])] = self.upper_steps
            usual["upper_steps"] = ()
        for key, value in usual.items():
            object.__setattr__(self, key, value)
        checks.check_rules(self)

    @property
    def title(self) -> str:
        """The name as a heading."""
        return heading(self.name)

    @cached_property
    def dice_set(self) -> Dice:
        """The dice of these rules."""
        return Dice(self.dice, self.faces, self.face_probabilities)

    @cached_property
    def boxes(self) -> tuple[Category, ...]:
        """The boxes of one column; without columns these are the categories."""
        return boxes_of(self.categories)

    @cached_property
    def upper(self) -> tuple[int, ...]:
        """Indices of the upper section's categories."""
        return tuple(index for index, one in enumerate(self.categories) if one.section == "upper")

    @cached_property
    def face_boxes(self) -> dict[int, int]:
        """Index of the upper category of each face that has one, in the first column."""
        return {face: indices[0] for face, indices in self.boxes_of_face.items()}

    @cached_property
    def boxes_of_face(self) -> dict[int, tuple[int, ...]]:
        """Indices of the upper categories of each face that has one, in every column."""
        found: dict[int, list[int]] = {}
        for index, category in enumerate(self.categories):
            if isinstance(category.pattern, Face) and category.section == "upper":
                found.setdefault(category.pattern.face, []).append(index)
        return {face: tuple(indices) for face, indices in found.items()}

    @cached_property
    def yahtzees(self) -> tuple[int, ...]:
        """Indices of the Yahtzee box in every column: the only box that wants all dice equal, if there is one."""
        wanted = [one for one in self.boxes if isinstance(one.pattern, AllEqual) and one.points != 0]
        return tuple(index for index, one in enumerate(self.categories) if [one.kind] == wanted)

    @property
    def yahtzee(self) -> int | None:
        """Index of the Yahtzee box where there is exactly one."""
        return self.yahtzees[0] if len(self.yahtzees) == 1 else None

    @cached_property
    def column_orders(self) -> tuple[ColumnOrder, ...]:
        """In which order each column is filled; a card without columns is one column."""
        free: ColumnOrder = "down" if self.order == "fixed" else "free"
        return tuple(free if one.order == "free" else one.order for one in self.columns) or (free,)

    @cached_property
    def prerequisites(self) -> tuple[int, ...]:
        """For each category the bits of those that must be filled before it."""
        return prerequisites(self.categories, self.column_orders, upper_apart=self.upper_cap > 0)

    @cached_property
    def has_served(self) -> bool:
        """Whether some box pays otherwise when no die was thrown again in the turn."""
        return any(one.pays_served for one in self.boxes)

    @property
    def most_saved(self) -> int:
        """The most throws that can be saved at a time, in any game that can be played."""
        possible = (self.rolls - 1) * (self.turns - 1)
        return possible if isinstance(self.saved_throws, str) else min(self.saved_throws, possible)

    @cached_property
    def greatest_upper_total(self) -> int:
        """The most that the upper section of a column can hold, before the column multiplies it."""
        upper = [one for one in self.boxes if one.section == "upper"]
        faces = [one.pattern.face for one in upper if isinstance(one.pattern, Face)]
        if len(faces) == len(upper):
            return self.dice * sum(faces)
        return sum(checks.greatest_points(one, Dice(self.dice, self.faces)) for one in upper)

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Thresholds of the upper section that pay, in ascending order, each with its whole bonus."""
        found = self.upper_steps or ((self.upper_threshold, self.upper_bonus),)
        return tuple(step for step in found if step[1])

    @property
    def upper_cap(self) -> int:
        """Upper totals of a column from here on are alike: the highest bonus is earned, or there is none."""
        return self.steps[-1][0] if self.steps else 0

    def bonus_for(self, upper_total: int) -> int:
        """The upper bonus of a column with this upper total, before the column multiplies it."""
        return max((bonus for threshold, bonus in self.steps if upper_total >= threshold), default=0)

    @property
    def upper_count(self) -> int:
        """How many upper totals a state holds: one for each column where each has a bonus of its own."""
        return len(self.columns) or 1 if self.steps else 1

    def upper_digit(self, column: int) -> int:
        """What the upper total of a column is multiplied by where a number holds those of all columns."""
        return int((self.upper_cap + 1) ** column) if self.upper_count > 1 else 1

    @cached_property
    def multipliers(self) -> tuple[int, ...]:
        """What each column multiplies its points by; a card without columns is one column."""
        return tuple(one.multiplier for one in self.columns) or (1,)

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

    def change(self, changes: Mapping[str, Any]) -> "Rules":
        """These rules with some parameters set, as `--set key=value` does.

        A category's name sets its fixed points, or takes it off the card with "off". `faces` comes first, wherever it
        stands, and the upper section follows it: a box for each face that the dice gain, none for one that they lose.
        The name says what was changed: "yahtzee (dice=6)".
        """
        values = {key: read_parameter(key, value) for key, value in changes.items() if key in PARAMETERS}
        boxes = with_face_boxes(self.boxes, self.faces, values.get("faces", self.faces))
        for key, value in changes.items():
            if key not in PARAMETERS:
                boxes = with_box_set(boxes, key, value)
        changed = replace(self, categories=boxes, **values)
        return self if changed.digest == self.digest else replace(changed, name=changed_name(self.name, changes))

    @property
    def keys(self) -> tuple[str, ...]:
        """Everything that `change` can set: parameters, then boxes."""
        return keys_of(self.boxes)

    def __hash__(self) -> int:
        """Of the digest, which is computed once: rules are asked for in many caches."""
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """A fingerprint of what is played: equal rules have equal digests, whatever they are called."""
        facts = {key: getattr(self, key) for key in (*NUMBERS, "joker")} | self._unusual
        boxes = [[one.name, one.section, str(one.pattern), one.points] for one in self.boxes]
        text = json.dumps([facts, boxes], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def _unusual(self) -> dict[str, object]:
        """Facts that differ from those of most games; a digest holds no others, so that old ones stay."""
        facts = {
            "saved_throws": self.most_saved,
            "order": "" if self.order == "free" else self.order,
            "columns": [[one.order, one.multiplier] for one in self.columns],
            "upper_steps": self.upper_steps,
            "face_probabilities": self.face_probabilities,
        }
        return {key: value for key, value in facts.items() if value}
