"""Tests of hypotheses against published examples, against slow twins, and against what they must be."""

import warnings
from itertools import groupby, pairwise, permutations
from math import sqrt
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fivedice.errors import StatisticsError
from fivedice.statistics.significance import (
    Significance,
    anderson_darling,
    anderson_darling_p,
    chi_square,
    chi_square_pooled,
    chi_square_two_samples,
    ks_distance,
    mean_test,
    pooled_cells,
    runs_test,
)

COUNTS = st.lists(st.integers(1, 1000), min_size=2, max_size=12)
SAMPLES = st.lists(st.integers(-20, 20), min_size=8, max_size=60).filter(lambda sample: len(set(sample)) > 1)

# LEW.DAT, steel-concrete beam deflections, of the NIST/SEMATECH e-Handbook of Statistical Methods.
BEAM = [
    -213, -564, -35, -15, 141, 115, -420, -360, 203, -338, -431, 194, -220, -513, 154, -125, -559, 92, -21, -579,
    -52, 99, -543, -175, 162, -457, -346, 204, -300, -474, 164, -107, -572, -8, 83, -541, -224, 180, -420, -374,
    201, -236, -531, 83, 27, -564, -112, 131, -507, -254, 199, -311, -495, 143, -46, -579, -90, 136, -472, -338,
    202, -287, -477, 169, -124, -568, 17, 48, -568, -135, 162, -430, -422, 172, -74, -577, -13, 92, -534, -243, 194,
    -355, -465, 156, -81, -578, -64, 139, -449, -384, 193, -198, -538, 110, -44, -577, -6, 66, -552, -164, 161,
    -460, -344, 205, -281, -504, 134, -28, -576, -118, 156, -437, -381, 200, -220, -540, 83, 11, -568, -160, 172,
    -414, -408, 188, -125, -572, -32, 139, -492, -321, 205, -262, -504, 142, -83, -574, 0, 48, -571, -106, 137,
    -501, -266, 190, -391, -406, 194, -186, -553, 83, -13, -577, -49, 103, -515, -280, 201, 300, -506, 131, -45,
    -578, -80, 138, -462, -361, 201, -211, -554, 32, 74, -533, -235, 187, -372, -442, 182, -147, -566, 25, 68, -535,
    -244, 194, -351, -463, 174, -125, -570, 15, 72, -550, -190, 172, -424, -385, 198, -218, -536, 96,
]  # fmt: skip


# ------------------------------------------------------------------------------------------- chi-square


@pytest.mark.parametrize(
    ("counts", "expected", "statistic", "p"),
    [
        ([16, 18, 16, 14, 12, 12], None, 2.0, 0.84914503608460956),
        ([16, 18, 16, 14, 12, 12], [16, 16, 16, 16, 16, 8], 3.5, 0.62338762774958223),
        ([25, 32, 18, 20], None, 4.9158, 0.1781),
        ([25, 32, 18, 20], [1 / 3, 1 / 3, 1 / 6, 1 / 6], 2.8, 0.4235),
    ],
    ids=["SciPy's manual, equal", "SciPy's manual, expected", "King's R tutorial, equal", "King's R tutorial, shares"],
)
def test_chi_square_gives_published_examples(
    counts: list[int], expected: list[float] | None, statistic: float, p: float
) -> None:
    found = chi_square(counts, expected)
    assert found.statistic == pytest.approx(statistic, abs=5e-5)
    assert found.p == pytest.approx(p, abs=5e-5)
    assert (found.n, found.df) == (sum(counts), len(counts) - 1)


@given(COUNTS, st.data())
def test_chi_square_agrees_with_scipy_for_probabilities_and_for_counts(counts: list[int], data: st.DataObject) -> None:
    weights = np.array(data.draw(st.lists(st.integers(1, 9), min_size=len(counts), max_size=len(counts))))
    expected = sum(counts) * weights / weights.sum()
    for given_as in (expected, weights / weights.sum()):
        found = chi_square(counts, given_as)
        assert (found.statistic, found.p) == pytest.approx(tuple(stats.chisquare(counts, expected)))


def test_a_cell_that_cannot_occur_and_does_not_is_left_out() -> None:
    assert chi_square([10, 0, 12], [0.5, 0, 0.5]) == chi_square([10, 12])


def test_a_cell_that_cannot_occur_and_does_is_refused() -> None:
    with pytest.raises(StatisticsError, match="cell 1 of 3 is expected never and occurred 2 times"):
        chi_square([10, 2, 12], [0.5, 0, 0.5])


