"""Selection of the best: exact probabilities against enumeration, sequential procedures against their promise."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, factorial, log, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivedice.errors import StatisticsError
from fivedice.statistics.selection import (
    probability_correct,
    selection_size,
    sequential_selection,
    sprt,
    winners,
    wins,
)
from tests.generators import examples

RATIOS = st.floats(1.05, 5)


def compositions(n: int, k: int) -> Iterator[tuple[int, ...]]:
    """All rows of k counts that add up to n."""
    if k == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in compositions(n - first, k - 1):
            yield first, *rest


def enumerated(k: int, ratio: Fraction, n: int) -> Fraction:
    """The slow twin: every outcome of n games, exactly; a tie of t goes to the best with probability 1/t."""
    total, found = ratio + k - 1, Fraction(0)
    for counts in compositions(n, k):
        if counts[0] == max(counts):
            ways = factorial(n) // prod(map(factorial, counts))
            found += Fraction(ways, counts.count(max(counts))) * ratio ** counts[0] / total**n
    return found


@given(st.integers(2, 5), st.integers(0, 9), st.fractions(Fraction(11, 10), 4, max_denominator=10))
def test_probability_is_that_of_enumeration(k: int, n: int, ratio: Fraction) -> None:
    assert probability_correct(k, float(ratio), n) == pytest.approx(float(enumerated(k, ratio, n)), abs=1e-13)


def test_probability_is_that_of_the_greatest_count_of_a_fair_multinomial() -> None:
    # P = (k / (θ + k − 1))ⁿ E[θ^M] / k, M the greatest of the counts when all are equally likely: the likelihood
    # ratio of "i is best" to "all are equal" is θ^xᵢ (k / (θ + k − 1))ⁿ. Simulated with M, it needs no slippage.
    k, ratio, n = 5, 1.4, 60
    greatest = np.random.default_rng(1).multinomial(n, [1 / k] * k, size=200_000).max(axis=1)
    weights = (k / (ratio + k - 1)) ** n * ratio**greatest / k
    error = weights.std() / len(weights) ** 0.5
    assert abs(probability_correct(k, ratio, n) - weights.mean()) < 4 * error
    assert error < 0.002


@given(st.integers(2, 6), RATIOS, st.integers(1, 60))
def test_more_games_never_hurt_and_a_clearer_best_helps(k: int, ratio: float, n: int) -> None:
    found = probability_correct(k, ratio, n)
    assert 1 / k < found < 1 + 1e-12
    assert probability_correct(k, ratio, n + 1) >= found - 1e-12
    assert probability_correct(k, ratio + 0.1, n) > found - 1e-12


def test_a_second_game_of_two_strategies_tells_nothing_new() -> None:
    assert probability_correct(2, 3, 2) == pytest.approx(probability_correct(2, 3, 1), abs=1e-14) == 0.75


def test_size_of_study_002_is_372_where_it_takes_374() -> None:
    assert selection_size(5, 0.95, 1.4) == 372
    assert probability_correct(5, 1.4, 371) == pytest.approx(0.949737, abs=5e-7)
    assert probability_correct(5, 1.4, 372) == pytest.approx(0.950072, abs=5e-7)
    assert probability_correct(5, 1.4, 374) == pytest.approx(0.950734, abs=5e-7)


@examples(30)
@given(st.integers(2, 5), st.sampled_from((0.6, 0.75, 0.9, 0.95)), st.sampled_from((1.6, 2.0, 3.0)))
def test_size_is_the_least_that_is_enough(k: int, probability: float, ratio: float) -> None:
    n = selection_size(k, probability, ratio)
    assert probability_correct(k, ratio, n) >= probability - 1e-12
    assert probability_correct(k, ratio, n - 1) < probability - 1e-12


@pytest.mark.parametrize(
    ("k", "probability", "ratio", "words"),
    [
        (1, 0.95, 1.4, "at least 2, but there is 1"),
        (5, 0.2, 1.4, "probability 0.2 must be above 1/5"),
        (5, 1.0, 1.4, "probability 1 must be above"),
        (5, 0.95, 1.0, "ratio 1 must be a number above 1"),
        (2, 0.999, 1.01, "more than 20,000 games are needed"),
    ],
)
def test_what_cannot_be_promised_is_refused(k: int, probability: float, ratio: float, words: str) -> None:
    with pytest.raises(StatisticsError, match=words):
        selection_size(k, probability, ratio)


# ------------------------------------------------------------------------------------------------- wins

SCORES = st.integers(2, 5).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 4), min_size=k, max_size=k), min_size=1, max_size=30).map(
        lambda games: np.array(games).T
    )
)


@given(SCORES)
def test_every_game_is_won_once_by_its_best_scores(scores: NDArray[np.int64]) -> None:
    shares = wins(scores)
    assert shares.shape == scores.shape
    assert shares.sum(axis=0) == pytest.approx(np.ones(scores.shape[1]))
    for game, column in enumerate(scores.T.tolist()):
        best = column.count(max(column))
        assert shares[:, game].tolist() == [1 / best if score == max(column) else 0 for score in column]
    lot = winners(scores, np.random.default_rng(2))
    assert all(scores[lot[game], game] == scores[:, game].max() for game in range(scores.shape[1]))


def test_ties_are_broken_at_random_and_the_same_lot_falls_again() -> None:
    scores = np.zeros((3, 30_000))
    lot = winners(scores, np.random.default_rng(3))
    assert np.bincount(lot) / 30_000 == pytest.approx([1 / 3] * 3, abs=0.012)
    assert np.array_equal(lot, winners(scores, np.random.default_rng(3)))
    with pytest.raises(StatisticsError, match="a row for each strategy"):
        wins([1, 2, 3])


# ------------------------------------------------------------------------------------------- sequential


def slippage(k: int, ratio: float, best: int, games: int, generator: np.random.Generator) -> list[int]:
    """Winners of games in which one of k wins `ratio` times as often as each other."""
    weights = np.ones(k)
    weights[best] = ratio
    edges = np.cumsum(weights / weights.sum())[:-1]
    return [int(winner) for winner in np.searchsorted(edges, generator.random(games), side="right")]


@pytest.mark.parametrize(("k", "probability", "ratio"), [(3, 0.9, 1.6), (5, 0.75, 1.4), (4, 0.95, 2.0)])
def test_sequential_selection_keeps_its_promise_with_fewer_games(k: int, probability: float, ratio: float) -> None:
    generator, runs = np.random.default_rng(4), 2_000
    found = []
    for run in range(runs):
        selected = sequential_selection(slippage(k, ratio, run % k, 2_000, generator), k, probability, ratio)
        assert selected.stopped_early
        assert selected.probability >= probability
        found.append((selected.best == run % k, selected.games))
    right, games = np.mean(found, axis=0)
    # The promise is met with a little to spare, since the posterior overshoots P*; the sample may miss it by luck.
    assert right >= probability - 2 * (probability * (1 - probability) / runs) ** 0.5
    assert games < 0.9 * selection_size(k, probability, ratio)


def test_a_strategy_far_better_than_promised_is_selected_much_sooner() -> None:
    generator = np.random.default_rng(5)
    games = [sequential_selection(slippage(5, 4.0, 0, 500, generator), 5, 0.95, 1.4).games for _ in range(200)]
    assert np.mean(games) < 0.2 * selection_size(5, 0.95, 1.4)


@given(st.lists(st.integers(0, 1), max_size=200), st.floats(0.55, 0.99), RATIOS)
def test_two_strategies_are_told_apart_by_their_lead_alone(games: list[int], probability: float, ratio: float) -> None:
    lead = log(probability / (1 - probability)) / log(ratio)
    if abs(lead - round(lead)) < 1e-9:
        return  # rounding decides
    needed, ahead = ceil(lead), 0
    expected = len(games)
    for number, winner in enumerate(games, 1):
        ahead += 2 * winner - 1
        if abs(ahead) >= needed:
            expected = number
            break
    found = sequential_selection(games, 2, probability, ratio)
    assert found.games == expected
    assert found.stopped_early == (abs(ahead) >= needed)
    assert found.probability == pytest.approx(1 / (1 + ratio ** -abs(ahead)))


def test_games_that_end_too_soon_select_the_leader_and_promise_nothing() -> None:
    found = sequential_selection([0, 1, 1, 2, 1], 3, 0.999, 1.1)
    assert (found.best, found.games, found.stopped_early) == (1, 5, False)
    assert found.wins == (1, 3, 1)
    assert found.probability == pytest.approx(1.1**3 / (1.1**3 + 2 * 1.1))
    tied = sequential_selection([0, 1], 3, 0.95, 1.4)
    assert (tied.best, tied.leaders) == (0, (0, 1))
    assert tied.probability == pytest.approx(1.4 / 3.8)
    nothing = sequential_selection([], 4, 0.95, 1.4)
    assert (nothing.games, nothing.probability, nothing.leaders) == (0, 0.25, (0, 1, 2, 3))


def test_a_winner_that_does_not_play_is_refused() -> None:
    with pytest.raises(StatisticsError, match="winner 3 of game 1 must be 0 to 2"):
        sequential_selection([0, 3], 3, 0.95, 1.4)


# ------------------------------------------------------------------------------------------------- sprt


def results(rate: float, generator: np.random.Generator, ties: bool) -> list[float]:
    won = generator.random(5_000) < rate
    shared = generator.random(5_000) < 0.5 * ties
    return [float(result) for result in np.where(shared, 0.5, won)]


@pytest.mark.parametrize("ties", [False, True], ids=["no ties", "half of them ties"])
@pytest.mark.parametrize(("rate", "accepted"), [(0.5, "p0"), (0.6, "p1")])
def test_sprt_errs_no_more_often_than_it_may(rate: float, accepted: str, ties: bool) -> None:
    generator, runs = np.random.default_rng(6), 1_000
    # With ties the rate is nearer to one half; what is promised concerns the rate with ties as halves.
    hypotheses = (0.5, 0.5 + (0.6 - 0.5) / (2 if ties else 1))
    found = [sprt(results(rate, generator, ties), *hypotheses) for _ in range(runs)]
    assert all(one.accepted for one in found)
    wrong = sum(one.accepted != accepted for one in found) / runs
    assert wrong <= 0.05 + 2 * (0.05 * 0.95 / runs) ** 0.5
    if not ties:
        fixed = ((1.6449 * 0.5 + 1.6449 * 0.48990) / 0.1) ** 2  # games of a single stage with the same errors
        assert np.mean([one.games for one in found]) < 0.65 * fixed


def test_sprt_follows_the_log_likelihood() -> None:
    found = sprt([1, 0, 0.5], 0.5, 0.6)
    won, lost = log(0.6 / 0.5), log(0.4 / 0.5)
    assert found.log_ratio == pytest.approx(won + lost + (won + lost) / 2)
    assert (found.accepted, found.games) == (None, 3)
    assert (found.lower, found.upper) == pytest.approx((log(0.05 / 0.95), log(0.95 / 0.05)))
    assert sprt([1] * 100, 0.5, 0.6).games == ceil(log(19) / won)
    assert sprt([0] * 100, 0.5, 0.6).games == ceil(log(19) / -lost)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([1], 0.6, 0.5), "win rates must be 0 < p0 < p1 < 1"),
        (([1], 0.0, 0.5), "win rates"),
        (([1], 0.5, 0.6, 0.6, 0.5), "add up to less than 1"),
        (([1], 0.5, 0.6, 0.0, 0.5), "must be above 0"),
        (([0.5, 2], 0.5, 0.6), "result 2 of game 2"),
    ],
)
def test_sprt_refuses_what_it_cannot_weigh(arguments: tuple[list[float], float, float], words: str) -> None:
    with pytest.raises(StatisticsError, match=words):
        sprt(*arguments)
