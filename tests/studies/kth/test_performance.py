"""Study 000: ranges and gaps of extremes, counted out on dice."""

from itertools import product

import numpy as np
import pytest

from fivedice.evaluation.distribution import Distribution
from fivedice.studies.kth.compared import gap_p, in_print, moment
from fivedice.studies.kth.histograms import percentages_that_follow
from fivedice.studies.kth.performance import range_cumulative, range_p

LOADED = Distribution(2, np.array([0.5, 0.2, 0.0, 0.3]))


def chances(games: int) -> dict[tuple[int, ...], float]:
    """Every sequence of games, with its probability."""
    scores = dict(zip(LOADED.numbers.astype(int).tolist(), LOADED.probability.tolist(), strict=True))
    return {some: float(np.prod([scores[one] for one in some])) for some in product(scores, repeat=games)}


@pytest.mark.parametrize("games", [1, 2, 4])
def test_the_range_of_some_games_is_distributed_as_counting_says(games: int) -> None:
    every = chances(games)
    up_to = [sum(p for some, p in every.items() if max(some) - min(some) <= span) for span in range(4)]
    assert range_cumulative(LOADED, games) == pytest.approx(up_to, abs=1e-12)
    beyond = sum(p for some, p in every.items() if max(some) - min(some) >= 2)
    assert range_p(LOADED, 2, games) == pytest.approx(min(1.0, 2 * min(up_to[2], beyond)))
    assert range_p(LOADED, 9, games) == pytest.approx(0.0, abs=1e-12)


def test_the_gap_of_two_greatest_scores_is_distributed_as_counting_says() -> None:
    every = chances(2)
    gaps = [(max(one) - max(other), p * q) for one, p in every.items() for other, q in every.items()]
    for gap in (-3, 0, 1):
        tails = [sum(p for size, p in gaps if sign * size >= sign * gap) for sign in (1, -1)]
        assert gap_p(LOADED, LOADED, gap, 2) == pytest.approx(min(1.0, 2 * min(tails)))


def test_printed_shapes_are_those_of_the_ranges() -> None:
    assert in_print("optimal").sd == pytest.approx(44.3545, abs=1e-4)
    assert moment(in_print("forced-scoring"), 3) > 1.0
    assert moment(Distribution(0, np.array([0.25, 0.5, 0.25])), 3) == pytest.approx(0.0)


def test_percentages_of_appendix_b_are_those_of_301_games() -> None:
    assert percentages_that_follow("human", 301) == (40, 40)
    right, total = percentages_that_follow("human", 300)
    assert right < total
