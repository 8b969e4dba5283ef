"""Study 000: stationary points of curves, and of the printed histograms."""

import numpy as np
import pytest

from fivedice.evaluation.distribution import Distribution
from fivedice.studies.kth.graphs import extremes, flat_points, kinds, of_ranges, share_near, smoothed, stationary, top


def hills(*places: tuple[float, float]) -> Distribution:
    numbers = np.arange(401)
    curves = [share * np.exp(-0.5 * ((numbers - at) / 15) ** 2) for at, share in places]
    return Distribution.of(np.sum(curves, axis=0) / np.sum(curves))


def test_two_hills_have_two_maxima_and_a_minimum_between_them() -> None:
    found = extremes(hills((160, 0.4), (220, 0.6)))
    assert kinds(found) == "maximum, minimum, maximum"
    assert kinds(found * 2) == "4 maxima, 2 minima"
    assert (found[0].at, found[2].at, top(hills((160, 0.4), (220, 0.6)))) == (160, 220, 220)


@pytest.mark.parametrize(("share", "kinds_of_both"), [(0.15, ["flat", "maximum"]), (0.0, ["maximum"])])
def test_a_low_hill_close_to_a_high_one_is_only_flat(share: float, kinds_of_both: list[str]) -> None:
    score = hills((175, share), (220, 1 - share))
    assert [one.kind for one in (*flat_points(score), *extremes(score))] == kinds_of_both


def test_a_flat_point_lies_between_the_two_places_that_are_most_alike() -> None:
    (flat,) = stationary(np.arange(0.0, 60, 10), np.array([1.0, 5.0, 9.0, 9.2, 13.0, 18.0]))
    assert (flat.at, flat.kind) == (25, "flat")


def test_smoothing_moves_no_mean_and_no_weight() -> None:
    score = hills((200, 1.0))
    curve = smoothed(score)
    assert curve.sum() == pytest.approx(1.0, abs=1e-3)
    assert curve @ score.numbers / curve.sum() == pytest.approx(200.0)


def test_the_printed_ranges_have_the_points_that_the_thesis_names() -> None:
    assert [str(one) for one in of_ranges("optimal")] == ["flat at 180", "maximum at 235"]
    assert [str(one) for one in of_ranges("scorecard")] == ["maximum at 145", "minimum at 165", "maximum at 205"]


def test_a_share_near_a_score_is_that_of_the_games_around_it() -> None:
    parts = {"bonus": Distribution(196, np.full(10, 0.03)), "neither": Distribution(150, np.full(100, 0.007))}
    assert share_near(parts, 200, "bonus") == pytest.approx(0.30 / (0.30 + 11 * 0.007))
    assert share_near(parts, 160, "bonus") == 0.0
