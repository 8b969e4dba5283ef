"""Philox4x32-10, a counter-based generator: any die of any game can be computed alone, in any order.

Salmon, Moraes, Dror, Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3". Counter and key in, four words out.
"""

from typing import Any

import numpy as np
from numba import uint32, uint64

from fivedice.kernels.compiling import kernel, part

MULTIPLIER_0, MULTIPLIER_1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
WEYL_0, WEYL_1 = np.uint32(0x9E3779B9), np.uint32(0xBB67AE85)
ROUNDS = 10
LOW_WORD, WORD_BITS = np.uint64(0xFFFFFFFF), np.uint64(32)


@part
def philox(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    """Four random words for a counter of four words and a key of two."""
    for _ in range(ROUNDS):
        product_0 = MULTIPLIER_0 * uint64(c0)
        product_1 = MULTIPLIER_1 * uint64(c2)
        c0, c1, c2, c3 = (
            uint32(uint32(product_1 >> WORD_BITS) ^ c1 ^ k0),
            uint32(product_1 & LOW_WORD),
            uint32(uint32(product_0 >> WORD_BITS) ^ c3 ^ k1),
            uint32(product_0 & LOW_WORD),
        )
        k0, k1 = uint32(k0 + WEYL_0), uint32(k1 + WEYL_1)
    return c0, c1, c2, c3


@part
def fill_words(counters: Any, block: Any, words: Any) -> None:
    """Four words each for many counters; a plain loop without calls, which the compiler turns into vectors.

    counters : uint32[6, n], counter and key;  block : added to the last word of the counter
    words    : uint32[4, n], filled in place
    """
    for at in range(counters.shape[1]):
        c0, c1, c2, c3 = counters[0, at], counters[1, at], counters[2, at], uint32(counters[3, at] + block)
        k0, k1 = counters[4, at], counters[5, at]
        for _ in range(ROUNDS):
            product_0 = MULTIPLIER_0 * uint64(c0)
            product_1 = MULTIPLIER_1 * uint64(c2)
            c0 = uint32(uint32(product_1 >> WORD_BITS) ^ c1 ^ k0)
            c2 = uint32(uint32(product_0 >> WORD_BITS) ^ c3 ^ k1)
            c1, c3 = uint32(product_1 & LOW_WORD), uint32(product_0 & LOW_WORD)
            k0, k1 = uint32(k0 + WEYL_0), uint32(k1 + WEYL_1)
        words[0, at], words[1, at], words[2, at], words[3, at] = c0, c1, c2, c3


@kernel
def fill_dice(
    dice: Any, first_game: int, low_key: int, high_key: int, faces: int, limits: Any, counters: Any, words: Any
) -> None:
    """Dice of consecutive games: die i of turn t of game g comes from the counter (g, t, i // 4).

    dice   : uint8[games, turns, dice of a turn], filled in place; a word w becomes 1 + ⌊w·faces/2³²⌋
    limits : None, or for dice that are not fair uint64[faces], w becomes the first face whose limit is above it
    counters, words : uint32[6, n] and uint32[4, n], scratch for n games at a time, see `fill_words`
    """
    games, turns, count = dice.shape
    for begin in range(0, games, counters.shape[1]):
        end = min(begin + counters.shape[1], games)
        for at in range(counters.shape[1]):
            number = uint64(first_game + begin + at)
            counters[0, at], counters[1, at] = uint32(number & LOW_WORD), uint32(number >> WORD_BITS)
            counters[3, at], counters[4, at], counters[5, at] = uint32(0), uint32(low_key), uint32(high_key)
        for turn in range(turns):
            for at in range(counters.shape[1]):
                counters[2, at] = uint32(turn)
            for die in range(count):
                if die % 4 == 0:
                    fill_words(counters, uint32(die // 4), words)
                for game in range(begin, end):
                    word = uint64(words[die % 4, game - begin])
                    if limits is None:
                        face = word * uint64(faces) >> WORD_BITS
                    else:
                        face = uint64(0)
                        while word >= limits[face]:
                            face += uint64(1)
                    dice[game, turn, die] = 1 + face
