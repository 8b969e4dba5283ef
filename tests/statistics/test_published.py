"""Figures of study 002 (Wissner) and study 000 (Jendeberg, Wikstén), from their own dice and games."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from fivedice.rules import Rules, variant
from fivedice.simulation.games import play
from fivedice.simulation.streams import Block, Study002
from fivedice.statistics.dice import examine_counts
from fivedice.statistics.intervals import batch_means, t_interval, t_quantile
from fivedice.statistics.selection import sequential_selection, winners, wins
from fivedice.statistics.significance import anderson_darling, chi_square, runs_test
from fivedice.strategies.policy import table_of
from fivedice.strategies.study_002 import STRATEGIES

YAHTZEE = variant("yahtzee")
SEED, GAMES, BATCHES = 290, 10_000, 400

HALF_WIDTHS = {  # 95 %, from 400 batches of 25; the study's own margins fit no formula
    "one-roll": (108.2, 0.535),
    "yahtzee-focus-high": (185.1, 1.474),
    "yahtzee-focus-low": (166.9, 1.353),
    "upper-focus-high": (208.2, 1.189),
    "upper-focus-low": (205.6, 1.125),
    "dice-driven": (235.2, 1.224),
}


class SameDice:
    """The dice of the study, drawn once for all of its strategies."""

    in_turn = True

    def blocks(self, rules: Rules, games: int, size: int) -> Iterator[Block]:
        yield table()


@cache
def table() -> Block:
    (block,) = Study002(SEED).blocks(YAHTZEE, GAMES, GAMES)
    return block


def dice() -> NDArray[np.uint8]:
    return table().ravel()


@cache
def scores(name: str) -> NDArray[np.int64]:
    player = next(one for one in STRATEGIES if one.name == name)
    (block,) = play(table_of(player, YAHTZEE), SameDice(), GAMES)
    return block.scores


def test_chi_square_of_study_002() -> None:
    found = chi_square(np.bincount(dice())[1:])
    assert (found.n, found.df, round(found.statistic, 5)) == (1_950_000, 5, 2.76544)
    assert not found.rejected()  # the study reads it the other way round


def test_runs_test_of_study_002_is_about_the_median_and_not_about_the_mean() -> None:
    about_median, about_mean = runs_test(dice(), "median"), runs_test(dice(), "mean")
    assert round(about_median.p, 4) == 0.8489
    assert about_median.n == 1_950_000 - 325_712  # every 3 is dropped
    assert round(about_mean.p, 5) == 0.83695
    assert about_mean.n == 1_950_000


@pytest.mark.parametrize("name", HALF_WIDTHS)
def test_batch_intervals_of_study_002(name: str) -> None:
    found = t_interval(batch_means(scores(name), BATCHES))
    mean, half_width = HALF_WIDTHS[name]
    assert (round(found.estimate, 1), found.n) == (mean, BATCHES)
    # With t as the study rounds it; with all its digits, the half-width of upper-focus-high is 1.1885 − 1e-6.
    rounded = round(t_quantile(0.95, BATCHES - 1), 3)
    assert rounded == 1.966
    assert round(found.half_width * rounded / t_quantile(0.95, BATCHES - 1), 3) == half_width


def test_scores_of_one_roll_are_not_normal_and_their_batch_means_may_be() -> None:
    assert anderson_darling(scores("one-roll")).p < 2.2e-16
    assert not anderson_darling(batch_means(scores("one-roll"), BATCHES)).rejected()


def test_dice_driven_is_selected_long_before_the_374_games_of_study_002() -> None:
    five = np.stack([scores(name) for name in HALF_WIDTHS if name != "one-roll"])
    won = wins(five[:, :374]).sum(axis=1)  # Figure 9 of the study has 29, 14, 70, 51 and 210
    assert won.tolist() == pytest.approx([28, 16, 57 + 5 / 6, 59 + 5 / 6, 212 + 1 / 3])
    found = sequential_selection(winners(five, np.random.default_rng(1)).tolist(), 5, 0.95, 1.4)
    assert (found.best, found.stopped_early) == (4, True)
    assert found.games == 39


def test_real_dice_of_study_000_are_510_and_not_rejected() -> None:
    found = examine_counts([76, 84, 84, 91, 90, 85])  # Table 4.5, which gives 500 as their sum and 3.64 as their mean
    assert found.n == 510
    assert found.mean.estimate == pytest.approx(1820 / 510)
    assert round(1820 / 500, 2) == 3.64
    assert found.tests[0].statistic == pytest.approx(1.69412, abs=5e-6)
    assert found.tests[0].p == pytest.approx(0.8896, abs=5e-5)
    assert not found.rejected
