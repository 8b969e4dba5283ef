"""Win rates against a baseline."""

import numpy as np
import pytest

from fivedice.evaluation.distribution import Distribution
from fivedice.playtest import winning
from fivedice.rules import variant
from fivedice.rules.toml import format_rules

BASELINE = Distribution.of(np.array([0.25, 0.0, 0.5, 0.25]), 10)


@pytest.mark.parametrize(("score", "share"), [(9, 0.0), (10, 0.125), (11, 0.25), (12, 0.5), (13, 0.875), (14, 1.0)])
def test_a_game_counts_the_baseline_s_lower_scores_and_half_of_the_equal_ones(score: int, share: float) -> None:
    assert winning.win_share(np.array([score]), BASELINE) == pytest.approx(share)


def test_the_baseline_wins_half_of_the_games_against_itself() -> None:
    scores = np.repeat(BASELINE.numbers.astype(int), (100 * BASELINE.probability).astype(int))
    assert winning.win_share(scores, BASELINE) == pytest.approx(0.5)


@pytest.mark.slow
def test_an_untrained_network_hardly_beats_a_greedy_player() -> None:
    found = winning.network_wins(
        rules=format_rules(variant("yahtzee")), examples=0, hidden=[4, 4], recipe="soft", games=20, seed=1,
        baseline="greedy",
    )  # fmt: skip
    assert 0 <= found["wins"] < 0.1
