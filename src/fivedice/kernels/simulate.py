"""Games played by choices in arrays, dice from outside.

dice    : uint8[games, turns, rolls · n], the dice that a turn may use
in_turn : how they are used. True: a die that is thrown takes the next unused one of its turn; False: in the r-th
          throw, the die in position i takes the one at r · n + i, whatever else is thrown
"""

from typing import Any

import numpy as np

from fivedice.kernels.arguments import Arrays, Numbers, Payouts
from fivedice.kernels.choices import Room, choose_best
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import pays_full_value
from fivedice.kernels.lanes import LANES, prefetch
from fivedice.kernels.places import filled_at, open_at
from fivedice.kernels.scoring import score_box
from fivedice.kernels.visited import Visited, choose_for_states, sort_by_state

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
    order: Any, begin: int, end: int, turn: int, places: Any, flags: Any, upper: Any, cap: int,
    boxes: Any, points: Any, bonuses: Any, held: Any, shown: Any, recorded: bool, dice: Any, in_turn: bool,
    keeps: Any, scored: Any, order_step: int, state: Any, where: Any, table: Any, kept: Any, keep_counts: Any,
    pairs: Any, rules: Numbers, tables: Arrays,
) -> None:  # fmt: skip
    """Play one turn of some games. One loop without calls: passing arrays to a function costs more than a turn.

    Which dice are held is as random as they are, so that half of all branches on it would be guessed wrong: a die is
    replaced, or not, without a branch.

    order, begin, end      : int64[...], the games are order[begin : end]
    places, flags, upper   : int32[games], their states; brought forward in place, the upper total up to `cap`
    boxes, points, bonuses : int16[games, turns], filled with the box of this turn, its points, the Yahtzee bonus
    held, shown            : int32[games, turns, rerolls] and uint8[games, turns, rolls, n], if `recorded` filled with
                             the positions held before each reroll (−1: none took place) and the dice after each throw
    keeps, scored          : int16[...], choices as in `kernels.choices`, flat
    order_step             : from the keeps to those for a higher pair that comes first; 0 if they are the same
    state, where           : int32[...], whose choices each of `order` takes; the distances between the keeps of two
                             states, between their boxes, and between two rolls
    table, kept            : uint8[n] and uint8[faces + 1], scratch
    keep_counts            : uint8[keeps, faces + 1], dice of each face in a keep;  pairs : see `higher_pair_first`
    """
    keep_step, box_step, step = where
    extend, first, place_step = tables.extend, tables.first, tables.step
    equal_face, face_boxes, is_upper = tables.equal_face, tables.face_boxes, tables.upper
    box_points, joker_points = tables.points, tables.joker_points
    inner, rolls, rerolls = extend.shape[0], pairs.shape[0], shown.shape[2] - 1
    count = shown.shape[3]
    for at in range(begin, end):
        game, ahead = order[at], order[min(at + PREFETCH, order.size - 1)]
        prefetch(dice, ahead, turn)
        prefetch(boxes, ahead, turn)
        place = np.int64(places[game])
        row, used, box = np.int64(0), np.int64(count), -1
        for position in range(count):
            table[position] = dice[game, turn, position]
            row = first[row, table[position] - 1]
        if recorded:
            for throw in range(rerolls):
                held[game, turn, throw] = -1
            for position in range(count):
                shown[game, turn, 0, position] = table[position]
        for throw in range(1, rerolls + 1):
            choice = state[at] * keep_step + ((rerolls - throw) * rolls + row - inner) * step
            if order_step > 0 and higher_pair_first(table, pairs, row - inner):
                choice += order_step
            keep = keeps[choice]
            if keep < 0:
                box = -1 - keep
                break
            for face in range(1, kept.size):
                kept[face] = keep_counts[keep, face]
            bits, after = np.int64(0), np.int64(0)
            for position in range(count):
                old, new = table[position], dice[game, turn, used if in_turn else throw * count + position]
                stays = np.int64(kept[old] > 0)
                kept[old] -= stays
                face = old if stays else new
                table[position] = face
                used += 1 - stays
                bits |= stays << position
                after = np.int64(extend[after, face - 1])
            row = after if keep < inner else row  # where all dice are kept, a first roll stays one
            if recorded:
                held[game, turn, throw - 1] = bits
                for position in range(count):
                    shown[game, turn, throw, position] = table[position]
        roll = row - inner
        if box < 0:
            box = scored[state[at] * box_step + roll * step]
        face = equal_face[roll]
        full = face > 0 and pays_full_value(
            filled_at(place, tables), open_at(place, rules, tables), face, face_boxes[face], rules
        )
        paid, extra, flags[game] = score_box(
            box, flags[game], face, full, box_points[box, roll], joker_points[box, roll], rules
        )
        boxes[game, turn], points[game, turn], bonuses[game, turn] = box, paid, extra
        places[game] = place + place_step[box]
        upper[game] = min(upper[game] + paid * is_upper[box], cap)


