"""Many games stepped at once, one action each: the dice, the rules, what is seen afterwards and what is legal then.

Actions and observations are those of `environments.encoding`. The dice of game g of a seed are those of
`random.fill_dice`: in the r-th throw of turn t, the die in position i comes from the counter (g, t, r · n + i).
"""

from typing import Any, NamedTuple

import numpy as np
from numba import uint32, uint64

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.random import LOW_WORD, WORD_BITS, philox
from fivedice.kernels.scoring import score_box

TAKE_FIRST, END_GAME = 0, 1
"""What an illegal action does: the first legal one is taken instead, or the game ends."""


class Encoded(NamedTuple):
    """What the encoding of the rules adds to their tables.

    leftmost    : int32[rolls, keeps], the legal number of the keep that each number means
    legal_keeps : int8[rolls, keeps], 1 where that is the number itself
    roll_dice   : int8[rolls, n], dice of a roll in ascending order
    face_shares : float32[rolls, faces], shares of the dice of a roll that show each face
    pays        : int16[2, rolls, boxes], what each box pays, by itself and as a joker: a roll is one line of memory
    shares      : float32[2, rolls, boxes], the same as shares of the most points that a box pays
    cap, bonus  : the upper total from which the upper bonus is paid, and the bonus
    """

    leftmost: Any
    legal_keeps: Any
    roll_dice: Any
    face_shares: Any
    pays: Any
    shares: Any
    cap: int
    bonus: int


class Games(NamedTuple):
    """Games in progress.

    filled, flags, upper, turn, rerolls, roll, score, number : int64[n], as elsewhere in the kernels; `turn` counts from
        0, `score` holds the points so far, and `number` is that of the game among those of its seed
    seeds : uint64[n];  table : uint8[n, dice], dice by position;  over : bool[n], whether the game has ended
    """

    filled: Any
    flags: Any
    upper: Any
    turn: Any
    rerolls: Any
    roll: Any
    score: Any
    number: Any
    seeds: Any
    table: Any
    over: Any


class Seen(NamedTuple):
    """What is written for each game after a step.

    mask    : int8[n, actions]
    named   : dice : int8[n, dice], filled : int8[n, boxes], pays : int16[n, boxes]; without rows if they are not wanted
    flat    : float32[n, size]; without rows if it is not wanted
    """

    mask: Any
    dice: Any
    filled: Any
    pays: Any
    flat: Any


@part
def throw_table(games: Games, at: int, kept: Any, throw: int, extend: Any, faces: int) -> None:
    """Throw the dice that are not kept, `kept[face]` of each face, taken from the left; kept ends as zeros."""
    count = games.table.shape[1]
    number, seed, turn = uint64(games.number[at]), uint64(games.seeds[at]), uint32(games.turn[at])
    low, high = uint32(number & LOW_WORD), uint32(number >> WORD_BITS)
    k0, k1 = uint32(seed & LOW_WORD), uint32(seed >> WORD_BITS)
    words, block, row = (uint32(0), uint32(0), uint32(0), uint32(0)), -1, 0
    for position in range(count):
        face = games.table[at, position]
        if kept[face] > 0:
            kept[face] -= 1
        else:
            place = throw * count + position
            if place >> 2 != block:
                block = place >> 2
                words = philox(low, high, turn, uint32(block), k0, k1)
            face = 1 + (uint64(words[place & 3]) * uint64(faces) >> WORD_BITS)
            games.table[at, position] = face
        row = extend[row, np.int64(face) - 1]
    games.roll[at] = row - extend.shape[0]


@part
def start_game(games: Games, at: int, kept: Any, extend: Any, faces: int, rerolls: int) -> None:
    """An empty card and the first throw."""
    games.filled[at] = games.flags[at] = games.upper[at] = games.turn[at] = games.score[at] = 0
    games.rerolls[at], games.over[at] = rerolls, False
    throw_table(games, at, kept, 0, extend, faces)


@kernel
def start_games(games: Games, which: Any, extend: Any, faces: int, rerolls: int) -> None:
    """Start the games that `which` : int64[..] lists."""
    kept = np.zeros(faces + 1, np.int64)
    for at in which:
        start_game(games, at, kept, extend, faces, rerolls)


