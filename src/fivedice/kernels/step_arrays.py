"""What the kernels of `stepping` read and write, by name."""

from typing import Any, NamedTuple

import numpy as np

GROUP = 128
"""Games that are stepped together."""


class Encoded(NamedTuple):
    """What the kernel takes of the rules and their encoding, beside `Numbers`.

    extend, equal_face, face_boxes, upper : as in `solver.tables`
    leftmost    : int32[rolls, keeps], the legal number of the keep that each number means
    keep_masks  : int8[rolls + 1, keeps], 1 where that is the number itself; the last row, for no throws left, is 0
    keep_counts : int32[rolls + 1], how many of these there are;  keep_list : int32[rolls, keeps], they come first in it
    roll_dice   : int8[rolls, n], dice of a roll in ascending order
    face_shares : float32[rolls, faces], shares of the dice of a roll that show each face
    pays        : int16[2, rolls, boxes], what each box pays, by itself and as a joker: a roll is one line of memory
    shares      : float32[2, rolls, boxes], the same as shares of the most points that a box pays
    ones, all_ones, single_ones : int8, int16 and float32[256, 8], 1, −1 and 1.0 for each bit, see `eights`
    rerolls     : of a turn;  cap, bonus : the upper total from which the upper bonus is paid, and the bonus
    """

    extend: Any
    equal_face: Any
    face_boxes: Any
    upper: Any
    leftmost: Any
    keep_masks: Any
    keep_counts: Any
    keep_list: Any
    roll_dice: Any
    face_shares: Any
    pays: Any
    shares: Any
    ones: Any
    all_ones: Any
    single_ones: Any
    rerolls: int
    cap: int
    bonus: int


class Games(NamedTuple):
    """Games in progress.

    filled, flags, upper, turn, rerolls, roll, score, number : int64[n], as elsewhere in the kernels; `turn` counts from
        0, `score` holds the points so far, and `number` is that of the game among those of its seed
    legal : int64[n], bits of the boxes that may be scored now; 0 once the game is over
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
    legal: Any
    seeds: Any
    table: Any
    over: Any


class Taken(NamedTuple):
    """What is written of a step; without rows if no step is taken.

    action : int64[n], the legal action that was taken, −1 where none was;  points : float64[n], what it brought
    illegal : bool[n], whether another one was asked for;  ended : bool[n], whether the game is over
    """

    action: Any
    points: Any
    illegal: Any
    ended: Any


class Seen(NamedTuple):
    """What is written of each game for those who decide; arrays without rows are not written.

    mask, score : int8[n, actions], int64[n], if anything is seen
    numbers     : rerolls, upper, bonus : int64[n], as in `Games`; dice : int8[n, dice]; filled : int8[n, boxes];
                  pays : int16[n, boxes]; what is seen by name
    flat        : float32[n, size]
    """

    mask: Any
    score: Any
    rerolls: Any
    upper: Any
    bonus: Any
    dice: Any
    filled: Any
    pays: Any
    flat: Any


class Scratch(NamedTuple):
    """Room for the throws of a group of games; a kernel that makes arrays counts references to all of them.

    throws, held : int64[GROUP], the throw that comes next, counted from 0, −1 for none, and the dice that are kept in
                   it, as an action
    kept         : int64[faces + 1], zeros
    counters     : uint32[6, GROUP], counter and key of the first random words;  words : uint32[.., GROUP]
    """

    throws: Any
    held: Any
    kept: Any
    counters: Any
    words: Any


def scratch_for(dice: int, faces: int) -> Scratch:
    """Room for games with so many dice."""
    throws, held = np.zeros((2, GROUP), np.int64)
    counters, words = np.zeros((6, GROUP), np.uint32), np.zeros((dice + 8, GROUP), np.uint32)
    return Scratch(throws, held, np.zeros(faces + 1, np.int64), counters, words)
