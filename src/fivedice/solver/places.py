"""Places: the numbers by which arrays hold the cards that play can lead to; see `kernels.places`.

Boxes with prerequisites form tracks: those of a column that is filled from top to bottom, or interchangeable ones, the
first of which is filled first. A track of n boxes has n + 1 fillings instead of 2ⁿ: sixteen places for Yatzy in fixed
order, 5⁷ for the four boxes of each kind of Balut.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod

import numpy as np

from fivedice.arrays import Ints, Longs
from fivedice.errors import TooLarge
from fivedice.rules import Rules

MAX_PLACES = 1 << 31
"""Places are counted in 32 bits."""


@dataclass(frozen=True)
class Places:
    """The tracks of a card: each a tuple of boxes in the order in which they are filled.

    before : for each box the bits of all boxes that are filled before it
    """

    tracks: tuple[tuple[int, ...], ...]
    before: tuple[int, ...]

    @property
    def count(self) -> int:
        """Number of places; the last one is the full card."""
        return prod(len(track) + 1 for track in self.tracks)

    @property
    def are_masks(self) -> bool:
        """Whether a place is the bits of its filled boxes."""
        return all(len(track) == 1 for track in self.tracks)

    @cached_property
    def step(self) -> Longs:
        """int64[boxes], from a place to the one with the box filled."""
        steps, radix = np.zeros(len(self.before), np.int64), 1
        for track in self.tracks:
            steps[list(track)] = radix
            radix *= len(track) + 1
        return steps

    @property
    def filled(self) -> Longs:
        """int64[places], bits of the filled boxes; not kept where they are the places themselves."""
        self.check_count()
        return np.arange(self.count, dtype=np.int64) if self.are_masks else self._tables[0]

    @property
    def open(self) -> Longs:
        """int64[places], bits of the boxes that may be filled next."""
        return self.count - 1 - self.filled if self.are_masks else self._tables[1]

    def of(self, filled: int) -> int:
        """The place with these boxes filled."""
        if self.are_masks:
            return filled
        return int(self.step[[box for box in range(len(self.before)) if filled >> box & 1]].sum())

    def of_each(self, filled: Longs) -> Longs:
        """int64[n], the places with the boxes of each of these bits filled."""
        if self.are_masks:
            return filled
        return np.asarray((filled[:, None] >> np.arange(len(self.before)) & 1) @ self.step, np.int64)

    def layers(self, start: int = 0) -> list[Ints]:
        """Places that hold the boxes `start`, by how many more they hold: those with none first, the full card last."""
        filled = self.filled
        fits = filled & start == start
        for box, before in enumerate(self.before):
            if before:
                fits &= (filled >> box & 1 == 0) | (filled & before == before)
        places = np.flatnonzero(fits).astype(np.int32)
        more = np.bitwise_count(filled[places]) - start.bit_count()
        return [places[more == count] for count in range(len(self.before) - start.bit_count() + 1)]

    def check_count(self) -> None:
        """Refuse a card with more places than can be listed."""
        if self.count > MAX_PLACES:
            raise TooLarge(
                f"a card of {len(self.before)} boxes can be filled in {self.count:,} ways, too many to list; the limit "
                f"is {MAX_PLACES:,}: take categories off the card, or play it without an exact solution."
            )

    @cached_property
    def _tables(self) -> tuple[Longs, Longs]:
        places = np.arange(self.count, dtype=np.int64)
        filled, may_fill = np.zeros((2, self.count), np.int64)
        for track in self.tracks:
            bits = np.cumsum([0, *(1 << box for box in track)])
            filled |= bits[places % len(bits)]
            places //= len(bits)
        for box, before in enumerate(self.before):
            ready = (filled & before == before) & (filled >> box & 1 == 0)
            may_fill |= ready.astype(np.int64) << box
        return filled, may_fill


@lru_cache(maxsize=32)
def places_of(rules: Rules) -> Places:
    """The places of these rules."""
    return with_prerequisites(rules.prerequisites)


def with_prerequisites(prerequisites: tuple[int, ...]) -> Places:
    """Places of boxes with these prerequisites: a box goes on the track whose last box it needs most of all.

    >>> with_prerequisites((0, 1, 0)).tracks
    ((0, 1), (2,))
    """
    boxes = range(len(prerequisites))
    before = list(prerequisites)
    for middle in boxes:  # a prerequisite's prerequisites are prerequisites too
        before = [one | before[middle] if one >> middle & 1 else one for one in before]
    tracks: list[list[int]] = []
    for box in sorted(boxes, key=lambda one: (before[one].bit_count(), one)):
        fitting = [track for track in tracks if before[box] >> track[-1] & 1]
        if fitting:
            max(fitting, key=lambda track: before[track[-1]].bit_count()).append(box)
        else:
            tracks.append([box])
    return Places(tuple(map(tuple, sorted(tracks))), tuple(before))