@kernel
def step_games(
    games: Games, begin: int, end: int, actions: Any, taken: Any, points: Any, illegal: Any, on_illegal: int,
    again: bool, rerolls: int, encoded: Encoded, rules: Numbers, tables: Arrays,
) -> None:  # fmt: skip
    """One action in each of the games begin .. end − 1.

    actions : int64[n];  taken : int64[n], filled with the legal action that was taken, −1 where none was
    points  : float64[n], filled with the points that it brought;  illegal : bool[n], filled
    again   : whether a game that is over starts anew instead, with the next number
    """
    extend, equal_face, face_boxes, is_upper = tables.extend, tables.equal_face, tables.face_boxes, tables.upper
    box_points, joker_points, roll_dice = tables.points, tables.joker_points, encoded.roll_dice
    faces, count, keeps = extend.shape[1], roll_dice.shape[1], encoded.leftmost.shape[1]
    kept = np.zeros(faces + 1, np.int64)
    for at in range(begin, end):
        taken[at], points[at], illegal[at] = -1, 0.0, False
        if games.over[at]:
            if again:
                games.number[at] += 1
                start_game(games, at, kept, extend, faces, rerolls)
            continue
        action, roll, filled = actions[at], games.roll[at], games.filled[at]
        face = np.int64(equal_face[roll])
        unfilled = rules.everything & ~filled
        legal = legal_boxes(filled, unfilled, face, face_boxes[face], rules)
        is_keep, box = 0 <= action < keeps, action - keeps
        if is_keep:
            illegal[at] = games.rerolls[at] == 0
        else:
            illegal[at] = not (0 <= box < is_upper.size and legal >> box & 1)
        if illegal[at]:
            if on_illegal == END_GAME:
                games.over[at] = True
                games.rerolls[at] = 0
                continue
            is_keep, action, box = games.rerolls[at] > 0, 0, 0
            while not is_keep and not legal >> box & 1:
                box += 1
        if is_keep:
            taken[at] = encoded.leftmost[roll, action]
            for place in range(count):
                if action >> place & 1:
                    kept[roll_dice[roll, place]] += 1
            games.rerolls[at] -= 1
            throw_table(games, at, kept, rerolls - games.rerolls[at], extend, faces)
            continue
        taken[at] = keeps + box
        full = pays_full_value(filled, unfilled, face, face_boxes[face], rules)
        paid, extra, games.flags[at] = score_box(
            box, games.flags[at], face, full, box_points[box, roll], joker_points[box, roll], rules
        )
        games.filled[at] = filled | 1 << box
        if is_upper[box]:
            games.upper[at] = min(games.upper[at] + paid, encoded.cap)
        gained = paid + extra
        games.turn[at] += 1
        if games.turn[at] == is_upper.size:
            gained += encoded.bonus if games.upper[at] >= encoded.cap else 0
            games.over[at], games.rerolls[at] = True, 0
        else:
            games.rerolls[at] = rerolls
            throw_table(games, at, kept, 0, extend, faces)
        games.score[at] += gained
        points[at] = gained


@kernel
def observe_games(
    games: Games, begin: int, end: int, seen: Seen, rerolls: int, encoded: Encoded, rules: Numbers, tables: Arrays
) -> None:
    """Write what is seen of the games begin .. end − 1, and which actions are legal."""
    equal_face, face_boxes, boxes = tables.equal_face, tables.face_boxes, tables.upper.size
    roll_dice, legal_keeps, face_shares = encoded.roll_dice, encoded.legal_keeps, encoded.face_shares
    faces, count, keeps = tables.extend.shape[1], roll_dice.shape[1], legal_keeps.shape[1]
    named, flat = seen.dice.shape[0] > 0, seen.flat.shape[0] > 0
    for at in range(begin, end):
        roll, filled, left = games.roll[at], games.filled[at], games.rerolls[at]
        face = np.int64(equal_face[roll])
        unfilled = rules.everything & ~filled
        legal = 0 if games.over[at] else legal_boxes(filled, unfilled, face, face_boxes[face], rules)
        joker = np.int64(pays_full_value(filled, unfilled, face, face_boxes[face], rules))
        if left > 0:
            for action in range(keeps):
                seen.mask[at, action] = legal_keeps[roll, action]
        else:
            for action in range(keeps):
                seen.mask[at, action] = 0
        for box in range(boxes):
            seen.mask[at, keeps + box] = legal >> box & 1
        if named:
            for place in range(count):
                seen.dice[at, place] = roll_dice[roll, place]
            for box in range(boxes):
                seen.filled[at, box] = filled >> box & 1
                seen.pays[at, box] = encoded.pays[joker, roll, box] if legal >> box & 1 else -1
        if flat:
            for place in range(faces):
                seen.flat[at, place] = face_shares[roll, place]
            seen.flat[at, faces] = np.float32(left / max(rerolls, 1))
            seen.flat[at, faces + 1 + boxes] = np.float32(games.upper[at] / max(encoded.cap, 1))
            seen.flat[at, faces + 2 + boxes] = games.flags[at]
            for box in range(boxes):
                share = encoded.shares[joker, roll, box]
                seen.flat[at, faces + 1 + box] = filled >> box & 1
                seen.flat[at, faces + 3 + boxes + box] = share if legal >> box & 1 else np.float32(0.0)


@kernel
def sample_actions(mask: Any, chance: Any, actions: Any, begin: int, end: int) -> None:
    """A legal action each, all equally likely; 0 where none is legal.

    mask : int8[n, actions];  chance : float64[n], from 0 up to 1;  actions : int64[n], filled in place
    """
    for at in range(begin, end):
        count = 0
        for action in range(mask.shape[1]):
            count += mask[at, action]
        which, before = int(chance[at] * count), 0
        actions[at] = 0
        for action in range(mask.shape[1]):
            before += mask[at, action]
            if before > which:
                actions[at] = action
                break
