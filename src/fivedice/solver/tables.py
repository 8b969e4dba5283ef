"""Rules compiled once into read-only arrays: all that kernels ever see of them.

Keeps stand in rows ordered by size, so that row 0 is the empty keep and the last `rolls` rows are the rolls. One step
in this lattice adds or drops one die:

    extend : int32[inner, faces]    row of an inner keep (fewer than all dice) with one die of each face added
    drop   : int32[...]             rows of a keep with one die fewer, `drop[drop_start[k] : drop_start[k + 1]]`

A served roll, one of a turn in which no die was thrown again, is a roll of its own where some box pays otherwise for
it: it then has a second row, behind those of all rolls. Only the first throw leads there (`first`), and keeping all
dice stays there.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints
from fivedice.errors import TooLarge
from fivedice.rules import Keep, Roll, Rules
from fivedice.solver.places import places_of


@dataclass(frozen=True)
class Tables:
    """Read-only arrays of one set of rules.

    first                : int32[inner, faces], as `extend` when the dice of a turn are thrown for the first time
    weights              : float64[faces], the probability of each face, None for fair dice
    points, joker_points : int32[categories, rolls], what a box pays for a roll, plainly and as a full-value joker
    equal_face           : int32[rolls], the face of a roll whose dice are all equal, else 0
    face_boxes           : int64[faces + 1], bits of the upper categories of a face
    probability          : float64[rolls], of each roll when all dice are thrown for the first time
    roll_dice            : int64[rolls, n], the dice of each roll, in ascending order
    upper                : bool[categories], whether its points count towards the upper bonus
    keep_counts          : uint8[keeps, faces + 1], how many dice of a keep show each face
    pairs                : int64[rolls, 2], lower and higher face of a roll with exactly two pairs, else zeros
    """

    extend: Ints
    first: Ints
    weights: Floats | None
    drop: Ints
    drop_start: Ints
    points: Ints
    joker_points: Ints
    equal_face: Ints
    face_boxes: NDArray[np.int64]
    probability: Floats
    roll_dice: NDArray[np.int64]
    upper: NDArray[np.bool_]
    keep_counts: NDArray[np.uint8]
    pairs: NDArray[np.int64]

    @property
    def inner(self) -> int:
        """Number of keeps that are not whole rolls; the row of roll r is inner + r."""
        return len(self.extend)

    @property
    def served_from(self) -> int:
        """Number of the first served roll; 0 where they are no rolls of their own."""
        return int(self.first[-1, 0] - self.extend[-1, 0])

    @property
    def chances(self) -> Floats:
        """float64[faces], the probability of each face."""
        faces = self.extend.shape[1]
        return np.full(faces, 1.0 / faces) if self.weights is None else self.weights

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

    def roll_index(self, rules: Rules, roll: Roll, *, served: bool = False) -> int:
        """Number of a roll."""
        return rules.dice_set.roll_index(roll) + (self.served_from if served else 0)

    def roll_at(self, rules: Rules, index: int) -> tuple[Roll, bool]:
        """The roll of a number, and whether it is served."""
        count = rules.dice_set.roll_count
        return rules.dice_set.rolls[index % count], index >= count

    def keep_row(self, rules: Rules, keep: Keep, *, served: bool = False) -> int:
        """Row of a keep; one of all dice of a served roll is that roll itself."""
        whole = len(keep) == rules.dice
        return rules.dice_set.keep_index[keep] + (self.served_from if served and whole else 0)

    def keep_at(self, rules: Rules, row: int) -> Keep:
        """The keep in a row."""
        keeps = rules.dice_set.keeps
        return keeps[row] if row < len(keeps) else keeps[row - self.served_from]

    def rolls_of(self, dice: NDArray[np.uint8]) -> NDArray[np.int64]:
        """int64[...], number of the rolls that dice[..., n] are, none of them served."""
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
    kinds = (False, True) if rules.has_served else (False,)
    every = [(roll, served) for served in kinds for roll in dice.rolls]
    rows = [*keeps[:inner], *(roll for roll, _ in every)]
    drops = [sorted({row[keep[:at] + keep[at + 1 :]] for at in range(len(keep))}) for keep in rows]
    ordinary = np.array(extend, np.int32)
    points = [[one.natural_points(roll, served) for roll, served in every] for one in rules.categories]
    as_joker = [[one.joker_points(roll, served) for roll, served in every] for one in rules.categories]
    own = rules.boxes_of_face
    thrown_first = [rules.has_served == served for _, served in every]
    tables = Tables(
        extend=ordinary,
        first=np.where(ordinary >= inner, ordinary + dice.roll_count, ordinary) if rules.has_served else ordinary,
        weights=np.array(list(map(float, dice.face_chances))) if rules.face_probabilities else None,
        drop=np.array([source for sources in drops for source in sources], np.int32),
        drop_start=np.cumsum([0, *map(len, drops)]).astype(np.int32),
        points=np.array(points, np.int32),
        joker_points=np.array(as_joker, np.int32),
        equal_face=np.array([roll[0] if roll[0] == roll[-1] else 0 for roll, _ in every], np.int32),
        face_boxes=np.array([0, *(sum(1 << box for box in own.get(face, ())) for face in faces)], np.int64),
        probability=np.array([float(dice.probability(roll)) for roll, _ in every]) * thrown_first,
        roll_dice=np.array([roll for roll, _ in every], np.int64),
        upper=np.array([one.section == "upper" for one in rules.categories]),
        keep_counts=np.array([[keep.count(face) for face in range(rules.faces + 1)] for keep in rows], np.uint8),
        pairs=np.array([_two_pairs(roll) for roll, _ in every], np.int64),
    )
    for array in vars(tables).values():
        if array is not None:
            array.setflags(write=False)
    return tables


def check_unsaved(rules: Rules) -> None:
    """Refuse rules with saved throws, for work that does not know them."""
    if rules.most_saved:
        raise _refusal(rules, "its turns may use saved throws", "set saved_throws=0")


def check_states(rules: Rules) -> None:
    """Refuse rules whose states hold more than filled boxes, one upper total and one flag, for the same reason."""
    if rules.upper_count > 1 and rules.upper_cap:
        raise _refusal(rules, f"each of its {rules.upper_count} columns has an upper bonus", "set upper_bonus=0")
    if rules.yahtzee_bonus and len(rules.yahtzees) > 1:
        raise _refusal(rules, f"its Yahtzee bonus needs {len(rules.yahtzees)} Yahtzee boxes", "set yahtzee_bonus=0")
    if (rules.upper_cap or rules.yahtzee_bonus) and max(rules.multipliers) > 1:
        raise _refusal(rules, "its column multiplies a bonus", "take the multiplier away")


def _refusal(rules: Rules, why: str, remedy: str) -> TooLarge:
    return TooLarge(
        f"{rules.name!r} cannot be computed in this way: {why}; such games can be solved if they are small enough, "
        f"advised on, and played by the optimal strategy; for anything else {remedy}."
    )


def upper_ranges(rules: Rules, tables: Tables) -> tuple[Ints, Ints]:
    """For each place the least and the greatest upper total that need a value of their own.

    From totals below the least one, no bonus can be reached.
    """
    most = np.where(tables.upper, tables.points.max(axis=1), 0)
    filled = places_of(rules).filled
    held = sum(np.where(filled >> box & 1, most[box], 0) for box in range(rules.turns))
    cap = rules.upper_cap
    least = rules.steps[0][0] if rules.steps else 0
    low = np.maximum(least - (most.sum() - held) - 1, 0)
    return low.astype(np.int32), np.minimum(held, cap).astype(np.int32)


def upper_bonuses(rules: Rules) -> Ints:
    """int32[upper totals], the upper bonus of each upper total up to the cap; of several columns, the sum of theirs."""
    own = np.array([rules.bonus_for(total) for total in range(rules.upper_cap + 1)], np.int32)
    found = np.zeros(1, np.int32)
    for multiplier in rules.multipliers[: rules.upper_count]:
        found = np.add.outer(multiplier * own, found).reshape(-1)
    return found


def _two_pairs(roll: Roll) -> tuple[int, int]:
    pairs = [face for face in sorted(set(roll)) if roll.count(face) == 2]
    return (pairs[0], pairs[1]) if len(pairs) == 2 else (0, 0)
