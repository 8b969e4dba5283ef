"""What kernels see of the rules, by name: numbers, arrays, and rolls grouped by what a box pays for them."""

from typing import Any, NamedTuple


class Numbers(NamedTuple):
    """Scalars of the rules, all int64.

    stride, flag_stride : distance in an array of values between neighbouring places, and between flags; the latter is 0
                          where no Yahtzee bonus is paid, so that there is only one flag
    yahtzee             : the box that all dice equal fill, −1 unless there is exactly one
    yahtzees            : bits of all such boxes
    joker               : JOKER_NONE, JOKER_FREE or JOKER_FORCED, see `kernels.joker`
    bonus               : points of a Yahtzee bonus
    lower, everything   : bits of the lower boxes, and of all boxes
    """

    stride: int
    flag_stride: int
    yahtzee: int
    yahtzees: int
    joker: int
    bonus: int
    lower: int
    everything: int


class Arrays(NamedTuple):
    """Arrays of the rules, explained in `solver.tables` but for some of them.

    equal_rolls  : int32[..], the rolls whose dice are all equal, if these rules have jokers or a Yahtzee bonus
    worth        : float64[2, points], factor and summand that points put before a value, see `backward.after_points`
    step         : int64[boxes], from a place to the one with the box filled, see `kernels.places`
    filled, open : int64[places], bits of the boxes that are filled and that may be filled next; empty where a place is
                   the bits of its filled boxes
    """

    extend: Any
    first: Any
    weights: Any
    drop: Any
    drop_start: Any
    equal_rolls: Any
    equal_face: Any
    face_boxes: Any
    points: Any
    joker_points: Any
    upper: Any
    worth: Any
    step: Any
    filled: Any
    open: Any


class CardBoxes(NamedTuple):
    """What the boxes of a card with columns differ in: int64[boxes] each.

    before     : bits of the boxes that must be filled before it
    multiplier : of its column
    digit      : worth of its column's digit in an upper total, see `scoring.upper_after`
    """

    before: Any
    multiplier: Any
    digit: Any


class Payouts(NamedTuple):
    """Rolls, `Arrays.equal_rolls` left out, that a box pays equally: int32 each.

    box_start : [boxes + 1], the groups of box b are box_start[b] .. box_start[b + 1] − 1
    points    : [groups], what the box pays for every roll of a group
    start     : [groups + 1], the rows of group g are row[start[g] : start[g + 1]];  row : [..]
    """

    box_start: Any
    points: Any
    start: Any
    row: Any


class Layer(NamedTuple):
    """Masks with equally many boxes filled, and where their values are.

    filled : int64[masks], ascending
    kind   : int32[masks], the row of `Totals` that is theirs
    begin  : int64[masks + 1], where the values of a mask begin: float64[flags, saved, classes]
    saved  : how many numbers of saved throws there are, 0 among them
    """

    filled: Any
    kind: Any
    begin: Any
    saved: int


class Totals(NamedTuple):
    """Classes of upper totals, for each kind of mask.

    count    : int32[kinds], how many classes there are
    classes  : int32[kinds, totals], the class of each upper total, −1 where play cannot come; of several columns, their
               totals are one number, see `scoring.upper_after`
    examples : int32[kinds, most classes], an upper total of each class
    """

    count: Any
    classes: Any
    examples: Any
