"""The rows of Yatzy's card one at a time: which dice a player holds for a row, and the points that he may expect there.

The expectations are closed forms for five dice: no more than two faces can then show a pair, one face a triple.
"""

from fivedice.kernels.compiling import compiled
from fivedice.kernels.view import View
from fivedice.rules.classic import YATZY
from fivedice.strategies.vocabulary import greatest_count, hold_face, hold_one, hold_run

HIGH = 4
"""The least face that is worth a pair: "pair better than 3"."""

SMALL_PAYS, LARGE_PAYS, YATZY_PAYS = (
    int(YATZY.category(name).points) for name in ("small_straight", "large_straight", "yatzy")
)
FACTORIAL = (1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800)


@compiled
def highest(view: View, count: int, apart_from: int = 0) -> int:
    """The highest face that at least `count` dice show, one face left apart; 0 if there is none."""
    for face in range(view.faces, 0, -1):
        if view.counts[face] >= count and face != apart_from:
            return face
    return 0


@compiled
def face_of(view: View, box: int) -> int:
    """The face that an upper box counts; 0 for a lower box."""
    for face in range(1, view.faces + 1):
        if view.face_box[face] == box:
            return face
    return 0


@compiled
def hold_some(view: View, face: int, number: int) -> None:
    """Hold this many dice of a face."""
    for _ in range(number):
        hold_one(view, face)


@compiled
def hold_group(view: View, size: int) -> int:
    """Hold `size` equal dice, or as many equal ones as there are; the highest such face, which is returned."""
    for number in range(size, 0, -1):
        face = highest(view, number)
        if face:
            hold_some(view, face, number)
            return face
    return 0


@compiled
def hold_two_groups(view: View, size: int) -> None:
    """Hold up to `size` equal dice, and beside them a pair or else the highest other die."""
    first = hold_group(view, size)
    pair = highest(view, 2, first)
    if pair:
        hold_some(view, pair, 2)
    else:
        hold_one(view, highest(view, 1, first))


@compiled
def hold_for(view: View, box: int) -> None:
    """Hold what serves one row of the card."""
    face = face_of(view, box)
    if face:
        hold_face(view, face)
    elif box == view.pair:
        hold_group(view, 2 if highest(view, 2) >= HIGH else 1)
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


@compiled
def hold_nothing(view: View) -> None:
    """Let go of every die."""
    for position in range(view.dice_count):
        view.hold[position] = 0


@compiled
def count_held(view: View, face: int) -> int:
    """How many held dice show the face."""
    count = 0
    for position in range(view.dice_count):
        if view.hold[position] and view.dice[position] == face:
            count += 1
    return count


@compiled
def count_free(view: View) -> int:
    """How many dice are not held."""
    count = 0
    for position in range(view.dice_count):
        count += 1 - view.hold[position]
    return count


@compiled
def p_group(faces: int, n: int, least: int) -> float:
    """Chance that of n dice at least so many show a given face.

    i of n dice with F faces show it with probability n! / (i! k!) (F − 1)^k / F^n, where k = n − i.
    """
    if least <= 0 or least > n:
        return 1.0 if least <= 0 else 0.0
    ways = 0.0
    for i in range(least, n + 1):
        ways += FACTORIAL[n] / (FACTORIAL[i] * FACTORIAL[n - i]) * (faces - 1) ** (n - i)
    return ways / faces**n


@compiled
def p_groups(faces: int, n: int, least: int, least_other: int) -> float:
    """Chance that of n dice at least so many show a given face and at least so many another one.

    i dice show the one and j the other with probability n! / (i! j! k!) (F − 2)^k / F^n, where k = n − i − j.
    """
    least, least_other = max(0, least), max(0, least_other)
    if least + least_other > n:
        return 0.0
    ways = 0.0
    for i in range(least, n - least_other + 1):
        for j in range(least_other, n - i + 1):
            k = n - i - j
            ways += FACTORIAL[n] / (FACTORIAL[i] * FACTORIAL[j] * FACTORIAL[k]) * (faces - 2) ** k
    return ways / faces**n


@compiled
def expect_group(view: View, size: int) -> float:
    """Expected sum of `size` equal dice, summed over the faces that show so many."""
    n, points = count_free(view), 0.0
    for face in range(1, view.faces + 1):
        points += size * face * p_group(view.faces, n, size - count_held(view, face))
    return points


@compiled
def expect_two_pairs(view: View, for_higher: int, for_lower: int) -> float:
    """Expected points of two different pairs, for each of which a multiple of its face is paid."""
    n, points = count_free(view), 0.0
    for higher in range(1, view.faces + 1):
        missing = 2 - count_held(view, higher)
        for lower in range(1, higher):
            paid = for_higher * higher + for_lower * lower
            points += paid * p_groups(view.faces, n, missing, 2 - count_held(view, lower))
    return points


@compiled
def expect_full_house(view: View) -> float:
    """Expected sum of three equal dice and two others that are equal."""
    n, points = count_free(view), 0.0
    for face in range(1, view.faces + 1):
        missing = 3 - count_held(view, face)
        if missing <= n:
            for pair in range(1, view.faces + 1):
                if pair != face:
                    p = p_groups(view.faces, n, missing, 2 - count_held(view, pair))
                    points += (3 * face + 2 * pair) * p
    return points


@compiled
def expect_points(view: View, box: int) -> float:
    """Expected points in one row once the dice that are not held for it are thrown a single time."""
    n, face = count_free(view), face_of(view, box)
    if face:
        return face * (count_held(view, face) + n / view.faces)
    if box == view.pair:  # where there are two pairs, the lower one does not count
        return expect_group(view, 2) - expect_two_pairs(view, 0, 2)
    if box == view.two_pairs:
        return expect_two_pairs(view, 2, 2)
    if box == view.three:
        return expect_group(view, 3)
    if box == view.four:
        return expect_group(view, 4)
    if box == view.full_house:
        return expect_full_house(view)
    if box == view.small:
        return SMALL_PAYS * FACTORIAL[n] / view.faces**n
    if box == view.large:
        return LARGE_PAYS * FACTORIAL[n] / view.faces**n
    if box == view.yahtzee:
        return YATZY_PAYS / view.faces**n
    if box == view.chance:
        points = n * (view.faces + 1) / 2
        for face in range(1, view.faces + 1):
            points += face * count_held(view, face)
        return points
    return 0.0
