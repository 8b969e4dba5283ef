"""Eight numbers at once against plain loops, and random words of many counters against those of one."""

from typing import Any

import numpy as np
import pytest

from fivedice.kernels.compiling import kernel
from fivedice.kernels.eights import bit_count, copy_eight, multiply_eight, or_eight, spread_bits
from fivedice.kernels.random import fill_words, philox

CHANCE = np.random.default_rng(8)


@kernel
def combine(copied: Any, mixed: Any, scaled: Any, whole: Any, real: Any, bits: Any, shares: Any, row: int) -> None:
    copy_eight(copied, 3, whole, 5)
    or_eight(mixed, 2, whole, 6, bits, row * 8)
    multiply_eight(scaled, 1, real, 4, shares, row * 8)


@kernel
def count_bits(numbers: Any, counts: Any) -> None:
    for at in range(numbers.size):
        counts[at] = bit_count(numbers[at])


@pytest.mark.parametrize("row", [0, 0b10110001, 255])
def test_eight_numbers_are_copied_and_combined_and_their_neighbours_are_left_alone(row: int) -> None:
    whole, real = CHANCE.integers(0, 99, (2, 10)).astype(np.int16), CHANCE.random(16).astype(np.float32)
    copied, mixed, scaled = np.full(12, 7, np.int16), np.full((3, 4), 7, np.int16), np.full(12, 7, np.float32)
    combine(copied, mixed, scaled, whole, real, spread_bits(np.int16, -1), spread_bits(np.float32, 1), row)
    is_set = [row >> bit & 1 for bit in range(8)]
    assert copied.tolist() == [7, 7, 7, *whole.ravel()[5:13], 7]
    expected = [-1 if one else number for one, number in zip(is_set, whole.ravel()[6:14], strict=True)]
    assert mixed.ravel().tolist() == [7, 7, *expected, 7, 7]
    assert scaled.tolist() == [7, *(real[4:12] * np.array(is_set, np.float32)).tolist(), 7, 7, 7]


def test_set_bits_are_counted() -> None:
    numbers = np.array([0, 1, 0b10110, (1 << 40) - 1, -1], np.int64)
    counts = np.zeros(5, np.int64)
    count_bits(numbers, counts)
    assert counts.tolist() == [0, 1, 3, 40, 64]


def test_words_of_many_counters_are_those_of_each() -> None:
    counters = CHANCE.integers(0, 1 << 32, (6, 20), np.uint32)
    words = np.zeros((4, 20), np.uint32)
    fill_words(counters, np.uint32(3), words)
    for at, (c0, c1, c2, c3, k0, k1) in enumerate(counters.T):
        with np.errstate(over="ignore"):
            assert tuple(words[:, at]) == philox(c0, c1, c2, np.uint32(c3 + np.uint32(3)), k0, k1)
