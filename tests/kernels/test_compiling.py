"""Kernels and their parts, and word of compilations: which kernel, once, and when it is over."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core import event
from numba.core.errors import TypingError

from fivedice.kernels.compiling import kernel, part, tell_compiling


@pytest.fixture
def told() -> Iterator[list[str | None]]:
    names: list[str | None] = []
    listener = tell_compiling(names.append)
    yield names
    event.unregister("numba:compile", listener)


def test_each_kernel_is_named_while_it_is_compiled_and_only_then(told: list[str | None]) -> None:
    def inner(number: int) -> int:
        return number + 1

    inner_kernel = njit(inner)

    def outer(number: int) -> int:
        return int(inner_kernel(number)) * 2

    outer_kernel = njit(outer)
    assert outer_kernel(1) == 4
    assert told == ["outer", "inner", None]
    assert outer_kernel(2) == 6
    assert told == ["outer", "inner", None]


def test_a_compilation_that_fails_is_over_too(told: list[str | None]) -> None:
    def wrong(number: Any) -> Any:
        return number.nonsense

    with pytest.raises(TypingError, match="nonsense"):
        njit(wrong)(1)
    assert (told[0], told[-1]) == ("wrong", None)


@part
def sum_of(numbers: Any) -> int:
    total = 0
    for number in numbers:
        total += number
    return total


@kernel
def twice_the_sum(numbers: Any) -> int:
    return 2 * int(sum_of(numbers))


def test_a_part_serves_kernels_and_python() -> None:
    numbers = np.arange(5)
    assert twice_the_sum(numbers) == 20
    assert sum_of(numbers) == 10
    assert twice_the_sum(numbers) == 20
