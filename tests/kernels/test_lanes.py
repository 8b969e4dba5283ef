"""Vector operations against the plain loops that they replace."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from numpy.typing import NDArray

from fivedice.kernels.lanes import LANES, add, load, maximum, multiply, spread, store

Floats = NDArray[np.float64]
ROOM = 3 * LANES


def _every_operation(one: Any, other: Any, scalar: Any, at: Any, to: Any, out: Any) -> None:
    a, b = load(one, at), load(other, at)
    store(out[0], to, a)
    store(out[1], to, spread(scalar))
    store(out[2], to, add(a, b))
    store(out[3], to, multiply(a, b))
    store(out[4], to, maximum(a, b))


every_operation: Any = njit(_every_operation)

NUMBER = st.floats(-1e9, 1e9, allow_subnormal=False) | st.just(float("-inf"))
VECTOR = st.lists(NUMBER, min_size=ROOM, max_size=ROOM).map(np.array)
OFFSET = st.integers(0, ROOM - LANES)  # also offsets at which no vector is aligned


@given(VECTOR, VECTOR, NUMBER, OFFSET, OFFSET)
def test_every_operation_equals_its_plain_loop_bit_for_bit(
    one: Floats, other: Floats, scalar: float, at: int, to: int
) -> None:
    other = np.abs(other)  # −∞ + ∞ and 0 · ∞ are no numbers, and never occur
    one = np.where(np.isinf(one) & (np.isinf(other) | (other == 0)), 0.0, one)
    other = np.where(np.isinf(other) & (one == 0), 1.0, other)
    found = np.full((5, ROOM), np.nan)
    every_operation(one, other, scalar, at, to, found)
    expected = np.full((5, ROOM), np.nan)
    for lane in range(LANES):
        a, b = one[at + lane], other[at + lane]
        expected[:, to + lane] = [a, scalar, a + b, a * b, max(a, b)]
    np.testing.assert_array_equal(found, expected)  # what lies outside the vector stays untouched
