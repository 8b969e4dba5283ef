"""Games played by choices in arrays, dice from outside.

dice    : uint8[games, turns, rolls · n], the dice that a turn may use
in_turn : how they are used. True: a die that is thrown takes the next unused one of its turn; False: in the r-th
          throw, the die in position i takes the one at r · n + i, whatever else is thrown
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.choices import Room, choose_best
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import pays_full_value
from fivedice.kernels.lanes import LANES, prefetch
from fivedice.kernels.scoring import score_box

PREFETCH = 8
"""How many games ahead memory is asked for: those of a group lie far apart."""


@part
def roll_of(table: Any, extend: Any) -> int:
    """Index of the roll that lies on the table."""
    row = 0
    for position in range(table.size):
        row = extend[row, table[position] - 1]
    return int(row - extend.shape[0])


@part
def higher_pair_first(table: Any, pairs: Any, roll: int) -> bool:
    """Whether the roll shows two pairs and the higher one comes first on the table."""
    low, high = pairs[roll, 0], pairs[roll, 1]
    if high > 0:
        for position in range(table.size):
            if table[position] == low or table[position] == high:
                return bool(table[position] == high)
    return False


@part
def play_turns(
    order: Any, begin: int, end: int, turn: int, filled: Any, flags: Any, upper: Any, cap: int,
    boxes: Any, points: Any, bonuses: Any, held: Any, shown: Any, recorded: bool, dice: Any, in_turn: bool,
    keeps: Any, scored: Any, order_step: int, place: Any, table: Any, kept: Any, keep_counts: Any, pairs: Any,
    rules: Numbers, tables: Arrays,
) -> None:  # fmt: skip
    """Play one turn of some games. One loop without calls: passing arrays to a function costs more than a turn.

    order, begin, end      : int64[...], the games are order[begin : end]
    filled, flags, upper   : int32[games], their states; brought forward in place, the upper total up to `cap`
    boxes, points, bonuses : int16[games, turns], filled with the box of this turn, its points, the Yahtzee bonus
    held, shown            : int32[games, turns, rerolls] and uint8[games, turns, rolls, n], if `recorded` filled with
                             the positions held before each reroll (−1: none took place) and the dice after each throw
    keeps, scored          : int16[...], choices as in `kernels.choices`, flat; `place` says where those of a state lie
    order_step             : from the keeps to those for a higher pair that comes first; 0 if they are the same
    table, kept            : uint8[n] and uint8[faces + 1], scratch
    keep_counts            : uint8[keeps, faces + 1], dice of each face in a keep;  pairs : see `higher_pair_first`
    """
    flag_step, mask_step, first_total, totals, keep_scale, box_scale, step = place
    extend, equal_face, face_box, is_upper = tables.extend, tables.equal_face, tables.face_box, tables.upper
    box_points, joker_points = tables.points, tables.joker_points
    inner, rolls, rerolls = extend.shape[0], pairs.shape[0], shown.shape[2] - 1
    count = shown.shape[3]
    for at in range(begin, end):
        game, ahead = order[at], order[min(at + PREFETCH, order.size - 1)]
        prefetch(dice, ahead, turn)
        prefetch(boxes, ahead, turn)
        state = flags[game] * flag_step + filled[game] * mask_step + min(upper[game] - first_total, totals - 1)
        row, used, box = 0, count, -1
        for position in range(count):
            table[position] = dice[game, turn, position]
            row = extend[row, table[position] - 1]
        if recorded:
            for throw in range(rerolls):
                held[game, turn, throw] = -1
            for position in range(count):
                shown[game, turn, 0, position] = table[position]
        for throw in range(1, rerolls + 1):
            choice = state * keep_scale + ((rerolls - throw) * rolls + row - inner) * step
            if order_step > 0 and higher_pair_first(table, pairs, row - inner):
                choice += order_step
            keep = keeps[choice]
            if keep < 0:
                box = -1 - keep
                break
            for face in range(1, kept.size):
                kept[face] = keep_counts[keep, face]
            row, bits = 0, 0
            for position in range(count):
                face = table[position]
                if kept[face] > 0:
                    kept[face] -= 1
                    bits |= 1 << position
                else:
                    face = dice[game, turn, used if in_turn else throw * count + position]
                    table[position] = face
                    used += 1
                row = extend[row, face - 1]
            if recorded:
                held[game, turn, throw - 1] = bits
                for position in range(count):
                    shown[game, turn, throw, position] = table[position]
        roll = row - inner
        if box < 0:
            box = scored[state * box_scale + roll * step]
        face = equal_face[roll]
        full = pays_full_value(np.int64(filled[game]), face, face_box[face], rules)
        paid, extra, flags[game] = score_box(
            box, flags[game], face, full, box_points[box, roll], joker_points[box, roll], rules
        )
        boxes[game, turn], points[game, turn], bonuses[game, turn] = box, paid, extra
        filled[game] |= 1 << box
        if is_upper[box]:
            upper[game] = min(upper[game] + paid, cap)


@kernel
def play_tables(
    order: Any, filled: Any, flags: Any, upper: Any, boxes: Any, points: Any, bonuses: Any, held: Any, shown: Any,
    recorded: bool, dice: Any, in_turn: bool, keeps: Any, scored: Any, orders: int, totals: int, cap: int,
    table: Any, kept: Any, keep_counts: Any, pairs: Any, rules: Numbers, tables: Arrays,
) -> None:  # fmt: skip
    """Whole games by tabulated choices, a turn of all games at a time: fewer states are then in play at once.

    keeps : int16[orders · flags · masks · totals · rerolls · rolls], scored : int16[flags · masks · totals · rolls]
    The other arrays are as in `play_turns`.
    """
    masks, rerolls, rolls = rules.everything + 1, shown.shape[2] - 1, pairs.shape[0]
    place = (masks * totals, totals, 0, totals, rerolls * rolls, rolls, 1)
    for turn in range(dice.shape[1]):
        play_turns(
            order, 0, order.size, turn, filled, flags, upper, cap,
            boxes, points, bonuses, held, shown, recorded, dice, in_turn,
            keeps, scored, keeps.size // 2 if orders > 1 else 0, place, table, kept, keep_counts, pairs, rules, tables,
        )  # fmt: skip


@kernel
def group_games(filled: Any, flags: Any, upper: Any, blocks: int, count: Any, order: Any) -> int:
    """Sort games by filled boxes, flag and block of LANES upper totals, by counting.

    blocks : number of blocks of upper totals; the last one takes the rest, so that a single one takes them all
    count : int64[masks · 2 · blocks + 1], zeros; ends as the edges of the groups that occur, as many as are returned
    order : int64[games], filled with the games, group after group
    """
    for game in range(filled.size):
        count[(filled[game] * 2 + flags[game]) * blocks + min(upper[game] // LANES, blocks - 1) + 1] += 1
    for at in range(1, count.size):
        count[at] += count[at - 1]
    for game in range(filled.size):
        key = (filled[game] * 2 + flags[game]) * blocks + min(upper[game] // LANES, blocks - 1)
        order[count[key]] = game
        count[key] += 1
    groups, last = 0, 0
    for at in range(count.size - 1):
        if count[at] > last:
            last = count[at]
            groups += 1
            count[groups] = last
    count[0] = 0
    return groups + 1


@kernel
def play_values(
    order: Any, group_start: Any, turn: int, filled: Any, flags: Any, upper: Any,
    boxes: Any, points: Any, bonuses: Any, held: Any, shown: Any, recorded: bool, dice: Any, in_turn: bool,
    values: Any, cap: int, room: Room, table: Any, kept: Any, keep_counts: Any, pairs: Any,
    rules: Numbers, tables: Arrays, candidates: Any = None,
) -> None:  # fmt: skip
    """One turn of many games by the choices, or candidates, that maximise `values`, those in equal states together.

    order, group_start : games sorted so that the group order[group_start[i] : group_start[i + 1]] shares its filled
                         boxes and flag; brought into the order of blocks of LANES upper totals, from the least on
    The other arrays are as in `play_turns` and `choices.choose_best`.
    """
    for group in range(group_start.size - 1):
        begin, end = group_start[group], group_start[group + 1]
        state, flag = np.int64(filled[order[begin]]), np.int64(flags[order[begin]])
        while begin < end:
            start, middle = np.int64(upper[order[begin]]), begin
            for at in range(begin + 1, end):
                start = min(start, np.int64(upper[order[at]]))
            for at in range(begin, end):
                game = order[at]
                if upper[game] < start + LANES:
                    order[at], order[middle] = order[middle], game
                    middle += 1
            choose_best(room, values, state, flag, start, rules, tables, candidates)
            play_turns(
                order, begin, middle, turn, filled, flags, upper, cap,
                boxes, points, bonuses, held, shown, recorded, dice, in_turn,
                room.keeps, room.boxes, 0, (0, 0, start, LANES, 1, 1, LANES), table, kept, keep_counts, pairs,
                rules, tables,
            )  # fmt: skip
            begin = middle
