"""What a compiled strategy sees of a turn, and the loop that asks it about every turn there is.

A strategy is a function `choose(view) -> box`. It returns the box to score, or ROLL after marking in `view.hold` the
dice to keep, by position; `view.why` may be set to the number of a reason. It reads like plain Python, and is plain
Python when it is called as such: a view is a numpy record. Compiled, it is a pointer, so that a call costs nanoseconds.
"""

from typing import Any

import numpy as np
from numba import from_dtype, typeof, types

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.places import filled_at, open_at

ROLL = -1
"""What `choose` returns to roll again."""

NO_BOX = -1
"""Where the card has no box of a kind."""

MAX_DICE, MAX_FACES, MAX_BOXES = 10, 20, 64

BOX_KINDS = ("pair", "two_pairs", "three", "four", "full_house", "small", "large", "yahtzee", "chance")
"""Kinds of lower boxes; `small` and `large` are the shorter or lower straight and the longer or higher one."""

View = Any
"""A record of VIEW."""

VIEW = np.dtype(
    [
        ("dice", np.int64, MAX_DICE),  # the face of each die by position
        ("counts", np.int64, MAX_FACES + 1),  # how many dice show each face
        ("points", np.int64, MAX_BOXES),  # what each box would pay now, −1 where the roll may not be scored
        ("face_box", np.int64, MAX_FACES + 1),  # the upper box of each face, or NO_BOX
        *((kind, np.int64) for kind in BOX_KINDS),  # the box of each kind, or NO_BOX
        ("dice_count", np.int64),
        ("faces", np.int64),
        ("boxes", np.int64),  # number of boxes on the card
        ("rerolls", np.int64),  # rerolls left
        ("served", np.int64),  # 1 while no die of the turn was thrown again, where that pays; else 0
        ("turn", np.int64),  # 1 for the first
        ("filled", np.int64),  # bits of the filled boxes
        ("upper", np.int64),  # the upper total, capped; 0 unless the strategy says that it reads it
        ("bonus", np.int64),  # 1 if a further five of a kind earns the Yahtzee bonus
        ("hold", np.int64, MAX_DICE),  # answer: 1 for each die to keep, by position
        ("why", np.int64),  # answer: number of the reason
    ]
)
SIGNATURE = types.int64(from_dtype(VIEW))
STRATEGY_TYPE = types.FunctionType(SIGNATURE)
"""Strategies are called through a pointer of this type, so that `tabulate` is compiled once for all of them."""


@part
def is_open(view: View, box: int) -> bool:
    """Whether the card has this box and it is not filled; in a game with an order of boxes, its turn may come later."""
    return box >= 0 and not view.filled >> box & 1


@part
def show_roll(
    view: View, place: int, roll: int, descending: bool, roll_dice: Any, rules: Numbers, tables: Arrays
) -> int:
    """Lay a roll on the table of a view whose filled boxes are set; returns the bits of the boxes it may be scored in.

    roll_dice : int64[rolls, n], the dice of each roll, in ascending order; `descending` turns them round
    """
    face, count = tables.equal_face[roll], roll_dice.shape[1]
    open_boxes, own = open_at(place, rules, tables), tables.face_boxes[face]
    legal = legal_boxes(view.filled, open_boxes, face, own, rules)
    full = pays_full_value(view.filled, open_boxes, face, own, rules)
    for box in range(tables.upper.size):
        paid = tables.joker_points[box, roll] if full else tables.points[box, roll]
        view.points[box] = paid if legal >> box & 1 else -1
    for face in range(1, tables.extend.shape[1] + 1):
        view.counts[face] = 0
    for position in range(count):
        face = roll_dice[roll, count - 1 - position if descending else position]
        view.dice[position] = face
        view.counts[face] += 1
    return int(legal)


@part
def held_row(view: View, roll: int, extend: Any) -> int:
    """Row of the keep that is marked in a view of a roll."""
    row, count = 0, 0
    for position in range(view.dice_count):
        if view.hold[position]:
            row = extend[row, view.dice[position] - 1]
            count += 1
    return extend.shape[0] + roll if count == view.dice_count else row


@kernel
def tabulate(
    choose: Any, views: Any, keep_table: Any, box_table: Any, why_table: Any, fault: Any, places: Any, descending: bool,
    roll_dice: Any, rules: Numbers, tables: Arrays,
) -> None:  # fmt: skip
    """Ask a strategy about every roll and number of rerolls left, for all states at some places.

    views      : VIEW[1], scratch; the kinds of boxes and the sizes are set
    keep_table : int16[flags, places, totals, rerolls, rolls], box_table : int16[flags, places, totals, rolls]; see
                 `kernels.choices`. One total stands for all of them, else each upper total is asked about
    why_table  : int8[flags, places, totals, rerolls + 1, rolls], the reasons given; without places, they are not kept
    fault      : int64[7], set to (1, flag, place, upper, roll, rerolls left, answer) at the first illegal decision
    roll_dice  : int64[rolls, n], the dice of each roll, in ascending order; `descending` turns them round
    """
    rolls, count = roll_dice.shape
    first_rolls = tables.first[-1, 0] - tables.extend[-1, 0]  # rolls from here on are first ones, if they differ at all
    flags = 2 if rules.flag_stride > 0 else 1
    view = views[0]
    for one in places:
        place = np.int64(one)
        filled = filled_at(place, tables)
        view.filled, view.turn = filled, 1
        for box in range(tables.upper.size):
            view.turn += filled >> box & 1
        for flag in range(flags):
            if flag > 0 and not filled >> rules.yahtzee & 1:
                continue
            view.bonus = flag
            for total in range(keep_table.shape[2]):
                view.upper = total
                for roll in range(rolls):
                    view.served = 1 if 0 < first_rolls <= roll else 0
                    legal = show_roll(view, place, roll, descending, roll_dice, rules, tables)
                    for rerolls in range(keep_table.shape[3] + 1):
                        view.rerolls, view.why = rerolls, 0
                        for position in range(count):
                            view.hold[position] = 0
                        box = choose(view)
                        if place < why_table.shape[1]:
                            why_table[flag, place, total, rerolls, roll] = view.why
                        if box == ROLL and rerolls > 0:
                            keep_table[flag, place, total, rerolls - 1, roll] = held_row(view, roll, tables.extend)
                        elif 0 <= box < tables.upper.size and legal >> box & 1:
                            if rerolls > 0:
                                keep_table[flag, place, total, rerolls - 1, roll] = -1 - box
                            else:
                                box_table[flag, place, total, roll] = box
                        elif fault[0] == 0:
                            fault[0], fault[1], fault[2], fault[3] = 1, flag, place, total
                            fault[4], fault[5], fault[6] = roll, rerolls, box


def tabulate_with(choose: Any, *arguments: Any) -> None:
    """`tabulate` with a strategy as a pointer: numba left to itself would compile it anew for each strategy."""
    kinds = (STRATEGY_TYPE, *map(typeof, arguments))
    tabulate.compile(kinds)
    tabulate.overloads[kinds].entry_point(choose, *arguments)
