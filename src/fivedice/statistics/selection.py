"""Which of k strategies wins most often: how many games it takes to say so, at once or as they come.

In each game strategy i wins with probability pᵢ. The best shall be found with probability P* at least whenever
it wins θ* times as often as the second best. The hardest such case is the slippage configuration (Kesten, Morse
1959): p = θ / (θ + k − 1) for the best and 1 / (θ + k − 1) for each other. Ties are broken at random: a game that
several win alike goes to one of them by lot, and so does the selection between those with most wins.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import fft, special

from fivedice.arrays import Floats
from fivedice.errors import StatisticsError

MOST_GAMES = 20_000
"""Limit of the search for a sample size, since the exact computation is slow."""

NEGLIGIBLE, ROUNDING = 1e-17, 1e-12


def probability_correct(k: int, ratio: float, n: int) -> float:
    """P(the best of k is selected after n games) in the slippage configuration, ties broken at random.

    Bechhofer, Elmaghraby and Morse 1959, exactly: a multinomial is a row of independent Poisson variables, given
    their sum (Levin 1981). With means λ for each other strategy and θλ for the best, λ = n / (θ + k − 1),

        P = Σₓ P(B = x) Σₜ C(k−1, t) / (t + 1) · P(O = x)ᵗ · P(the k−1−t others are < x and add up to n − (t+1) x)
            / P(all add up to n),

    where t others tie with the best. The last factor above is a convolution power of a Poisson law cut off at x.
    """
    _check(k, ratio)
    if n < 1:
        return 1 / k
    mean = n / (ratio + k - 1)
    whole = _poisson(np.array([n]), n)[0]
    numbers = np.arange(n + 1)
    best, other = _poisson(numbers, ratio * mean), _poisson(numbers, mean)
    found = 0.0
    for x in np.flatnonzero(best > NEGLIGIBLE * whole).tolist():
        if k * x < n:
            continue  # another one has more
        size = fft.next_fast_len(max((k - 1) * x, n) + 1, real=True)
        spectrum = fft.rfft(other[:x], size)
        for ties in range(min(k - 1, n // x - 1) + 1):
            rest, missing = k - 1 - ties, n - (ties + 1) * x
            below = fft.irfft(spectrum**rest, size)[missing] if rest else float(missing == 0)
            found += best[x] * math.comb(k - 1, ties) / (ties + 1) * other[x] ** ties * below
    return float(found / whole)


def selection_size(k: int, probability: float, ratio: float) -> int:
    """The least n with P(correct selection) ≥ P* in the slippage configuration.

    P never falls with n, since to select by n games is best and may ignore the last one; so bisection finds it.
    """
    _check(k, ratio, probability)
    wanted, enough = probability - ROUNDING, 1  # 3/4 of a single game is enough for 0.75
    while probability_correct(k, ratio, enough) < wanted:
        enough *= 2
        if enough > MOST_GAMES:
            raise StatisticsError(
                f"more than {MOST_GAMES:,} games are needed to select the best of {k} with probability {probability:g} "
                f"at ratio {ratio:g}; allow a smaller probability or a larger ratio."
            )
    low, high = enough // 2, enough
    while high - low > 1:
        middle = (low + high) // 2
        if probability_correct(k, ratio, middle) < wanted:
            low = middle
        else:
            high = middle
    return high


def wins(scores: ArrayLike) -> Floats:
    """float64[strategies, games], the share of each game that each strategy wins; equal best scores share it.

    scores : [strategies, games], on the same dice. The sum over games (axis 1) says how many games each has won.
    """
    best = _best(scores)
    return np.asarray(best / best.sum(axis=0))


def winners(scores: ArrayLike, generator: np.random.Generator) -> NDArray[np.int64]:
    """int64[games], the strategy that wins each game; one of those with equal best scores by lot."""
    best = _best(scores)
    return np.asarray(np.where(best, generator.random(best.shape), -1).argmax(axis=0))


@dataclass(frozen=True)
class Selection:
    """The outcome of a sequential selection: who was selected, after how many games, and how surely.

    `probability` is that of `best` being the best after these games, if one of k is best by the ratio at least and
    each was as likely to be it beforehand. `leaders` are all with most wins: more than one only if the games ended
    before a decision; `best` is then the first of them.
    """

    best: int
    games: int
    probability: float
    stopped_early: bool
    wins: tuple[int, ...]
    leaders: tuple[int, ...]


def sequential_selection(winners: Iterable[int], k: int, probability: float, ratio: float) -> Selection:
    """Games one by one until it is clear who is best (Bechhofer, Kiefer and Sobel 1968).

    After each game, with wins xᵢ and most wins x, stop if Σ θ^−(x − xᵢ) ≤ (1 − P*) / P*, the sum over all but the
    leader. This is the moment when θ^x / Σ θ^xᵢ, the posterior probability of the leader in the slippage
    configuration, reaches P*; the one selected then is the best with probability P* at least. When
    `winners` ends before, the leader is selected as it stands, `stopped_early` is false and P* is not promised.
    """
    _check(k, ratio, probability)
    counts, games, sure = [0] * k, 0, 1 / k
    stopped = False
    for winner in winners:
        if not 0 <= winner < k:
            raise StatisticsError(f"winner {winner} of game {games} must be 0 to {k - 1}.")
        counts[winner] += 1
        games += 1
        lead = max(counts)
        others = sum(ratio ** (count - lead) for count in counts) - 1
        sure = 1 / (1 + others)
        if others <= (1 - probability) / probability:
            stopped = True
            break
    leaders = tuple(i for i, count in enumerate(counts) if count == max(counts))
    return Selection(leaders[0], games, sure, stopped, tuple(counts), leaders)


@dataclass(frozen=True)
class RatioTest:
    """The outcome of a sequential probability ratio test: the win rate accepted, if any, after how many games."""

    accepted: Literal["p0", "p1"] | None
    games: int
    log_ratio: float
    lower: float
    upper: float


def sprt(results: Iterable[float], p0: float, p1: float, alpha: float = 0.05, beta: float = 0.05) -> RatioTest:
    """Wald's sequential probability ratio test (1945) of the win rate p₀ against p₁ > p₀.

    After each game, won (1), lost (0) or shared (½), Λ = Σ r ln(p₁ / p₀) + (1 − r) ln((1 − p₁) / (1 − p₀)). Stop with
    p₁ once Λ ≥ ln((1 − β) / α), with p₀ once Λ ≤ ln(β / (1 − α)). Shared games make it only more cautious: e^Λ is
    convex in r, so that its mean under p₀ stays at most 1.
    """
    if not 0 < p0 < p1 < 1:
        raise StatisticsError(f"win rates must be 0 < p0 < p1 < 1, not {p0:g} and {p1:g}.")
    if not (min(alpha, beta) > 0 and alpha + beta < 1):
        raise StatisticsError(f"alpha and beta must be above 0 and add up to less than 1, not {alpha:g} and {beta:g}.")
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    won, lost = math.log(p1 / p0), math.log((1 - p1) / (1 - p0))
    ratio, games = 0.0, 0
    for games, result in enumerate(results, 1):
        if not 0 <= result <= 1:
            raise StatisticsError(f"result {result:g} of game {games} must be 0 to 1.")
        ratio += result * won + (1 - result) * lost
        if ratio >= upper:
            return RatioTest("p1", games, ratio, lower, upper)
        if ratio <= lower:
            return RatioTest("p0", games, ratio, lower, upper)
    return RatioTest(None, games, ratio, lower, upper)


def _poisson(count: NDArray[np.int64], mean: float) -> Floats:
    return np.asarray(np.exp(special.xlogy(count, mean) - mean - special.gammaln(count + 1)))


def _best(scores: ArrayLike) -> NDArray[np.bool_]:
    found = np.asarray(scores)
    if found.ndim != 2 or not found.size:
        raise StatisticsError("scores must be a table with a row for each strategy and a column for each game.")
    return np.asarray(found == found.max(axis=0))


def _check(k: int, ratio: float, probability: float | None = None) -> None:
    if k < 2:
        raise StatisticsError(f"to select the best takes at least 2, but there is {k}.")
    if not 1 < ratio < math.inf:
        raise StatisticsError(f"ratio {ratio:g} must be a number above 1, such as 1.4.")
    if probability is not None and not 1 / k < probability < 1:
        raise StatisticsError(f"probability {probability:g} must be above 1/{k} and below 1.")
