"""What kernels see of the rules, by name: numbers, arrays, and rolls grouped by what a box pays for them."""

from typing import Any, NamedTuple


class Numbers(NamedTuple):
    """Scalars of the rules, all int64.

    stride, flag_stride : distance in an array of values between neighbouring masks, and between flags; the latter is 0
                          where no Yahtzee bonus is paid, so that there is only one flag
    yahtzee             : the box that all dice equal fill, −1 if there is none
    joker               : JOKER_NONE, JOKER_FREE or JOKER_FORCED, see `kernels.joker`
    bonus               : points of a Yahtzee bonus
    lower, everything   : bits of the lower boxes, and of all boxes
    """

    stride: int
    flag_stride: int
    yahtzee: int
    joker: int
    bonus: int
    lower: int
    everything: int


class Arrays(NamedTuple):
    """Arrays of the rules, explained in `solver.tables` but for two of them.

    equal_rolls : int32[..], the rolls whose dice are all equal
    worth       : float64[2, points], factor and summand that points put before a value, see `backward.after_points`
    """

    extend: Any
    drop: Any
    drop_start: Any
    equal_rolls: Any
    equal_face: Any
    face_box: Any
    points: Any
    joker_points: Any
    upper: Any
    worth: Any


class Payouts(NamedTuple):
    """Rolls, those with all dice equal left out, that a box pays equally: int32 each.

    box_start : [boxes + 1], the groups of box b are box_start[b] .. box_start[b + 1] − 1
    points    : [groups], what the box pays for every roll of a group
    start     : [groups + 1], the rows of group g are row[start[g] : start[g + 1]];  row : [..]
    """

    box_start: Any
    points: Any
    start: Any
    row: Any
