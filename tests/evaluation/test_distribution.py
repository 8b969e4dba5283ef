import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.evaluation.distribution import Distribution


def test_ends_without_probability_are_cut_off() -> None:
    found = Distribution.of(np.array([0.0, 0.0, 0.25, 0.0, 0.75, 0.0]), first=10)
    assert (found.least, found.most, found.probability.tolist()) == (12, 14, [0.25, 0.0, 0.75])


@given(st.lists(st.integers(0, 30), min_size=1, max_size=60), st.integers(0, 100))
def test_figures_are_those_of_equally_likely_numbers(numbers: list[int], first: int) -> None:
    found = Distribution.of(np.bincount(numbers) / len(numbers), first)
    shifted = np.array(numbers) + first
    assert (found.least, found.most) == (shifted.min(), shifted.max())
    assert found.mean == pytest.approx(shifted.mean(), abs=1e-9)
    assert found.sd == pytest.approx(shifted.std(), abs=1e-9)
    for share in (0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0):
        assert found.quantile(share) == np.quantile(shifted, share, method="inverted_cdf")
    assert found.median == found.quantile(0.5)
    for number in range(first - 1, first + 33):
        assert found.at_least(number) == pytest.approx((shifted >= number).mean(), abs=1e-12)


def test_a_share_met_but_for_rounding_is_met() -> None:
    assert Distribution(0, np.array([0.1] * 10)).quantile(0.3) == 2
    assert Distribution(0, np.array([0.1] * 10)).quantile(1.0) == 9
