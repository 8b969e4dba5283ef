"""Study 000, section 3.4: whether the printed rounds can have been played on the same dice.

Each die has three values for a turn, one a throw (section 3.1), for all players. The tables print every throw, so
players who rolled the same die anew in the same throw must have got the same value. A round fits if values can be
given to the dice so that all printed throws come out, whichever of equal dice were kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from fivedice.rules import Keep, Roll

Dice = tuple[int, ...]
"""Dice in their order."""
Play = tuple[tuple[Keep, Roll], ...]
"""What a player kept of each throw, and what the dice showed after the next one."""


def fits(first: Dice, plays: Sequence[Play]) -> bool:
    """Whether some values of the dice lead all players from a first throw through the throws of their plays."""
    return _fits([first] * len(plays), plays)


def _fits(tables: Sequence[Dice], plays: Sequence[Play]) -> bool:
    if not all(plays):
        return True
    after = _after_throw(tables, [play[0] for play in plays], {})
    return any(_fits(dice, [play[1:] for play in plays]) for dice in after)


def _after_throw(
    tables: Sequence[Dice], steps: Sequence[tuple[Keep, Roll]], values: Mapping[int, int]
) -> Iterator[list[Dice]]:
    """The dice of every player after a throw, in all ways that agree about the values of dice that were rolled."""
    if not tables:
        yield []
        return
    for places, faces in _rolled(tables[0], *steps[0]):
        own = dict(zip(places, faces, strict=True))
        if all(values.get(place, face) == face for place, face in own.items()):
            shown = tuple(own.get(place, face) for place, face in enumerate(tables[0]))
            for others in _after_throw(tables[1:], steps[1:], {**values, **own}):
                yield [shown, *others]


def _rolled(dice: Dice, kept: Keep, after: Roll) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Places of the dice that may have been rolled, and the faces that they may have shown."""
    new = list(after)
    for face in kept:
        new.remove(face)
    for places in combinations(range(len(dice)), len(new)):
        if sorted(face for place, face in enumerate(dice) if place not in places) == sorted(kept):
            for faces in set(permutations(new)):
                yield places, faces
