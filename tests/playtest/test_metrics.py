"""d, Δ and A: what they are on ladders that everybody can read, and what holds for all ladders."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import PlaytestError
from fivedice.playtest.metrics import area, areas, envelope, foresight_share, greedy_share, log_axis, span, steps

SHARES = st.integers(0, 64).map(lambda number: number / 64)  # exact in binary, so that sums are too
LADDERS = st.lists(SHARES, min_size=2, max_size=9)
FAMILIES = st.integers(2, 6).flatmap(
    lambda levels: st.lists(st.lists(SHARES, min_size=levels, max_size=levels), min_size=1, max_size=5)
)


def test_d_counts_steps_from_the_last_one_and_not_from_the_last_level() -> None:
    assert steps([0.0, 0.3, 0.5, 0.7, 0.75], 0.2) == 3
    assert steps([0.0, 0.15, 0.3, 0.45, 0.6], 0.2) == 2
    assert steps([0.0, 0.9], 0.1) == 1


def test_a_step_of_exactly_delta_counts_in_spite_of_binary_fractions() -> None:
    assert steps([0.1, 0.3, 0.5], 0.2) == 2


def test_the_span_is_that_between_the_ends() -> None:
    assert span([0.25, 0.9, 0.75]) == 0.5


def test_the_area_is_the_mean_gap_below_the_envelope() -> None:
    assert area([0, 1, 3], [1, 1, 1], [0.5, 0.5, 0.5]) == 0.5
    assert area([0, 1], [1, 1], [0, 1]) == 0.5
    assert area([2, 3, 5], [1, 1, 1], [0, 1, 1]) == pytest.approx(0.5 / 3)


def test_three_ladders_as_in_figure_1_of_the_study() -> None:
    early, late, flat = [0.2, 0.9, 0.95, 1.0], [0.2, 0.25, 0.3, 1.0], [0.2, 0.3, 0.4, 0.5]
    found = areas([0, 1, 2, 3], [early, late, flat])
    assert found[0] == 0
    assert 0 < found[1] < found[2]
    assert [steps(one, 0.1) for one in (early, late, flat)] == [2, 2, 3]


@given(LADDERS, st.integers(1, 32))
def test_d_does_not_change_when_all_performance_is_shifted_or_a_level_is_measured_twice(
    ladder: list[float], delta: int
) -> None:
    step = delta / 64
    count = steps(ladder, step)
    assert steps([level + 1 for level in ladder], step) == count
    assert steps([level for one in ladder for level in (one, one)], step) == count
    assert steps([2 * level for level in ladder], 2 * step) == count


@given(LADDERS, st.integers(1, 32))
def test_d_is_bounded_by_the_levels_and_by_what_is_climbed(ladder: list[float], delta: int) -> None:
    step = delta / 64
    assert 0 <= steps(ladder, step) <= min(len(ladder) - 1, (max(ladder) - ladder[0]) / step)


@given(LADDERS.map(sorted), st.integers(1, 31))
def test_a_rising_ladder_has_no_more_steps_for_a_greater_delta(ladder: list[float], delta: int) -> None:
    assert steps(ladder, delta / 64) >= steps(ladder, (delta + 1) / 64)


@given(FAMILIES)
def test_areas_are_not_negative_and_the_envelope_touches_some_ladder_everywhere(family: list[list[float]]) -> None:
    found, above = areas(range(len(family[0])), family), envelope(family)
    assert (found >= 0).all()
    assert all(any(ladder[at] == top for ladder in family) for at, top in enumerate(above))
    assert len(family) > 1 or found[0] == 0


@given(FAMILIES, SHARES)
def test_areas_order_variants_by_their_mean_performance_whatever_the_envelope(
    family: list[list[float]], higher: float
) -> None:
    axis = list(range(len(family[0])))
    before = areas(axis, family)
    after = areas(axis, [*family, [1 + higher] * len(axis)])[:-1]
    assert after - before == pytest.approx(np.full(len(family), after[0] - before[0]))


@given(FAMILIES, st.integers(1, 5), st.integers(-3, 3))
def test_areas_do_not_depend_on_the_unit_of_the_axis(family: list[list[float]], unit: int, origin: int) -> None:
    axis = np.arange(len(family[0]))
    assert areas(axis * unit + origin, family) == pytest.approx(areas(axis, family))


def test_nothing_has_a_place_on_the_logarithmic_axis() -> None:
    assert log_axis([0, 9, 99]).tolist() == [0, 1, 2]


def test_skill_is_shared_between_greed_and_foresight() -> None:
    assert greedy_share(250, 220, 50) == 0.85
    assert foresight_share(250, 220, 50) == pytest.approx(0.15)
    assert greedy_share(50, 50, 50) is foresight_share(50, 50, 50) is None


def test_ladders_that_say_nothing_are_refused() -> None:
    for ladder in ([0.5], [0.5, float("nan")], [[0.5, 0.6]]):
        with pytest.raises(PlaytestError, match="at least two levels"):
            span(ladder)
    with pytest.raises(PlaytestError, match="δ = 0 is not allowed"):
        steps([0.1, 0.2], 0)
    with pytest.raises(PlaytestError, match="resources that grow"):
        area([1, 1], [1, 1], [0, 0])
    with pytest.raises(PlaytestError, match="at least one ladder"):
        envelope([])
