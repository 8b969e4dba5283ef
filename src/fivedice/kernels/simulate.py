"""Games played by choices in arrays, dice from outside.

dice    : uint8[games, turns, rolls · n], the dice that a turn may use
in_turn : how they are used. True: a die that is thrown takes the next unused one of its turn; False: in the r-th
          throw, the die in position i takes the one at r · n + i, whatever else is thrown
"""

from typing import Any

import numpy as np
from numba import njit

from fivedice.kernels.backward import pays_full_value
from fivedice.kernels.choices import choose_best
from fivedice.kernels.lanes import LANES


@njit(cache=True, nogil=True, inline="always")
def roll_of(table: Any, extend: Any) -> int:
    """Index of the roll that lies on the table."""
    row = 0
    for position in range(table.size):
        row = extend[row, table[position] - 1]
    return int(row - extend.shape[0])


@njit(cache=True, nogil=True, inline="always")
def higher_pair_first(table: Any, pairs: Any, roll: int) -> int:
    """1 if the roll shows two pairs and the higher one comes first on the table, else 0."""
    low, high = pairs[roll, 0], pairs[roll, 1]
    if high > 0:
        for position in range(table.size):
            if table[position] == low:
                return 0
            if table[position] == high:
                return 1
    return 0


@njit(cache=True, nogil=True, inline="always")
def play_turn(
    keeps: Any, boxes: Any, at: Any, table: Any, kept: Any, dice: Any, first: int, in_turn: bool, keep_counts: Any,
    extend: Any, pairs: Any, held: Any, shown: Any, record: int,
) -> Any:  # fmt: skip
    """Play one turn; returns the roll and the box that it is scored in.

    keeps, boxes  : int16[...], choices as in `kernels.choices`, flat; `at` says where those of this state lie
    table, kept   : uint8[n], uint8[faces + 1], scratch; the dice by position, how many of each face are still to keep
    dice, first   : uint8[...], flat; the dice of this turn begin at `first`
    keep_counts   : uint8[keeps, faces + 1], dice of each face in a keep
    held, shown   : flat int32[..., rerolls] and uint8[..., rolls, n]; entry `record` is filled with the positions held
                    before each reroll (−1: none took place) and the dice after each throw
    """
    keep_at, order_step, box_at, step, rerolls = at
    count, used, rolls = table.size, table.size, pairs.shape[0]
    for throw in range(rerolls):
        held[record * rerolls + throw] = -1
    for position in range(count):
        table[position] = dice[first + position]
        shown[record * (rerolls + 1) * count + position] = table[position]
    for throw in range(1, rerolls + 1):
        roll = roll_of(table, extend)
        order = order_step * higher_pair_first(table, pairs, roll) if order_step > 0 else 0
        keep = keeps[keep_at + order + ((rerolls - throw) * rolls + roll) * step]
        if keep < 0:
            return roll, -1 - keep
        for face in range(1, kept.size):
            kept[face] = keep_counts[keep, face]
        bits = 0
        for position in range(count):
            if kept[table[position]] > 0:
                kept[table[position]] -= 1
                bits |= 1 << position
            else:
                table[position] = dice[first + (used if in_turn else throw * count + position)]
                used += 1
            shown[(record * (rerolls + 1) + throw) * count + position] = table[position]
        held[record * rerolls + throw - 1] = bits
    roll = roll_of(table, extend)
    return roll, boxes[box_at + roll * step]


@njit(cache=True, nogil=True, inline="always")
def score_box(
    roll: int, box: int, filled: int, flag: int, rules: Any, equal_face: Any, face_box: Any, points: Any,
    joker_points: Any,
) -> Any:  # fmt: skip
    """Points, Yahtzee bonus and new flag for scoring a roll in a box."""
    _, flag_stride, yahtzee, joker, bonus, _, _ = rules
    face = equal_face[roll]
    full = pays_full_value(filled, face, face_box[face], yahtzee, joker)
    paid = joker_points[box, roll] if full else points[box, roll]
    extra = bonus if face > 0 and flag > 0 else 0
    earns = flag_stride > 0 and box == yahtzee and face > 0
    return paid, extra, 1 if earns else flag


