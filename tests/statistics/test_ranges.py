"""Ranges of ten: every score in one of them, shares that add up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.comparison import published
from fivedice.errors import StatisticsError
from fivedice.statistics.ranges import Range, ranges_of


@given(st.lists(st.integers(-50, 400), min_size=1, max_size=80), st.integers(1, 30))
def test_every_score_lies_in_one_range(scores: list[int], width: int) -> None:
    found = ranges_of(scores, width)
    for one in found:
        assert one.low % width == 0
        assert one.high - one.low == width - 1
        assert one.count == sum(one.low <= score <= one.high for score in scores)
        assert one.share == pytest.approx(one.count / len(scores))
        assert one.cumulative == pytest.approx(sum(score <= one.high for score in scores) / len(scores))
    assert [one.low for one in found] == list(range(found[0].low, found[-1].low + 1, width))
    assert found[0].count > 0
    assert found[-1].count > 0
    assert found[-1].cumulative == 1


@given(st.lists(st.integers(0, 300), min_size=1, max_size=80))
def test_counts_of_scores_say_the_same_as_the_scores(scores: list[int]) -> None:
    counts = {score: scores.count(score) for score in scores} | {999: 0}
    assert ranges_of(counts) == ranges_of(scores) == ranges_of(np.array(scores))


def test_a_range_from_80_holds_89_and_not_90() -> None:
    found = ranges_of([80, 89, 90, 110])
    assert found == [
        Range(80, 89, 2, 0.5, 0.5),
        Range(90, 99, 1, 0.25, 0.75),
        Range(100, 109, 0, 0.0, 0.75),
        Range(110, 119, 1, 0.25, 1.0),
    ]
    assert all(isinstance(one.count, int) for one in found)


def test_probabilities_may_stand_for_counts() -> None:
    assert [one.share for one in ranges_of({5: 0.25, 15: 0.75})] == [0.25, 0.75]


def test_ranges_are_those_of_study_000() -> None:
    printed = list(published.histogram("optimal").cells)
    found = ranges_of({low + 4: count for low, _, count in printed})
    assert [(one.low, one.high, one.count) for one in found] == printed


def test_no_scores_and_no_width_are_refused() -> None:
    with pytest.raises(StatisticsError, match="at least one score"):
        ranges_of([])
    with pytest.raises(StatisticsError, match="less than never"):
        ranges_of({1: 2, 3: -1})
    with pytest.raises(StatisticsError, match="width 0"):
        ranges_of([1], 0)
