"""Intervals against published examples and against SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fivedice.errors import StatisticsError
from fivedice.statistics.intervals import (
    Interval,
    _unskewed,
    batch_means,
    controlled_interval,
    paired_interval,
    proportion_interval,
    t_interval,
    t_interval_of,
    t_quantile,
)

VALUES = st.lists(st.floats(-1000, 1000), min_size=2, max_size=50)
LEVELS = st.sampled_from((0.5, 0.9, 0.95, 0.99))


def test_a_t_interval_gives_the_example_of_the_nist_handbook() -> None:
    found = t_interval_of(9.261460, 0.022789, 195)  # section 1.3.5.2, ZARR13.DAT
    assert t_quantile(0.95, 194) == pytest.approx(1.9723, abs=5e-5)
    assert (found.low, found.high) == pytest.approx((9.258242, 9.264679), abs=2e-6)


def test_the_quantile_of_study_002_is_right() -> None:
    assert round(t_quantile(0.95, 399), 3) == 1.966


@given(VALUES, LEVELS)
def test_t_intervals_agree_with_scipy(values: list[float], level: float) -> None:
    found = t_interval(values, level)
    quantile = stats.t.ppf(0.5 + level / 2, len(values) - 1)
    assert found.estimate == pytest.approx(np.mean(values), abs=1e-9)
    assert found.half_width == pytest.approx(quantile * stats.sem(values), abs=1e-9)
    assert found.high - found.estimate == pytest.approx(found.estimate - found.low, abs=1e-9)
    assert (found.n, found.level) == (len(values), level)


@given(st.integers(2, 20), st.integers(1, 20))
def test_batch_means_keep_the_mean_and_the_order(batches: int, size: int) -> None:
    values = np.arange(batches * size, dtype=float) ** 2
    means = batch_means(values, batches)
    assert means.tolist() == [np.mean(values[i * size : (i + 1) * size]) for i in range(batches)]
    assert t_interval(means).estimate == pytest.approx(values.mean())


@given(VALUES, st.floats(-5, 5), LEVELS)
def test_pairs_take_common_luck_away(values: list[float], shift: float, level: float) -> None:
    found = paired_interval(np.array(values) + shift, values, level)
    assert found.estimate == pytest.approx(shift, abs=1e-9)
    assert found.half_width == pytest.approx(0, abs=1e-9)


@given(st.floats(-4, 4), st.floats(-3, 3), st.integers(10, 500))
def test_the_skewness_of_a_mean_is_taken_away_by_the_transformation_of_hall(x: float, skewness: float, n: int) -> None:
    t, gamma = _unskewed(x, skewness, n), skewness / np.sqrt(n)
    assert t + gamma * t**2 / 3 + gamma**2 * t**3 / 27 + gamma / 6 == pytest.approx(x, abs=1e-9)


def test_intervals_of_skewed_values_cover_their_mean_where_t_intervals_miss_it() -> None:
    chance, covered = np.random.default_rng(1), np.zeros(2)
    for _ in range(2000):
        values, control = chance.exponential(size=40), chance.normal(size=40)
        covered += [one.low < 1 < one.high for one in (t_interval(values), controlled_interval(values, control))]
    by_t, by_control = covered / 2000
    assert by_t < 0.93 < 0.94 < by_control < 0.96


def test_an_interval_taken_away_from_a_whole_is_turned() -> None:
    found = Interval(3.0, 2.0, 0.95, 10, 0.5).below(10)
    assert (found.low, found.estimate, found.high) == (4.5, 7.0, 8.5)


@given(st.integers(1, 500), st.data(), LEVELS)
def test_shares_agree_with_wilson_of_scipy(n: int, data: st.DataObject, level: float) -> None:
    successes = data.draw(st.integers(0, n))
    found = proportion_interval(successes, n, level)
    theirs = stats.binomtest(successes, n).proportion_ci(level, method="wilson")
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        (Interval(235.1541, 1.2236, 0.95, 400), "235.2 ± 1.2"),
        (Interval(108.2041, 0.5353, 0.95, 400), "108.20 ± 0.54"),
        (Interval(3.49870, 0.00193, 0.95, 10), "3.4987 ± 0.0019"),
        (Interval(12345.6, 123.4, 0.95, 10), "12346 ± 123"),
        (Interval(6, 0, 0.95, 10), "6 ± 0"),
    ],
)
def test_an_interval_prints_the_digits_that_mean_something(interval: Interval, text: str) -> None:
    assert str(interval) == text


@pytest.mark.parametrize("level", [0, 1, -0.5, 95])
def test_a_level_is_a_probability(level: float) -> None:
    with pytest.raises(StatisticsError, match="must be a probability between 0 and 1"):
        t_interval([1, 2, 3], level)
    with pytest.raises(StatisticsError, match="must be a probability between 0 and 1"):
        proportion_interval(1, 2, level)


def test_what_has_no_interval_is_refused() -> None:
    with pytest.raises(StatisticsError, match="at least 2 values"):
        t_interval([1])
    with pytest.raises(StatisticsError, match="finite"):
        t_interval([1, float("nan")])
    with pytest.raises(StatisticsError, match="not n = 1"):
        t_interval_of(3, 1, 1)
    with pytest.raises(StatisticsError, match="10 values cannot be split in 3 batches"):
        batch_means(range(10), 3)
    with pytest.raises(StatisticsError, match="there are 2 and 3 values"):
        paired_interval([1, 2], [1, 2, 3])
    with pytest.raises(StatisticsError, match="3 successes in 2 trials"):
        proportion_interval(3, 2)
