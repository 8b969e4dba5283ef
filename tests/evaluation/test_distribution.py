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


@st.composite
def distributions(draw: st.DrawFn) -> Distribution:
    numbers = draw(st.lists(st.integers(0, 30), min_size=1, max_size=20))
    return Distribution.of(np.bincount(numbers) / len(numbers), draw(st.integers(-50, 50)))


@given(distributions(), st.integers(-100, 100))
def test_a_shift_moves_every_number_and_no_probability(one: Distribution, by: int) -> None:
    shifted = one.shifted(by)
    assert (shifted.least, shifted.most) == (one.least + by, one.most + by)
    assert shifted.mean == pytest.approx(one.mean + by)
    assert shifted.probability.tolist() == one.probability.tolist()


@given(
    st.lists(st.tuples(st.integers(0, 5), distributions()), min_size=1, max_size=5).filter(
        lambda x: any(w for w, _ in x)
    )
)
def test_a_mixture_has_the_weighted_probabilities_of_its_parts(weighted: list[tuple[int, Distribution]]) -> None:
    total = sum(weight for weight, _ in weighted)
    parts = [(weight / total, one) for weight, one in weighted]
    mixed = Distribution.mixture(parts)
    assert mixed.least == min(one.least for chance, one in parts if chance)
    assert mixed.most == max(one.most for chance, one in parts if chance)
    for number in range(mixed.least - 1, mixed.most + 2):
        expected = sum(chance * one.at_least(number) for chance, one in parts)
        assert mixed.at_least(number) == pytest.approx(expected, abs=1e-12)
