"""Rolls and keeps: multisets of dice, written as tuples of faces in ascending order.

With n dice of f faces there are C(n+f−1, n) rolls and C(n+f, n) keeps of all sizes 0..n, since a keep is a
roll in which some dice show "nothing". Five dice of six faces: 252 rolls, 462 keeps.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from fivedice.errors import NotationError

Roll = tuple[int, ...]
Keep = tuple[int, ...]

FACE_SYMBOLS = "0123456789ABCDEFGHIJK"
"""One character a face, so that a roll of ten-faced dice can still be typed: A is 10, B is 11, ..."""

MAX_DICE = 10
MAX_FACES = len(FACE_SYMBOLS) - 1


@dataclass(frozen=True)
class Dice:
    """`count` dice with the faces 1..`faces`: fair, or with a probability for each face."""

    count: int
    faces: int
    probabilities: tuple[float, ...] = ()

    @property
    def roll_count(self) -> int:
        """Number of different rolls, without listing them."""
        return comb(self.count + self.faces - 1, self.count)

    @property
    def keep_count(self) -> int:
        """Number of different keeps of all sizes, without listing them."""
        return comb(self.count + self.faces, self.count)

    @cached_property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls in lexicographic order; the position of a roll is its index."""
        return tuple(self._multisets(self.count))

    @cached_property
    def keeps(self) -> tuple[Keep, ...]:
        """All keeps, smaller ones first, so that the last `roll_count` of them are the rolls."""
        return tuple(keep for size in range(self.count + 1) for keep in self._multisets(size))

    @cached_property
    def keep_index(self) -> dict[Keep, int]:
        """Position of each keep in `keeps`."""
        return {keep: index for index, keep in enumerate(self.keeps)}

    def roll_index(self, roll: Roll) -> int:
        """Position of a roll in `rolls`."""
        return self.keep_index[roll] - (self.keep_count - self.roll_count)

    @cached_property
    def face_chances(self) -> tuple[Fraction, ...]:
        """The probability of each face, exactly; those of unfair dice are scaled to add up to 1."""
        exact = [Fraction(one) for one in self.probabilities] or [Fraction(1)] * self.faces
        return tuple(one / sum(exact) for one in exact)

    def probability(self, roll: Roll) -> Fraction:
        """Probability n! / (c₁! ⋯ c_f!) · p₁^c₁ ⋯ p_f^c_f of throwing this multiset, cᵢ dice showing i."""
        counts = Counter(roll)
        arrangements = factorial(len(roll)) // prod(map(factorial, counts.values()))
        if not self.probabilities:
            return Fraction(arrangements, self.faces ** len(roll))
        return arrangements * prod(
            (self.face_chances[face - 1] ** count for face, count in counts.items()), start=Fraction(1)
        )

    def parse(self, text: str, *, whole: bool) -> Keep:
        """Read dice such as "56666", in any order; `whole` asks for all of them, else any number.

        >>> Dice(5, 6).parse("65666", whole=True)
        (5, 6, 6, 6, 6)
        """
        symbols = [symbol for symbol in text.upper() if symbol not in " ,-"]
        faces = []
        for symbol in symbols:
            face = FACE_SYMBOLS.find(symbol)
            if not 1 <= face <= self.faces:
                last = FACE_SYMBOLS[self.faces]
                raise NotationError(f"dice {text!r}: {symbol!r} is not a face of these dice, which show 1 to {last}.")
            faces.append(face)
        if whole and len(faces) != self.count:
            raise NotationError(f"dice {text!r}: a roll has {self.count} dice, but {len(faces)} are given.")
        if len(faces) > self.count:
            raise NotationError(f"dice {text!r}: only {self.count} dice are in play, but {len(faces)} are given.")
        return tuple(sorted(faces))

    def check(self, faces: Iterable[int], *, whole: bool) -> Keep:
        """The same for dice as numbers."""
        symbols = []
        for face in faces:
            if isinstance(face, bool) or not hasattr(face, "__index__") or not 1 <= face <= self.faces:
                raise NotationError(f"dice: {face!r} is not a face of these dice, which show 1 to {self.faces}.")
            symbols.append(FACE_SYMBOLS[face])
        return self.parse("".join(symbols), whole=whole)

    def _multisets(self, size: int) -> Iterator[Keep]:
        return combinations_with_replacement(range(1, self.faces + 1), size)


def format_dice(dice: Keep) -> str:
    """Write dice as people type them; no dice at all are "-".

    >>> format_dice((5, 6, 6, 6, 6)), format_dice(())
    ('56666', '-')
    """
    return "".join(FACE_SYMBOLS[face] for face in dice) or "-"


def is_part_of(keep: Keep, roll: Roll) -> bool:
    """Whether the keep can be picked from the roll."""
    return Counter(keep) <= Counter(roll)


def marked(dice: Roll, keep: Keep) -> tuple[bool, ...]:
    """Which of the dice on a table a keep takes, from the left.

    >>> marked((6, 2, 6, 6), (6, 6))
    (True, False, True, False)
    """
    return tuple(dice[: place + 1].count(face) <= keep.count(face) for place, face in enumerate(dice))


def keeps_of(roll: Roll) -> tuple[Keep, ...]:
    """Every different keep that can be picked from a roll, smaller ones first."""
    found: set[Keep] = {()}
    for face in roll:
        found |= {tuple(sorted((*keep, face))) for keep in found}
    return tuple(sorted(found, key=lambda keep: (len(keep), keep)))
