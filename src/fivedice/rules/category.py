"""A box of the score card."""

import re
from dataclasses import dataclass, field
from typing import Literal

from fivedice.errors import RulesError
from fivedice.phrases import Phrase, phrase, word
from fivedice.rules.dice import Roll
from fivedice.rules.formula import Formula, parse_formula
from fivedice.rules.pattern import Face, Pattern

Section = Literal["upper", "lower"]
Points = int | str
"""Fixed points, "sum" of all dice, "matching" for the sum of those that form the pattern, or a formula."""

MAX_POINTS = 1000


FACE_NAMES = (
    "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
    "elevens", "twelves", "thirteens", "fourteens", "fifteens", "sixteens", "seventeens", "eighteens", "nineteens",
    "twenties",
)  # fmt: skip


def heading(name: str) -> str:
    """The name of a category, a variant or a strategy as a heading.

    >>> heading("yahtzee-free-joker"), heading("full_house")
    ('Yahtzee free joker', 'Full house')
    """
    return capital(name.replace("-", " ").replace("_", " "))


def shortened(text: str, most: int = 60) -> str:
    """A text as an error message quotes it: its beginning where it is long."""
    return text if len(text) <= most else f"{text[:most]}..."


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text.capitalised() if isinstance(text, Phrase) else text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Category:
    """A box: what it asks of a roll and what it pays.

    `name` is what is typed on a command line, `title` what people read, `code` its letters in the notation.
    Points of the upper section count towards the upper bonus. On a card with several columns the box stands in each of
    them: `column` is its place, `multiplier` that of the column, `box` the box as the rules name it.
    """

    name: str
    pattern: Pattern
    points: Points
    section: Section = "lower"
    title: str = ""
    code: str = ""
    column: int = field(default=0, repr=False)
    multiplier: int = field(default=1, repr=False)
    box: "Category | None" = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.name):
            raise RulesError(f"category {self.name!r}: a name is made of small letters, digits and underscores.")
        if self.section not in ("upper", "lower"):
            raise RulesError(f"{self.name}: section={self.section!r} is neither 'upper' nor 'lower'.")
        if not self.title:
            object.__setattr__(self, "title", heading(self.name))
        if not self.code:
            object.__setattr__(self, "code", self.name)
        if not re.fullmatch(r"[A-Za-z0-9_]+", self.code):
            raise RulesError(f"{self.name}: code={self.code!r} is not made of letters, digits and underscores.")
        self._check_points()

    def _check_points(self) -> None:
        if isinstance(self.points, str):
            if self.points not in ("sum", "matching"):
                object.__setattr__(self, "points", self._read_formula(self.points).text)
        elif not 0 <= self.points <= MAX_POINTS:
            raise RulesError(f"{self.name}={self.points} is not allowed; it must be 0 to {MAX_POINTS}.")
        if isinstance(self.pattern, Face) and self.points != "matching":
            raise RulesError(f"{self.name}: points={self.points!r} is not allowed; a face pays 'matching' dice.")

    def _read_formula(self, text: str) -> Formula:
        try:
            return parse_formula(text)
        except RulesError as error:
            allowed = f"it must be 'sum', 'matching', 0 to {MAX_POINTS} or a formula"
            raise RulesError(f"{self.name}: points={shortened(text)!r} is not allowed; {allowed}: {error}") from None

    @property
    def words(self) -> frozenset[str]:
        """What the box answers to, in small letters: name, code and title."""
        return frozenset((self.name, self.code.lower(), self.title.lower()))

    @property
    def label(self) -> Phrase:
        """The title in any language, with the name of its column where there are several."""
        own = word(self.kind.title, "box")
        column = self.title.removeprefix(self.kind.title)
        return phrase("{box}{column}", box=own, column=column) if column else own

    @property
    def is_fixed(self) -> bool:
        """Whether the box pays the same for every roll that it accepts."""
        return isinstance(self.points, int)

    @property
    def kind(self) -> "Category":
        """The box as the rules name it, in whichever column this one stands."""
        return self.box or self

    @property
    def formula(self) -> Formula | None:
        """What computes the points, if a formula does."""
        return (
            None if isinstance(self.points, int) or self.points in ("sum", "matching") else parse_formula(self.points)
        )

    @property
    def pays_served(self) -> bool:
        """Whether it may pay otherwise when no die was thrown again in the turn."""
        return self.formula is not None and self.formula.asks_served

    def natural_points(self, roll: Roll, served: bool = False) -> int:
        """Points for a roll, jokers apart: 0 where the pattern is not shown."""
        matching = self.pattern.matching(roll)
        return 0 if matching is None else self._pays(roll, matching, served=served)

    def joker_points(self, roll: Roll, served: bool = False) -> int:
        """Points for a joker: in the lower section as if the dice showed the pattern."""
        if self.section == "upper" or self.pattern.matching(roll) is not None:
            return self.natural_points(roll, served)
        return self._pays(roll, sum(roll), served=served)

    def _pays(self, roll: Roll, matching: int, *, served: bool) -> int:
        if isinstance(self.points, int):
            return self.points * self.multiplier
        if self.points == "matching":
            return matching * self.multiplier
        if self.points == "sum":
            return sum(roll) * self.multiplier
        return parse_formula(self.points).points(roll, matching, served=served) * self.multiplier


def face_category(face: int) -> Category:
    """The upper box that counts one face: "Ones" for 1, "Twos" for 2, ..."""
    return Category(FACE_NAMES[face - 1], Face(face), "matching", "upper", code=str(face))