@pytest.mark.parametrize(
    ("counts", "expected", "words"),
    [
        ([1, -1, 3], None, "counts must be a row of numbers from 0 up"),
        ([0, 0], None, "not all 0"),
        ([float("nan"), 1], None, "counts must be"),
        ([5], None, "at least two cells"),
        ([5, 5], [0.5, 0.4], "add up to 0.9; it must be 1 for probabilities or 10 for counts"),
        ([5, 5], [1.5, -0.5], "expected values must be numbers from 0 up"),
        ([5, 5], [1.0], "both rows must have the same cells, but they have 1 and 2"),
    ],
)
def test_counts_that_are_none_are_refused(counts: list[float], expected: list[float] | None, words: str) -> None:
    with pytest.raises(StatisticsError, match=words):
        chi_square(counts, expected)


@given(st.lists(st.floats(0, 20), min_size=2, max_size=30).filter(lambda row: sum(row) >= 10.001))
def test_pools_are_as_small_as_they_may_be_and_each_expects_enough(expected: list[float]) -> None:
    row = np.array(expected)
    try:
        edges = pooled_cells([row], 5)
    except StatisticsError:
        # One pool only: no cut leaves enough on both sides.
        assert not any(row[:cut].sum() >= 5 and row[cut:].sum() >= 5 for cut in range(1, len(row)))
        return
    pools = [row[a:b] for a, b in pairwise([*edges, len(row)])]
    assert all(pool.sum() >= 5 for pool in pools)
    assert all(pool[:-1].sum() < 5 for pool in pools[:-1])


def test_pooling_joins_the_thin_ends_of_a_histogram() -> None:
    counts, probabilities = [1, 2, 40, 50, 5, 2], [0.01, 0.03, 0.45, 0.44, 0.04, 0.03]
    pooled = chi_square_pooled(counts, probabilities)
    by_hand = chi_square([43, 50, 7], [0.49, 0.44, 0.07])
    assert (pooled.statistic, pooled.p, pooled.df) == pytest.approx((by_hand.statistic, by_hand.p, 2))


def test_pooling_is_chi_square_where_every_cell_expects_enough() -> None:
    counts, probabilities = [20, 30, 50], [0.25, 0.25, 0.5]
    assert chi_square_pooled(counts, probabilities).statistic == chi_square(counts, probabilities).statistic


@given(COUNTS, st.data())
def test_two_samples_agree_with_a_contingency_table(counts: list[int], data: st.DataObject) -> None:
    other = data.draw(st.lists(st.integers(1, 1000), min_size=len(counts), max_size=len(counts)))
    found = chi_square_two_samples(counts, other, least=0)
    table = stats.contingency.chi2_contingency([counts, other], correction=False)
    assert (found.statistic, found.p, found.df) == pytest.approx((table.statistic, table.pvalue, table.dof), abs=1e-9)
    assert found.n == sum(counts) + sum(other)
    assert chi_square_two_samples(other, counts, least=0).statistic == pytest.approx(found.statistic, abs=1e-9)


def test_two_equal_shapes_have_nothing_between_them() -> None:
    found = chi_square_two_samples([10, 20, 30], [100, 200, 300])
    assert (found.statistic, found.p) == pytest.approx((0, 1))


# ------------------------------------------------------------------------------------------------- runs


def test_runs_about_the_median_give_the_example_of_the_nist_handbook() -> None:
    found = runs_test(BEAM, "median")  # section 1.3.5.13
    assert len(BEAM) == 200
    assert found.statistic == pytest.approx(2.6938, abs=5e-5)
    assert found.rejected()


def test_runs_of_two_symbols_give_the_example_of_rs_webr() -> None:
    found = runs_test([1, 2, 2, 1, 1, 2, 1, 2])
    assert found.statistic == pytest.approx(0.76376, abs=5e-6)
    assert found.p == pytest.approx(0.445, abs=5e-4)


def test_mean_and_variance_of_the_runs_are_those_over_all_orders() -> None:
    values = [0, 0, 0, 1, 1, 1, 1]
    runs = [len(list(groupby(order))) for order in permutations(values)]
    mean, sd = np.mean(runs), np.std(runs)
    for order in ([0, 0, 0, 1, 1, 1, 1], [1, 0, 1, 0, 1, 0, 1], [1, 1, 0, 0, 0, 1, 1]):
        z = (len(list(groupby(order))) - mean) / sd
        assert runs_test(order).statistic == pytest.approx(z)


@given(SAMPLES, st.sampled_from(("mean", "median")))
def test_a_runs_test_drops_ties_and_counts_changes_of_side(sample: list[int], about: Literal["mean", "median"]) -> None:
    centre = np.mean(sample) if about == "mean" else np.median(sample)
    sides = [bool(value > centre) for value in sample if value != centre]
    above, below = sides.count(True), sides.count(False)
    if not (above and below and len(sides) > 2):
        with pytest.raises(StatisticsError, match=f"both sides of it, but {above} lie above and {below} below"):
            runs_test(sample, about)
        return
    n, runs = len(sides), len(list(groupby(sides)))
    variance = 2 * above * below * (2 * above * below - n) / (n * n * (n - 1))
    found = runs_test(sample, about)
    assert found.n == n
    assert found.statistic == pytest.approx((runs - 2 * above * below / n - 1) / sqrt(variance))
    assert found.p == pytest.approx(2 * stats.norm.sf(abs(found.statistic)))


