"""Rules compiled once into read-only arrays: all that kernels ever see of them.

Keeps stand in rows ordered by size, so that row 0 is the empty keep and the last `rolls` rows are the rolls. One step
in this lattice adds or drops one die:

    extend : int32[inner, faces]    row of an inner keep (fewer than all dice) with one die of each face added
    drop   : int32[...]             rows of a keep with one die fewer, `drop[drop_start[k] : drop_start[k + 1]]`
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints
from fivedice.rules import Roll, Rules


@dataclass(frozen=True)
class Tables:
    """Read-only arrays of one set of rules.

    points, joker_points : int32[categories, rolls], what a box pays for a roll, plainly and as a full-value joker
    equal_face           : int32[rolls], the face of a roll whose dice are all equal, else 0
    face_box             : int32[faces + 1], index of the upper category of a face, else −1
    probability          : float64[rolls], of each roll when all dice are thrown
    upper                : bool[categories], whether its points count towards the upper bonus
    keep_counts          : uint8[keeps, faces + 1], how many dice of a keep show each face
    pairs                : int64[rolls, 2], lower and higher face of a roll with exactly two pairs, else zeros
    """

    extend: Ints
    drop: Ints
    drop_start: Ints
    points: Ints
    joker_points: Ints
    equal_face: Ints
    face_box: Ints
    probability: Floats
    upper: NDArray[np.bool_]
    keep_counts: NDArray[np.uint8]
    pairs: NDArray[np.int64]

    @property
    def inner(self) -> int:
        """Number of keeps that are not whole rolls; the row of roll r is inner + r."""
        return len(self.extend)

    @property
    def most_points(self) -> int:
        """The most points that a box pays."""
        return int(max(self.points.max(), self.joker_points.max()))

    @property
    def rolls(self) -> int:
        """Number of different rolls."""
        return len(self.equal_face)

    @property
    def keeps(self) -> int:
        """Number of rows."""
        return self.inner + self.rolls

    def rolls_of(self, dice: NDArray[np.uint8]) -> NDArray[np.int64]:
        """int64[...], index of the rolls that dice[..., n] are."""
        row = np.zeros(dice.shape[:-1], np.int64)
        for position in range(dice.shape[-1]):
            row = self.extend[row, dice[..., position] - 1].astype(np.int64)
        return row - self.inner


@lru_cache(maxsize=32)
def compile_rules(rules: Rules) -> Tables:
    """The tables of these rules; compiled at most once a process."""
    dice = rules.dice_set
    keeps, row = dice.keeps, dice.keep_index
    inner = dice.keep_count - dice.roll_count
    faces = range(1, rules.faces + 1)
    extend = [[row[tuple(sorted((*keep, face)))] for face in faces] for keep in keeps[:inner]]
    drops = [sorted({row[keep[:at] + keep[at + 1 :]] for at in range(len(keep))}) for keep in keeps]
    tables = Tables(
        extend=np.array(extend, np.int32),
        drop=np.array([source for sources in drops for source in sources], np.int32),
        drop_start=np.cumsum([0, *map(len, drops)]).astype(np.int32),
        points=np.array([[one.natural_points(roll) for roll in dice.rolls] for one in rules.categories], np.int32),
        joker_points=np.array([[one.joker_points(roll) for roll in dice.rolls] for one in rules.categories], np.int32),
        equal_face=np.array([roll[0] if roll[0] == roll[-1] else 0 for roll in dice.rolls], np.int32),
        face_box=np.array([-1, *(rules.face_boxes.get(face, -1) for face in faces)], np.int32),
        probability=np.array([float(dice.probability(roll)) for roll in dice.rolls]),
        upper=np.array([one.section == "upper" for one in rules.categories]),
        keep_counts=np.array([[keep.count(face) for face in range(rules.faces + 1)] for keep in keeps], np.uint8),
        pairs=np.array([_two_pairs(roll) for roll in dice.rolls], np.int64),
    )
    for array in vars(tables).values():
        array.setflags(write=False)
    return tables


def mask_layers(categories: int, filled: int = 0) -> list[Ints]:
    """Masks that hold the `filled` boxes, by how many more they hold: those with none first, the full card last."""
    masks = np.arange(1 << categories, dtype=np.int32)
    masks = masks[masks & filled == filled]
    more = np.bitwise_count(masks) - filled.bit_count()
    return [masks[more == count] for count in range(categories - filled.bit_count() + 1)]


def upper_ranges(rules: Rules, tables: Tables) -> tuple[Ints, Ints]:
    """For each mask the least and the greatest upper total that need a value of their own."""
    most = np.where(tables.upper, tables.points.max(axis=1), 0)
    masks = np.arange(1 << rules.turns)
    held = sum(np.where(masks >> box & 1, most[box], 0) for box in range(rules.turns))
    cap = rules.upper_cap
    low = np.maximum(cap - (most.sum() - held) - 1, 0)
    return low.astype(np.int32), np.minimum(held, cap).astype(np.int32)


def _two_pairs(roll: Roll) -> tuple[int, int]:
    pairs = [face for face in sorted(set(roll)) if roll.count(face) == 2]
    return (pairs[0], pairs[1]) if len(pairs) == 2 else (0, 0)
