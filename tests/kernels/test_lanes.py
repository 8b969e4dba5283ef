"""Vector operations against the plain loops that they replace."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numba import njit
from numpy.typing import NDArray

from fivedice.kernels.lanes import (
    LANES,
    SINGLE_LANES,
    add,
    aligned,
    lanes_of,
    load,
    maximum,
    multiply,
    pick,
    spread,
    store,
)

PRECISIONS = pytest.mark.parametrize(("kind", "lanes"), [(np.float64, LANES), (np.float32, SINGLE_LANES)])


def _every_operation(one: Any, other: Any, scalar: Any, at: Any, to: Any, out: Any) -> None:
    a, b = load(one, at), load(other, at)
    store(out[0], to, a)
    store(out[1], to, spread(scalar))
    store(out[2], to, add(a, b))
    store(out[3], to, multiply(a, b))
    store(out[4], to, maximum(a, b))
    store(out[5], to, pick(a, b, spread(scalar), b))


def _count(array: Any) -> Any:
    return lanes_of(array)


def _choose(one: Any, other: Any, choice: Any, otherwise: Any, out: Any) -> None:
    store(out, 1, pick(load(one, 0), load(other, 0), load(choice, 0), spread(otherwise)))


every_operation: Any = njit(_every_operation)
choose: Any = njit(_choose)
count: Any = njit(_count)


def numbers(kind: Any) -> st.SearchStrategy[float]:
    return st.floats(-1e9, 1e9, allow_subnormal=False, width=np.finfo(kind).bits) | st.just(float("-inf"))  # type: ignore[arg-type]


def vectors(kind: Any, room: int) -> st.SearchStrategy[NDArray[Any]]:
    return arrays(kind, room, elements=numbers(kind))


@PRECISIONS
@given(data=st.data())
def test_every_operation_equals_its_plain_loop_bit_for_bit(kind: Any, lanes: int, data: st.DataObject) -> None:
    room = 3 * lanes
    offsets = st.integers(0, room - lanes)  # also offsets at which no vector is aligned
    one, other = data.draw(vectors(kind, room)), data.draw(vectors(kind, room))
    scalar, at, to = kind(data.draw(numbers(kind))), data.draw(offsets), data.draw(offsets)
    other = np.abs(other)  # −∞ + ∞ and 0 · ∞ are no numbers, and never occur
    one = np.where(np.isinf(one) & (np.isinf(other) | (other == 0)), kind(0), one)
    other = np.where(np.isinf(other) & (one == 0), kind(1), other)
    found = np.full((6, room), np.nan, kind)
    every_operation(one, other, scalar, at, to, found)
    expected = np.full((6, room), np.nan, kind)
    for lane in range(lanes):
        a, b = one[at + lane], other[at + lane]
        expected[:, to + lane] = [a, scalar, a + b, a * b, max(a, b), scalar if a > b else b]
    np.testing.assert_array_equal(found, expected)  # what lies outside the vector stays untouched


@given(st.data())
def test_a_choice_goes_with_the_greater_value(data: st.DataObject) -> None:
    values, numbers_of_keeps = st.integers(0, 2), st.integers(-(1 << 15), (1 << 15) - 1)
    one, other = (np.array(data.draw(st.lists(values, min_size=LANES, max_size=LANES)), float) for _ in range(2))
    choice = np.array(data.draw(st.lists(numbers_of_keeps, min_size=LANES, max_size=LANES)), np.int16)
    otherwise, found = np.int16(data.draw(numbers_of_keeps)), np.zeros(LANES + 2, np.int16)
    choose(one, other, choice, otherwise, found)
    assert found.tolist() == [0, *np.where(one > other, choice, otherwise).tolist(), 0]


@PRECISIONS
def test_the_precision_of_an_array_says_how_many_lanes_its_vectors_have(kind: Any, lanes: int) -> None:
    assert count(np.zeros(1, kind)) == lanes


def test_vectors_of_both_precisions_take_as_many_bytes() -> None:
    assert LANES * np.float64().nbytes == SINGLE_LANES * np.float32().nbytes


def test_rows_begin_on_a_cache_line() -> None:
    assert all(aligned(count).ctypes.data % 64 == 0 and aligned(count).size == count for count in range(1, 40))
