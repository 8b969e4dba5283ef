"""Tests of dice: fair ones pass as often as they should, loaded ones are found out as often as is claimed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from fivedice.errors import StatisticsError
from fivedice.statistics.dice import detectable_excess, dice_needed, examine_counts, examine_dice, pair_test
from fivedice.statistics.significance import chi_square

NAMES = ["chi-square", "runs test about the mean", "runs test about the median", "pair test"]


def thrown(n: int, seed: int, excess: float = 0.0, faces: int = 6) -> NDArray[np.int64]:
    """Dice on which the highest face has an excess."""
    shares = np.full(faces, (1 - 1 / faces - excess) / (faces - 1))
    shares[-1] = 1 / faces + excess
    return 1 + np.searchsorted(np.cumsum(shares)[:-1], np.random.default_rng(seed).random(n), side="right")


def test_fair_dice_are_wrongly_rejected_in_at_most_one_sample_of_twenty() -> None:
    samples = [examine_dice(thrown(1_000, seed), 6) for seed in range(400)]
    assert [test.name for test in samples[0].tests] == NAMES
    assert 0 < sum(bool(one.rejected) for one in samples) <= 0.05 * 400 + 2 * (400 * 0.05 * 0.95) ** 0.5


def test_a_bias_is_found_out_as_often_as_the_resolution_claims() -> None:
    n, faces = 1_000, 6
    excess = detectable_excess(n, faces)
    assert excess is not None
    samples = [examine_counts(np.bincount(thrown(n, seed, excess))[1:].tolist()) for seed in range(1_000)]
    assert sum(bool(one.rejected) for one in samples) / 1_000 == pytest.approx(0.9, abs=0.03)


@given(st.integers(40, 10**7), st.integers(2, 12))
def test_dice_needed_for_a_detectable_excess_are_those_there_are(n: int, faces: int) -> None:
    excess = detectable_excess(n, faces)
    if excess is not None:
        assert 0 < excess <= 1 - 1 / faces
        assert dice_needed(excess, faces) == pytest.approx(n, abs=1)


@given(st.integers(100, 10**6), st.integers(2, 12), st.floats(0.5, 0.99), st.floats(0.001, 0.1))
def test_power_is_that_of_noncentral_chi_square(n: int, faces: int, power: float, level: float) -> None:
    excess = detectable_excess(n, faces, power, level)
    if excess is not None:
        shares = [1 / faces + excess] + [1 / faces - excess / (faces - 1)] * (faces - 1)
        away = n * sum((share - 1 / faces) ** 2 * faces for share in shares)
        critical = stats.chi2.isf(level, faces - 1)
        assert stats.ncx2.sf(critical, faces - 1, away) == pytest.approx(power, abs=1e-6)


def test_two_dice_could_never_show_a_bias() -> None:
    assert detectable_excess(2, 6) is None


def test_dice_that_alternate_have_fair_counts_and_fail_the_tests_of_order() -> None:
    dice = np.tile([1, 4, 2, 5, 3, 6], 100)
    found = examine_dice(dice, 6)
    assert not found.tests[0].rejected()
    assert [test.name for test in found.rejected] == NAMES[1:]
    assert found.verdict().startswith("Rejected at the 5 % level (4 tests together): runs test about the mean, ")


def test_the_pair_test_is_chi_square_of_pairs_that_do_not_overlap() -> None:
    dice = thrown(401, 7)
    pairs = [0] * 36
    for i in range(0, 400, 2):
        pairs[6 * (dice[i] - 1) + dice[i + 1] - 1] += 1
    found = pair_test(dice, 6)
    assert found.statistic == pytest.approx(chi_square(pairs).statistic)
    assert (found.df, found.n) == (35, 200)


def test_tests_that_a_sample_does_not_allow_are_named() -> None:
    few = examine_dice(thrown(100, 8), 6)
    assert [test.name for test in few.tests] == NAMES[:3]
    assert few.left_out == ("the pair test needs at least 360 dice.",)
    sixes = examine_dice(np.full(100, 6), 6)
    assert [test.name for test in sixes.tests] == NAMES[:1]
    assert [reason[:27] for reason in sixes.left_out] == [
        "a runs test about the mean ",
        "a runs test about the media",
        "the pair test needs at leas",
    ]
    assert str(sixes.mean) == "6 ± 0"
    assert sixes.rejected


def test_counts_say_the_same_about_the_faces_as_the_dice() -> None:
    dice = thrown(5_000, 9)
    one, other = examine_dice(dice, 6), examine_counts(np.bincount(dice)[1:].tolist())
    assert (one.counts, one.mean, one.tests[0]) == (other.counts, other.mean, other.tests[0])
    assert one.mean.estimate == pytest.approx(dice.mean())
    assert one.mean.half_width == pytest.approx(1.9604 * dice.std(ddof=1) / 5_000**0.5, rel=1e-4)
    assert (other.expected_mean, other.level, one.level) == (3.5, 0.05, 0.0125)


def test_dice_with_other_faces_are_refused() -> None:
    for bad in (0, 7):
        with pytest.raises(StatisticsError, match="these dice show 1 to 6"):
            examine_dice(np.array([1, 2, 3, 4, 5, 6, bad] * 10), 6)
    with pytest.raises(StatisticsError, match="29 dice are too few to say anything; throw at least 30"):
        examine_counts([4, 5, 5, 5, 5, 5])
