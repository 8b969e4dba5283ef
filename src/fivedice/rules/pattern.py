"""Scoring patterns: what the dice must show for a box, as small values that print as they are typed.

face 4        any roll; the dice that show 4 match
groups 3+2    groups of equal dice on different faces: three of one and two of another
run 4         four consecutive faces, wherever they begin
run 2-6       exactly these faces
run 4 wrap    four consecutive faces, where 1 follows the highest face: 5, 6, 1, 2
pairs 3       three pairs of different faces: another word for groups 2+2+2
all equal     all dice show one face
all even      all dice show even faces; "all odd" likewise
sum >= 20     all dice add up to 20 or more; "sum <= 10" likewise
any           any roll
"""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from itertools import permutations

from fivedice.errors import RulesError
from fivedice.rules.dice import Roll

GRAMMAR = (
    '"face 4", "groups 3+2", "pairs 3", "run 4", "run 2-6", "run 4 wrap", "all equal", "all even", "all odd", '
    '"sum >= 20", "sum <= 10" or "any"'
)


class Pattern(ABC):
    """A condition on a roll, with the dice that satisfy it."""

    @abstractmethod
    def matching(self, roll: Roll) -> int | None:
        """Greatest sum of the dice that form the pattern, or None where the roll does not show it."""

    def fits(self, dice: int, faces: int) -> bool:
        """Whether some roll of `dice` dice with `faces` faces shows the pattern."""
        return True

    def on(self, faces: int) -> "Pattern":
        """The pattern on dice with `faces` faces."""
        return self


@dataclass(frozen=True)
class Face(Pattern):
    """The dice that show one face; a roll without any matches with nothing."""

    face: int

    def matching(self, roll: Roll) -> int:
        return self.face * roll.count(self.face)

    def fits(self, dice: int, faces: int) -> bool:
        return 1 <= self.face <= faces

    def __str__(self) -> str:
        return f"face {self.face}"


@dataclass(frozen=True)
class Groups(Pattern):
    """Groups of equal dice, each on a face of its own."""

    sizes: tuple[int, ...]

    def matching(self, roll: Roll) -> int | None:
        sums = [
            sum(size * face for size, face in zip(self.sizes, faces, strict=True))
            for faces in permutations(set(roll), len(self.sizes))
            if all(roll.count(face) >= size for size, face in zip(self.sizes, faces, strict=True))
        ]
        return max(sums, default=None)

    def fits(self, dice: int, faces: int) -> bool:
        return min(self.sizes, default=0) >= 1 and sum(self.sizes) <= dice and len(self.sizes) <= faces

    def __str__(self) -> str:
        return "groups " + "+".join(map(str, self.sizes))


@dataclass(frozen=True)
class Run(Pattern):
    """Consecutive faces; without a `first` face, the highest run that the roll shows."""

    length: int
    first: int | None = None

    def matching(self, roll: Roll) -> int | None:
        starts = [self.first] if self.first else range(max(roll), 0, -1)
        for start in starts:
            run = range(start, start + self.length)
            if set(run) <= set(roll):
                return sum(run)
        return None

    def fits(self, dice: int, faces: int) -> bool:
        first = 1 if self.first is None else self.first
        return 1 <= self.length <= dice and first >= 1 and first + self.length - 1 <= faces

    def __str__(self) -> str:
        return f"run {self.length}" if self.first is None else f"run {self.first}-{self.first + self.length - 1}"


@dataclass(frozen=True)
class Wrap(Pattern):
    """Consecutive faces on a ring, where 1 follows the highest face; of several, the run with the greatest sum."""

    length: int
    faces: int = field(default=0, compare=False, repr=False)

    def matching(self, roll: Roll) -> int | None:
        runs = [[(start + step) % self.faces + 1 for step in range(self.length)] for start in range(self.faces)]
        return max((sum(run) for run in runs if set(run) <= set(roll)), default=None)

    def fits(self, dice: int, faces: int) -> bool:
        return 1 <= self.length <= min(dice, faces)

    def on(self, faces: int) -> "Wrap":
        return replace(self, faces=faces)

    def __str__(self) -> str:
        return f"run {self.length} wrap"


@dataclass(frozen=True)
class AllEqual(Pattern):
    """All dice show one face, however many dice there are."""

    def matching(self, roll: Roll) -> int | None:
        return sum(roll) if roll[0] == roll[-1] else None

    def __str__(self) -> str:
        return "all equal"


@dataclass(frozen=True)
class Parity(Pattern):
    """All dice show even faces (`rest` 0), or all show odd ones (`rest` 1)."""

    rest: int

    def matching(self, roll: Roll) -> int | None:
        return sum(roll) if all(face % 2 == self.rest for face in roll) else None

    def __str__(self) -> str:
        return "all odd" if self.rest else "all even"


@dataclass(frozen=True)
class Total(Pattern):
    """All dice add up to `least` or more, or to `most` or less."""

    least: int | None = None
    most: int | None = None

    def matching(self, roll: Roll) -> int | None:
        total = sum(roll)
        low, high = (total if bound is None else bound for bound in (self.least, self.most))
        return total if low <= total <= high else None

    def fits(self, dice: int, faces: int) -> bool:
        return (self.least or 0) <= dice * faces and (self.most is None or self.most >= dice)

    def __str__(self) -> str:
        return f"sum >= {self.least}" if self.most is None else f"sum <= {self.most}"


@dataclass(frozen=True)
class Anything(Pattern):
    """Any roll."""

    def matching(self, roll: Roll) -> int:
        return sum(roll)

    def __str__(self) -> str:
        return "any"


def parse_pattern(text: str) -> Pattern:
    """Read a pattern as it is printed.

    >>> parse_pattern("groups 3+2")
    Groups(sizes=(3, 2))
    """
    words = " ".join(text.lower().split())
    if words == "any":
        return Anything()
    if words == "all equal":
        return AllEqual()
    if words in ("all even", "all odd"):
        return Parity(int(words == "all odd"))
    if found := re.fullmatch(r"sum ?(>=|<=) ?(\d{1,3})", words):
        return Total(least=int(found[2])) if found[1] == ">=" else Total(most=int(found[2]))
    if found := re.fullmatch(r"pairs (\d{1,2})", words):
        return Groups((2,) * int(found[1]))
    if found := re.fullmatch(r"run (\d{1,2}) wrap", words):
        return Wrap(int(found[1]))
    if found := re.fullmatch(r"face (\d{1,2})", words):
        return Face(int(found[1]))
    if found := re.fullmatch(r"groups (\d{1,2}(?:\+\d{1,2})*)", words):
        return Groups(tuple(sorted((int(size) for size in found[1].split("+")), reverse=True)))
    if found := re.fullmatch(r"run (\d{1,2})", words):
        return Run(int(found[1]))
    if (found := re.fullmatch(r"run (\d{1,2})-(\d{1,2})", words)) and int(found[1]) <= int(found[2]):
        return Run(int(found[2]) - int(found[1]) + 1, int(found[1]))
    raise RulesError(f"pattern={text!r} is not a pattern; it must be {GRAMMAR}.")
