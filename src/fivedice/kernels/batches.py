"""One throw, and one scoring, of many games whose player is asked between them.

Arrays are those of `kernels.simulate.play_turns`, which does the same for choices that are known beforehand.
"""

from typing import Any, NamedTuple

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.compiling import kernel
from fivedice.kernels.joker import pays_full_value


class CardBoxes(NamedTuple):
    """What the boxes of a card with columns differ in: int64[boxes] each.

    before     : bits of the boxes that must be filled before it
    multiplier : of its column
    digit      : worth of its column's digit in an upper total, see `score_games`
    """

    before: Any
    multiplier: Any
    digit: Any


@kernel
def throw_dice(
    table: Any, rolls: Any, used: Any, held: Any, keeps: Any, turn: int, throw: int, dice: Any, in_turn: bool,
    keep_counts: Any, extend: Any,
) -> None:  # fmt: skip
    """Throw the dice that are not kept; a game that has stopped (a negative choice) is left alone.

    table : uint8[games, n], dice on the table, replaced;  rolls : int64[games], their index, brought up to date
    used  : int64[games], dice of the turn used so far;    held  : int32[games], bits of the positions held, −1 if none
    keeps : int16[games], rows of the keeps, or −1 − box
    """
    count, kept = table.shape[1], np.zeros(keep_counts.shape[1], np.uint8)
    for game in range(rolls.size):
        held[game] = -1
        if keeps[game] < 0:
            continue
        if keeps[game] >= extend.shape[0]:  # all dice are kept, and a first roll stays one
            held[game] = (1 << count) - 1
            continue
        for face in range(1, kept.size):
            kept[face] = keep_counts[keeps[game], face]
        row, bits = 0, 0
        for position in range(count):
            face = table[game, position]
            if kept[face] > 0:
                kept[face] -= 1
                bits |= 1 << position
            else:
                face = dice[game, turn, used[game] if in_turn else throw * count + position]
                table[game, position] = face
                used[game] += 1
            row = extend[row, face - 1]
        held[game], rolls[game] = bits, row - extend.shape[0]


@kernel
def score_games(
    chosen: Any, turn: int, filled: Any, flags: Any, upper: Any, cap: int, boxes: Any, points: Any, bonuses: Any,
    rolls: Any, card: CardBoxes, rules: Numbers, tables: Arrays,
) -> None:  # fmt: skip
    """Fill the chosen box of each game: its points and Yahtzee bonus, and the state brought forward.

    chosen, rolls, filled, flags, upper : int64[games], filled boxes as bits: a card may have too many places to list.
                                          Where several columns have an upper bonus, their totals are the digits of
                                          `upper` to the base cap + 1; with several Yahtzee boxes, the flag says that
                                          those filled so far hold points
    """
    equal_face, face_boxes, is_upper = tables.equal_face, tables.face_boxes, tables.upper
    box_points, joker_points, before = tables.points, tables.joker_points, card.before
    for game in range(chosen.size):
        box, roll, used = chosen[game], rolls[game], filled[game]
        face, own_open = equal_face[roll], 0
        for one in range(before.size):
            if face_boxes[face] & ~used & 1 << one and not before[one] & ~used:
                own_open |= 1 << one
        full = pays_full_value(used, own_open, face, face_boxes[face], rules)
        paid = joker_points[box, roll] if full else box_points[box, roll]
        earned = flags[game] > 0 and face > 0 and not rules.yahtzees & ~used
        if rules.flag_stride > 0 and rules.yahtzees >> box & 1:
            flags[game] = 1 if face > 0 and (flags[game] > 0 or not rules.yahtzees & used) else 0
        boxes[game, turn], points[game, turn] = box, paid
        bonuses[game, turn] = rules.bonus * card.multiplier[box] if earned else 0
        filled[game] = used | 1 << box
        if is_upper[box]:
            digit = upper[game] // card.digit[box] % (cap + 1)
            raised = min(digit + paid // card.multiplier[box], cap)
            upper[game] += (raised - digit) * card.digit[box]