@njit(cache=True, nogil=True)
def play_tables(
    boxes: Any, points: Any, bonuses: Any, held: Any, shown: Any, recorded: bool, dice: Any, in_turn: bool,
    keep_table: Any, box_table: Any, keep_counts: Any, pairs: Any, rules: Any, tables: Any,
) -> None:  # fmt: skip
    """Whole games by tabulated choices.

    boxes, points, bonuses : int16[games, turns], the box filled in each turn, its points, the Yahtzee bonus
    held, shown            : flat, see `play_turn`; an entry for each turn of each game if `recorded`, else just one
    keep_table : int16[orders, flags, masks, totals, rerolls, rolls], box_table : int16[flags, masks, totals, rolls]
    """
    extend, _, equal_face, face_box, box_points, joker_points, is_upper = tables
    orders, _, masks, totals, rerolls, rolls = keep_table.shape
    keeps, scored, thrown = keep_table.reshape(-1), box_table.reshape(-1), dice.reshape(-1)
    order_step = keeps.size // 2 if orders > 1 else 0
    games, turns, per_turn = dice.shape
    table = np.empty(per_turn // (rerolls + 1), np.uint8)
    kept = np.zeros(keep_counts.shape[1], np.uint8)
    for game in range(games):
        filled, flag, upper = 0, 0, 0
        for turn in range(turns):
            number = game * turns + turn
            state = (flag * masks + filled) * totals + min(upper, totals - 1)
            at = (state * rerolls * rolls, order_step, state * rolls, 1, rerolls)
            roll, box = play_turn(
                keeps, scored, at, table, kept, thrown, number * per_turn, in_turn, keep_counts, extend, pairs,
                held, shown, number if recorded else 0,
            )  # fmt: skip
            paid, extra, flag = score_box(
                roll, box, filled, flag, rules, equal_face, face_box, box_points, joker_points
            )
            boxes[game, turn], points[game, turn], bonuses[game, turn] = box, paid, extra
            filled |= 1 << box
            if is_upper[box]:
                upper += paid


@njit(cache=True, nogil=True)
def play_values(
    order: Any, group_start: Any, turn: int, filled: Any, flags: Any, upper: Any,
    boxes: Any, points: Any, bonuses: Any, held: Any, shown: Any, recorded: bool, dice: Any, in_turn: bool,
    values: Any, cap: int, rerolls: int, keep_counts: Any, pairs: Any, rules: Any, tables: Any, drop: Any,
    drop_start: Any, candidates: Any = None,
) -> None:  # fmt: skip
    """One turn of many games by the choices, or candidates, that maximise `values`, those in equal states together.

    order, group_start   : games sorted so that the group order[group_start[i] : group_start[i + 1]] shares its filled
                           boxes, flag, and block of LANES upper totals
    filled, flags, upper : int32[games], the states; brought forward in place
    """
    extend, _, equal_face, face_box, box_points, joker_points, is_upper = tables
    _, turns, per_turn = dice.shape
    thrown = dice.reshape(-1)
    rolls, keeps = pairs.shape[0], drop_start.size - 1
    keep_choice = np.empty((rerolls, rolls, LANES), np.int16)
    box_choice = np.empty((rolls, LANES), np.int16)
    rows, choice = np.empty(keeps * LANES), np.empty(keeps * LANES)
    table = np.empty(per_turn // (rerolls + 1), np.uint8)
    kept = np.zeros(keep_counts.shape[1], np.uint8)
    flat_keeps, flat_boxes = keep_choice.reshape(-1), box_choice.reshape(-1)
    for group in range(group_start.size - 1):
        first = order[group_start[group]]
        start = upper[first] // LANES * LANES
        state, flag = filled[first], flags[first]
        choose_best(
            keep_choice, box_choice, rows, choice, values, state, flag, start,
            rules, tables, drop, drop_start, candidates,
        )  # fmt: skip
        for member in range(group_start[group], group_start[group + 1]):
            game = order[member]
            number, lane = game * turns + turn, upper[game] - start
            roll, box = play_turn(
                flat_keeps, flat_boxes, (lane, 0, lane, LANES, rerolls), table, kept, thrown, number * per_turn,
                in_turn, keep_counts, extend, pairs, held, shown, number if recorded else 0,
            )  # fmt: skip
            paid, extra, after = score_box(
                roll, box, state, flag, rules, equal_face, face_box, box_points, joker_points
            )
            boxes[game, turn], points[game, turn], bonuses[game, turn] = box, paid, extra
            filled[game], flags[game] = state | 1 << box, after
            if is_upper[box]:
                upper[game] = min(upper[game] + paid, cap)