@kernel
def play_tables(
    order: Any, places: Any, flags: Any, upper: Any, boxes: Any, points: Any, bonuses: Any, held: Any, shown: Any,
    recorded: bool, dice: Any, in_turn: bool, keeps: Any, scored: Any, orders: int, totals: int, cap: int,
    state: Any, table: Any, kept: Any, keep_counts: Any, pairs: Any, rules: Numbers, tables: Arrays,
) -> None:  # fmt: skip
    """Whole games by tabulated choices, a turn of all games at a time: fewer states are then in play at once.

    keeps : int16[orders · flags · places · totals · rerolls · rolls], scored : int16[flags · places · totals · rolls]
    The other arrays are as in `play_turns`.
    """
    count, rerolls, rolls = rules.flag_stride // rules.stride, shown.shape[2] - 1, pairs.shape[0]
    for turn in range(dice.shape[1]):
        for at in range(order.size):
            game = order[at]
            state[at] = (flags[game] * count + places[game]) * totals + min(upper[game], totals - 1)
        play_turns(
            order, 0, order.size, turn, places, flags, upper, cap,
            boxes, points, bonuses, held, shown, recorded, dice, in_turn,
            keeps, scored, keeps.size // 2 if orders > 1 else 0, state, (rerolls * rolls, rolls, 1),
            table, kept, keep_counts, pairs, rules, tables,
        )  # fmt: skip


@kernel
def group_games(places: Any, flags: Any, upper: Any, blocks: int, count: Any, order: Any) -> int:
    """Sort games by place, flag and block of LANES upper totals, by counting.

    blocks : number of blocks of upper totals; the last one takes the rest, so that a single one takes them all
    count : int64[places · 2 · blocks + 1], zeros; ends as the edges of the groups that occur, as many as are returned
    order : int64[games], filled with the games, group after group
    """
    for game in range(order.size):
        count[(places[game] * 2 + flags[game]) * blocks + min(upper[game] // LANES, blocks - 1) + 1] += 1
    for at in range(1, count.size):
        count[at] += count[at - 1]
    for game in range(order.size):
        key = (places[game] * 2 + flags[game]) * blocks + min(upper[game] // LANES, blocks - 1)
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
def play_neighbours(
    order: Any, turn: int, places: Any, flags: Any, upper: Any,
    boxes: Any, points: Any, bonuses: Any, held: Any, shown: Any, recorded: bool, dice: Any, in_turn: bool,
    values: Any, cap: int, room: Room, lane: Any, table: Any, kept: Any, keep_counts: Any, pairs: Any,
    rules: Numbers, tables: Arrays, candidates: Any,
) -> None:  # fmt: skip
    """One turn of many games by the choices, or candidates, that maximise `values`, neighbouring states together.

    order : int64[...], games group by group, each with equal places and flags; brought into the order of blocks of
            LANES upper totals, from the least on
    lane  : int32[...], scratch
    The other arrays are as in `play_turns` and `choices.choose_best`.
    """
    begin = np.int64(0)  # of one type throughout, or `play_turns` is compiled for each
    while begin < order.size:
        place, flag, start = np.int64(places[order[begin]]), np.int64(flags[order[begin]]), np.int64(cap)
        middle = end = begin
        while end < order.size and places[order[end]] == place and flags[order[end]] == flag:
            start = min(start, np.int64(upper[order[end]]))
            end += 1
        for at in range(begin, end):
            game = order[at]
            if upper[game] < start + LANES:
                order[at], order[middle] = order[middle], game
                lane[middle] = upper[game] - start
                middle += 1
        choose_best(room, values, place, flag, start, rules, tables, candidates)
        play_turns(
            order, begin, middle, turn, places, flags, upper, cap,
            boxes, points, bonuses, held, shown, recorded, dice, in_turn,
            room.keeps, room.boxes, 0, lane, (1, 1, LANES), table, kept, keep_counts, pairs, rules, tables,
        )  # fmt: skip
        begin = middle


@kernel
def play_values(
    order: Any, turn: int, places: Any, flags: Any, upper: Any,
    boxes: Any, points: Any, bonuses: Any, held: Any, shown: Any, recorded: bool, dice: Any, in_turn: bool,
    values: Any, cap: int, room: Room, states: Visited, table: Any, kept: Any, keep_counts: Any, pairs: Any,
    rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """One turn of many games by the choices that maximise `values`, LANES of the states that they are in at a time.

    order : int64[...], games group by group, each with equal places and flags
    The other arrays are as in `play_turns` and `visited.choose_for_states`.
    """
    count = sort_by_state(states, order, places, flags, upper, rules, tables)
    for begin in range(0, count, LANES):
        choose_for_states(room, states, begin, values, rules, tables, groups)
        play_turns(
            states.order, states.first[begin], states.first[min(begin + LANES, count)], turn, places, flags, upper, cap,
            boxes, points, bonuses, held, shown, recorded, dice, in_turn,
            room.keeps, room.boxes, 0, states.lane, (1, 1, LANES), table, kept, keep_counts, pairs, rules, tables,
        )  # fmt: skip
