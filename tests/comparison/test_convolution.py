"""Totals of n games against plain convolution, and against fractions where these are known."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.comparison.convolution import p_at_least, p_at_most
from fivedice.evaluation.distribution import Distribution


@st.composite
def distributions(draw: st.DrawFn) -> Distribution:
    weights = draw(st.lists(st.integers(0, 50), min_size=1, max_size=8).filter(any))
    return Distribution.of(np.array(weights) / sum(weights), draw(st.integers(0, 300)))


def plain_tail(game: Distribution, games: int, total: int) -> float:
    """P(S ≥ total) by convolving one game after the other: only sums of positive numbers."""
    sums = np.ones(1)
    for _ in range(games):
        sums = np.convolve(sums, game.probability)
    return float(sums[max(total - games * game.least, 0) :].sum())


@given(distributions(), st.integers(1, 12), st.integers(-3, 100))
def test_tails_of_sums_are_those_of_plain_convolution(game: Distribution, games: int, above: int) -> None:
    total = games * game.least + above
    expected = plain_tail(game, games, total)
    assert p_at_least(game, games, total) == pytest.approx(expected, rel=1e-9, abs=1e-14)
    assert p_at_most(game, games, total - 1) == pytest.approx(1 - expected, rel=1e-9, abs=1e-14)


def test_a_tail_far_below_the_rounding_of_a_transform_keeps_its_digits() -> None:
    coin = Distribution(0, np.array([0.5, 0.5]))
    exact = sum(comb(400, heads) for heads in range(390, 401)) / 2**400
    assert exact < 1e-90
    assert p_at_least(coin, 400, 390) == pytest.approx(exact, rel=1e-9)
    assert p_at_most(coin, 400, 10) == pytest.approx(exact, rel=1e-9)


def test_totals_out_of_reach_are_certain_or_impossible() -> None:
    die = Distribution(1, np.full(6, 1 / 6))
    assert (p_at_least(die, 3, 3), p_at_least(die, 3, 19), p_at_most(die, 3, 18), p_at_most(die, 3, 2)) == (1, 0, 1, 0)
    assert p_at_least(die, 3, 18) == pytest.approx(6.0**-3)


def test_a_million_games_need_no_array_of_all_totals() -> None:
    die = Distribution(1, np.full(6, 1 / 6))
    # The median of so many dice is their mean, up to half a point of about 1,700.
    assert p_at_least(die, 1_000_000, 3_500_000) == pytest.approx(0.5, abs=2e-4)
