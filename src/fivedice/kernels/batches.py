"""One throw, and one scoring, of many games whose player is asked between them.

Arrays are those of `kernels.simulate.play_turns`, which does the same for choices that are known beforehand.
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, CardBoxes, Numbers
from fivedice.kernels.compiling import kernel
from fivedice.kernels.joker import pays_full_value
from fivedice.kernels.scoring import bonus_in_columns, upper_after


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

    chosen, rolls, filled, flags, upper : int64[games], filled boxes as bits: a card may have too many places to list;
                                          `upper` and flags as in `scoring.upper_after` and `bonus_in_columns`
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
        extra, flags[game] = bonus_in_columns(box, used, flags[game], face, card.multiplier[box], rules)
        boxes[game, turn], points[game, turn], bonuses[game, turn] = box, paid, extra
        filled[game] = used | 1 << box
        if is_upper[box]:
            upper[game] = upper_after(upper[game], paid // card.multiplier[box], card.digit[box], cap)
