"""A box of the score card."""

import re
from dataclasses import dataclass
from typing import Literal

from fivedice.errors import RulesError
from fivedice.rules.dice import Roll
from fivedice.rules.pattern import Face, Pattern

Section = Literal["upper", "lower"]
Points = int | Literal["sum", "matching"]
"""Fixed points, the sum of all dice, or the sum of the dice that match the pattern."""

MAX_POINTS = 1000


def heading(name: str) -> str:
    """The name of a category, a variant or a strategy as a heading.

    >>> heading("yahtzee-free-joker"), heading("full_house")
    ('Yahtzee free joker', 'Full house')
    """
    return capital(name.replace("-", " ").replace("_", " "))


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Category:
    """A box: what it asks of a roll and what it pays.

    `name` is what is typed on a command line, `title` what people read, `code` its letters in the notation.
    Points of the upper section count towards the upper bonus.
    """

    name: str
    pattern: Pattern
    points: Points
    section: Section = "lower"
    title: str = ""
    code: str = ""

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
                allowed = f"'sum', 'matching' or 0 to {MAX_POINTS}"
                raise RulesError(f"{self.name}: points={self.points!r} is not allowed; it must be {allowed}.")
        elif not 0 <= self.points <= MAX_POINTS:
            raise RulesError(f"{self.name}={self.points} is not allowed; it must be 0 to {MAX_POINTS}.")
        if isinstance(self.pattern, Face) and self.points != "matching":
            raise RulesError(f"{self.name}: points={self.points!r} is not allowed; a face pays 'matching' dice.")

    @property
    def words(self) -> frozenset[str]:
        """What the box answers to, in small letters: name, code and title."""
        return frozenset((self.name, self.code.lower(), self.title.lower()))

    @property
    def is_fixed(self) -> bool:
        """Whether the box pays the same for every roll that it accepts."""
        return isinstance(self.points, int)

    def natural_points(self, roll: Roll) -> int:
        """Points for a roll, jokers apart: 0 where the pattern is not shown."""
        matching = self.pattern.matching(roll)
        if matching is None:
            return 0
        if self.points == "matching":
            return matching
        return sum(roll) if self.points == "sum" else self.points

    def joker_points(self, roll: Roll) -> int:
        """Points for a joker: in the lower section as if the dice showed the pattern."""
        if self.section == "upper" or self.pattern.matching(roll) is not None:
            return self.natural_points(roll)
        return self.points if isinstance(self.points, int) else sum(roll)
