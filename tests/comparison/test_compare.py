"""Figures of a match against plain loops over its games."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from fivedice.comparison.compare import Comparison, compare
from fivedice.comparison.match import Match, holm
from fivedice.rules import variant
from tests.generators import examples


def match_of(scores: NDArray[np.int64]) -> Match:
    names = tuple("abcdefgh"[: len(scores)])
    none = (None,) * len(scores)
    return Match(variant("yahtzee"), names, scores.astype(np.int32), (2.0,) * len(scores), none)


def compared(seed: int, strategies: int = 3, games: int = 400) -> Comparison:
    generator = np.random.default_rng(seed)
    luck = generator.integers(0, 60, games)
    return compare(match_of(luck + generator.integers(0, 20, (strategies, games)) + 4 * np.arange(strategies)[:, None]))


@examples(25)
@given(st.integers(0, 1000))
def test_paired_differences_are_those_of_subtraction_game_by_game(seed: int) -> None:
    found = compared(seed, games=30)
    scores = dict(zip(found.match.names, found.match.scores.tolist(), strict=True))
    for one, other in combinations(scores, 2):
        gaps = [a - b for a, b in zip(scores[one], scores[other], strict=True)]
        mean = sum(gaps) / len(gaps)
        error = sqrt(sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps))
        pair = found.pair(one, other)
        assert pair.difference.estimate == pytest.approx(mean)
        assert pair.difference.half_width == pytest.approx(stats.t.ppf(0.975, len(gaps) - 1) * error)
        assert pair.p == pytest.approx(stats.ttest_rel(scores[one], scores[other]).pvalue)
        assert pair.ahead == pytest.approx(sum(gap > 0 for gap in gaps) / len(gaps))
        assert pair.level == pytest.approx(sum(gap == 0 for gap in gaps) / len(gaps))
        turned = found.pair(other, one)
        assert turned.difference.estimate == pytest.approx(-mean)
        assert pair.win_rate + turned.win_rate == pytest.approx(1)


def test_games_won_are_shared_among_those_that_tie() -> None:
    found = compare(match_of(np.array([[5, 7, 3], [5, 2, 3], [1, 2, 3]])))
    assert [one.won for one in found.standings] == pytest.approx([1 / 2 + 1 + 1 / 3, 1 / 2 + 1 / 3, 1 / 3])


def test_equal_dice_make_differences_surer_than_means() -> None:
    found = compared(1)
    assert found.pair("a", "c").difference.half_width < min(one.mean.half_width for one in found.standings)


def test_strategies_that_always_score_alike_differ_by_nothing() -> None:
    found = compare(match_of(np.tile(np.arange(20), (2, 1))))
    pair = found.pair("b", "a")
    assert (pair.difference.estimate, pair.difference.half_width, pair.p, pair.level) == (0, 0, 1, 1)
    assert str(pair.difference) == "0 ± 0"


def test_holm_is_the_example_of_the_book() -> None:
    # Four hypotheses: 4 · 0.01, max(0.04, 3 · 0.005 first), by hand.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.9]) == [1.0, 1.0]


def test_the_best_of_five_takes_372_games_and_fewer_select_nobody() -> None:
    found = compared(2, 5, 371)
    assert (found.single_stage.needed, found.single_stage.selected) == (372, None)
    assert "372 games; 371 are too few" in found.selection_sentences()[0]
    found = compared(2, 5, 400)
    assert (sum(found.single_stage.won), found.single_stage.selected) == (372, "e")


def test_the_sequential_procedure_stops_early_with_a_clear_winner() -> None:
    found = compare(match_of(np.array([[1] * 50, [2] * 50])))
    # 1.4 ** −lead ≤ 1/19 at a lead of 9.
    assert (found.sequential.games, found.sequential.best, found.sequential.stopped_early) == (9, 1, True)
    assert "stopped after 9 with b" in found.selection_sentences()[1]


def test_numbers_hold_all_pairs_and_times_for_100_000_games() -> None:
    found = compared(3).to_dict()
    assert [pair["strategies"] for pair in found["pairs"]] == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert found["strategies"][0]["seconds_per_100000_games"] == pytest.approx(500)
    assert found["best"] == "c"