def test_values_that_alternate_have_too_many_runs_and_values_in_order_too_few() -> None:
    assert runs_test([1, 6] * 50).statistic > 9
    assert runs_test([1] * 50 + [6] * 50).statistic < -9


# ------------------------------------------------------------------------------------- Anderson–Darling


@pytest.mark.parametrize(
    ("statistic", "n", "p", "tolerance"),
    [
        (0.182, 100, 0.9104, 5e-5),
        (0.84479, 100, 0.02864, 5e-6),
        (1.3941, 100, 0.001244, 1e-6),
        (1.8342, 100, 0.0001015, 5e-8),
        (0.165956, 26, 0.931155, 1e-6),
    ],
    ids=["R's gmeans", "R's nortest", "R's gmeans, uniform", "R's nortest, uniform", "NAG's g08ck"],
)
def test_p_of_anderson_darling_is_the_published_one(statistic: float, n: int, p: float, tolerance: float) -> None:
    assert anderson_darling_p(statistic, n) == pytest.approx(p, abs=tolerance)


@pytest.mark.parametrize(("p", "statistic"), [(0.10, 0.631), (0.05, 0.752), (0.025, 0.873), (0.01, 1.035)])
def test_critical_values_are_those_of_stephens(p: float, statistic: float) -> None:
    # D'Agostino and Stephens 1986, Table 4.7, case 3
    assert anderson_darling_p(statistic, 10**9) == pytest.approx(p, rel=0.02)


@given(st.floats(0.05, 20), st.floats(0.001, 1))
def test_p_of_anderson_darling_falls_and_stays_a_probability(statistic: float, more: float) -> None:
    one, other = anderson_darling_p(statistic, 10**6), anderson_darling_p(statistic + more, 10**6)
    assert 0 < one <= 1
    assert other <= one + 3e-3  # the four pieces of the table do not quite meet


@given(SAMPLES)
def test_anderson_darling_agrees_with_scipy(sample: list[int]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SciPy 1.17 announces that its p will change
        theirs = stats.anderson(sample, "norm").statistic
    assert anderson_darling(sample).statistic == pytest.approx(theirs, abs=1e-9)


def test_normal_quantiles_are_not_rejected_and_exponential_ones_are() -> None:
    shares = (np.arange(200) + 0.5) / 200
    assert anderson_darling(stats.norm.ppf(shares)).p > 0.99
    assert anderson_darling(stats.expon.ppf(shares)).p < 1e-12


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        ([1.0] * 7, "at least 8 values"),
        ([0.1] * 20, "all values are equal"),
        ([1.0, float("inf")] * 5, "finite number"),
    ],
)
def test_samples_that_say_nothing_about_normality_are_refused(sample: list[float], words: str) -> None:
    with pytest.raises(StatisticsError, match=words):
        anderson_darling(sample)


# ------------------------------------------------------------------------------- distances, means, words


@given(COUNTS, st.data())
def test_ks_distance_is_the_greatest_gap_of_the_cumulative_shares(counts: list[int], data: st.DataObject) -> None:
    weights = data.draw(st.lists(st.integers(1, 9), min_size=len(counts), max_size=len(counts)))
    shares = [weight / sum(weights) for weight in weights]
    gaps = [abs(sum(counts[:i]) / sum(counts) - sum(shares[:i])) for i in range(1, len(counts) + 1)]
    assert ks_distance(counts, shares) == pytest.approx(max(gaps), abs=1e-12)


def test_a_sample_mean_is_judged_by_its_distance_in_standard_errors() -> None:
    found = mean_test(253.82, 300, 248.44, 40)
    assert found.statistic == pytest.approx((253.82 - 248.44) / (40 / sqrt(300)))
    assert found.p == pytest.approx(2 * stats.norm.sf(found.statistic))
    assert mean_test(3.5, 10, 3.5, 1).p == 1
    with pytest.raises(StatisticsError, match="n = 0"):
        mean_test(3.5, 0, 3.5, 1)
    with pytest.raises(StatisticsError, match="sd = 0"):
        mean_test(3.5, 10, 3.5, 0)


def test_a_verdict_never_claims_that_a_hypothesis_was_proved() -> None:
    test = Significance("chi-square", 2.76544, 0.7361, 1_950_000, 5, "all faces are equally likely")
    assert not test.rejected()
    assert test.verdict() == (
        "not rejected at the 5 % level: data this far off or further come with probability 0.7361 "
        "if all faces are equally likely; this fits the hypothesis, but does not prove it"
    )
    assert test.verdict(0.9).startswith("rejected at the 90 % level: ")
    assert test.rejected(0.9)
