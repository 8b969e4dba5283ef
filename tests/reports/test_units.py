"""Durations and sizes: never a number that rounding made meaningless."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.reports import duration, size


@given(st.floats(1e-6, 1e10))
def test_a_duration_has_digits_that_say_something(seconds: float) -> None:
    number, unit = duration(seconds).split()
    assert unit in ("µs", "ms", "s", "min", "h", "days", "years")
    assert re.search("[1-9]", number)
    assert float(number.replace(",", "")) < 1500 or unit == "years"


@given(st.integers(1, 10**13))
def test_a_size_is_near_what_it_says(count: int) -> None:
    number, unit = size(count).split()
    units = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
    assert float(number.replace(",", "")) * units[unit] == pytest.approx(count, rel=0.006)
