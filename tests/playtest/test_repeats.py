"""Intervals over repeats: Student's for means, the bootstrap for all else, and places of peaks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.arrays import Floats
from fivedice.playtest.repeats import draws, figures_with_intervals, mean_with_interval, peak_of
from fivedice.statistics.intervals import t_interval


def last(ladders: Floats) -> Floats:
    return np.asarray(ladders[:, -1])


def spans(ladders: Floats) -> Floats:
    return np.asarray(ladders[:, -1] - ladders[:, 0])


@given(st.lists(st.floats(0, 1), min_size=2, max_size=5))
def test_for_a_mean_the_bootstrap_of_few_repeats_is_students_interval(values: list[float]) -> None:
    repeats = np.array(values)[:, None, None]
    found, half = figures_with_intervals(repeats, last)
    known = t_interval(values)
    assert half is not None
    assert found[0] == pytest.approx(known.estimate)
    assert half[0] == pytest.approx(known.half_width, abs=1e-12)
    mean, plain = mean_with_interval(np.array(values))
    assert plain == pytest.approx(known.half_width, abs=1e-12)
    assert mean == pytest.approx(known.estimate)


def test_many_repeats_are_drawn_at_random_but_always_alike() -> None:
    values = np.random.default_rng(1).normal(size=(12, 1, 2))
    found, half = figures_with_intervals(values, spans)
    known = t_interval((values[:, 0, 1] - values[:, 0, 0]).tolist())
    assert half is not None
    assert found[0] == pytest.approx(known.estimate)
    assert half[0] == pytest.approx(known.half_width, rel=0.1)
    again = figures_with_intervals(values, spans)[1]
    assert again is not None
    assert again[0] == half[0]


def test_all_draws_of_three_repeats_are_twenty_seven() -> None:
    assert len({tuple(row) for row in draws(3).tolist()}) == 27


def test_a_single_repeat_has_no_interval() -> None:
    values = np.array([[[0.1, 0.9], [0.2, 0.8]]])
    assert figures_with_intervals(values, spans)[1] is None
    assert mean_with_interval(values)[1] is None
    assert (peak_of(values, spans).low, peak_of(values, spans).high) == (0, 0)


def test_a_clear_peak_is_sure_of_its_place_and_a_faint_one_is_not() -> None:
    noise = np.random.default_rng(2).normal(size=(4, 5, 1))
    curve = np.array([0.0, 1, 5, 1, 0])[None, :, None]
    clear, faint = (peak_of(curve + size * noise, last) for size in (0.01, 3.0))
    assert (clear.at, clear.low, clear.high, clear.share) == (2, 2, 2, 1.0)
    assert faint.low <= faint.at <= faint.high
    assert faint.high > faint.low
    assert faint.share < 1


def test_chance_that_all_variants_share_does_not_move_the_peak() -> None:
    shared = np.random.default_rng(3).normal(size=(4, 1, 1))
    curve = np.array([0.0, 1, 1.1, 1, 0])[None, :, None]
    found = peak_of(curve + 10 * shared, last)
    assert (found.at, found.low, found.high) == (2, 2, 2)
