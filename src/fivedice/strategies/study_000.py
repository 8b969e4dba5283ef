# mypy: disallow-untyped-decorators=False
"""The heuristics of study 000 (Jendeberg and Wikstén, "Optimal Yahtzee", KTH 2015): Yatzy, 100,000 games each.

The thesis describes them loosely. Where its words leave room, a reading was searched for that meets its figures and
the decisions of its Tables 4.7 to 4.11; the agreement is therefore no evidence that these were the authors' rules. Each
docstring says what was chosen. All figures given as exact are for Yatzy's five dice, by forward distribution.
"""

from numba import njit

from fivedice.kernels.view import NO_BOX, ROLL, View, is_open
from fivedice.rules.variants import YATZY
from fivedice.strategies.strategy import Needs, strategy
from fivedice.strategies.words import first_open, greatest_count, hold_face, hold_one, hold_run, total

CARD: Needs = ("faces", "pair", "two_pairs", "three", "four", "small", "large", "full_house", "chance", "yahtzee")
HIGH = 4
ENOUGH_OF_A_FACE = 3
WORTH_A_BOX, WORTH_A_LOWER_BOX = 5, 11
SMALL_PAYS, LARGE_PAYS, YATZY_PAYS = (
    int(YATZY.category(name).points) for name in ("small_straight", "large_straight", "yatzy")
)
FACTORIAL = (1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800)
ROUNDING = 1e-9

REASONS = (
    "Five of a kind rolled",
    "Holding four of a kind",
    "Full house rolled",
    "Holding three of a kind",
    "Holding three of a kind, and a six because their upper box is filled",
    "The three are of no use: holding the pair",
    "Holding two pairs",
    "Holding the pair",
    "Straight rolled",
    "One die is missing for a straight",
    "Nothing to build on: holding the sixes",
    "Of the rows that come first, this one promises most points",
    "The rows that come first are filled: of the next ones, this one promises most points",
    "Only Pair, Two Pairs and Chance are left: this one promises most points",
    "Three or more of a face: its upper box",
    "The box that pays most",
    "No box pays enough: Chance",
    "Nothing pays: giving up a box",
    "Boxes are filled from top to bottom, and this one is next",
)
(
    FIVE, FOUR, HOUSE_ROLLED, THREE, THREE_AND_SIX, PAIR_OF_HOUSE, TWO_PAIRS, PAIR, STRAIGHT_ROLLED, NEAR_STRAIGHT,
    SIXES, FIRST_ROWS, NEXT_ROWS, LAST_ROWS, UPPER, PAYS_MOST, CHANCE, GIVE_UP, IN_ORDER,
) = range(1, len(REASONS) + 1)  # fmt: skip


@njit(cache=True)
def highest(view: View, count: int, apart_from: int) -> int:
    """The highest face that at least `count` dice show, one face apart; 0 if there is none."""
    for face in range(view.faces, 0, -1):
        if view.counts[face] >= count and face != apart_from:
            return face
    return 0


@njit(cache=True)
def hold_some(view: View, face: int, number: int) -> None:
    """Hold this many dice of a face."""
    for _ in range(number):
        hold_one(view, face)


@njit(cache=True)
def hold_group(view: View, size: int) -> int:
    """Hold up to `size` equal dice, as many as there are and then the highest; returns their face."""
    for number in range(size, 0, -1):
        face = highest(view, number, 0)
        if face:
            hold_some(view, face, number)
            return int(face)
    return 0


@njit(cache=True)
def hold_two_groups(view: View, size: int) -> None:
    """Hold up to `size` equal dice, and beside them a pair or else the highest other die."""
    first = hold_group(view, size)
    second = highest(view, 2, first)
    if second:
        hold_some(view, second, 2)
    else:
        hold_one(view, highest(view, 1, first))


@njit(cache=True)
def face_of(view: View, box: int) -> int:
    """The face that an upper box counts; 0 for a lower box."""
    for face in range(1, view.faces + 1):
        if view.face_box[face] == box:
            return face
    return 0


@njit(cache=True)
def hold_for(view: View, box: int) -> None:
    """Hold what serves one row of the card."""
    face = face_of(view, box)
    if face:
        hold_face(view, face)
    elif box == view.pair:
        hold_group(view, 2 if highest(view, 2, 0) >= HIGH else 1)
    elif box == view.two_pairs:
        hold_two_groups(view, 2)
    elif box == view.three:
        hold_group(view, 3)
    elif box == view.four:
        hold_group(view, 4)
    elif box == view.small:
        hold_run(view, 1, 5)
    elif box == view.large:
        hold_run(view, 2, 5)
    elif box == view.full_house and greatest_count(view) > 1:
        hold_two_groups(view, 3)
    elif box == view.full_house:
        hold_group(view, 1)
    elif box == view.chance:
        for face in range(HIGH, view.faces + 1):
            hold_face(view, face)
    elif box == view.yahtzee:
        hold_group(view, view.dice_count)


@njit(cache=True)
def held(view: View, face: int) -> int:
    """How many held dice show the face."""
    count = 0
    for position in range(view.dice_count):
        count += view.hold[position] * (view.dice[position] == face)
    return count


@njit(cache=True)
def count_thrown(view: View) -> int:
    """How many dice are not held."""
    count = 0
    for position in range(view.dice_count):
        count += 1 - view.hold[position]
    return count


@njit(cache=True)
def p_groups(view: View, size: int, face: int, other_size: int, other: int) -> float:
    """Chance that, once the free dice are thrown, at least `size` show one face and `other_size` another.

    Of n dice with F faces, i show the one and j the other with probability n! / (i! j! k!) (F − 2)^k / F^n,
    k = n − i − j.
    """
    n = count_thrown(view)
    least, other_least = max(0, size - held(view, face)), max(0, other_size - held(view, other))
    ways = 0.0
    for i in range(least, n - other_least + 1):
        for j in range(other_least, n - i + 1):
            k = n - i - j
            ways += FACTORIAL[n] // (FACTORIAL[i] * FACTORIAL[j] * FACTORIAL[k]) * (view.faces - 2) ** k
    return float(ways / view.faces**n)


@njit(cache=True)
def expect_group(view: View, size: int) -> float:
    """Expected sum of `size` equal dice, over all faces that show so many."""
    points = 0.0
    for face in range(1, view.faces + 1):
        points += size * face * p_groups(view, size, face, 0, 0)
    return points


@njit(cache=True)
def expect_two_groups(view: View, size: int) -> float:
    """Expected sum of `size` equal dice and two others that are equal."""
    points = 0.0
    for face in range(1, view.faces + 1):
        for pair in range(1, view.faces + 1 if size > 2 else face):
            if pair != face:
                points += (size * face + 2 * pair) * p_groups(view, size, face, 2, pair)
    return points
