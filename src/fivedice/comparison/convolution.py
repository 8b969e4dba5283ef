"""The probability of a total over n independent games, from the exact distribution of one game.

The n-fold convolution comes from the discrete Fourier transform, pₙ = F⁻¹[F[p]ⁿ]. Far from the mean its rounding errors
would exceed the answer, so p is tilted first (Esscher 1932): q(x) = p(x) e^{θx} / M(θ), with M(θ) = Σ p(x) e^{θx} and θ
chosen such that the sum of n games of q has the mean s, the total in question. Then

    P(S ≥ s) = M(θ)ⁿ e^{−θs} Σ_{x ≥ s} e^{−θ(x − s)} qₙ(x)

has full relative precision. qₙ is needed only where it has mass, SPREADS standard deviations on both sides of its mean;
the transform may wrap around outside.
"""

from math import exp, inf, log

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft
from scipy.optimize import brentq

from fivedice.arrays import Floats
from fivedice.evaluation.distribution import Distribution

SPREADS = 16.0
"""Less than 10⁻⁵⁰ of a normal distribution lies further out."""


def p_at_least(game: Distribution, games: int, total: int) -> float:
    """P(S ≥ total) for the sum S of independent games.

    >>> die = Distribution(1, np.full(6, 1 / 6))
    >>> round(36 * p_at_least(die, 2, 11), 9)  # 5 + 6, 6 + 5, 6 + 6
    3.0
    """
    if total <= games * game.least:
        return 1.0
    if total > games * game.most:
        return 0.0
    if total > games * game.mean:
        return _tail(game.probability, games, total - games * game.least)
    return 1.0 - p_at_most(game, games, total - 1)


def p_at_most(game: Distribution, games: int, total: int) -> float:
    """P(S ≤ total): the mirror image, in which each score has the probability of least + most − score."""
    mirrored = Distribution(game.least, game.probability[::-1])
    return p_at_least(mirrored, games, games * (game.least + game.most) - total)


def _tail(p: Floats, n: int, s: int) -> float:
    """P(S ≥ s) for numbers 0 .. m with probabilities p, where s lies above the mean of the sum, up to n · m."""
    x = np.arange(len(p), dtype=np.float64)
    p, most = p / p.sum(), n * (len(p) - 1)
    if s == most:
        return float(p[-1]) ** n
    theta = _tilt(p, x, s / n)
    weight = theta * x
    peak = float(weight.max())
    q = p * np.exp(weight - peak)
    log_m = log(float(q.sum())) + peak
    q /= q.sum()
    sd = float(np.sqrt(q @ (x - q @ x) ** 2))
    half = min(round(SPREADS * sd * n**0.5) + len(p), most)
    size = next_fast_len(2 * half + 1, real=True)
    sums = irfft(rfft(q, size) ** n, size)
    reach = np.arange(s, min(s + half, most) + 1)
    inside = float(np.maximum(sums[reach % size], 0.0) @ np.exp(-theta * (reach - s)))
    return min(exp(n * log_m - theta * s + (log(inside) if inside > 0 else -inf)), 1.0)


def _tilt(p: Floats, x: Floats, mean: float) -> float:
    """The θ ≥ 0 for which p(x) e^{θx} has this mean, which lies between that of p and the greatest number."""

    def gap(theta: float) -> float:
        weight = theta * x
        q = p * np.exp(weight - weight.max())
        return float(q @ x / q.sum()) - mean

    high = 1e-3
    while gap(high) < 0:
        high *= 2
    return float(brentq(gap, 0.0, high, xtol=1e-12)) if gap(0.0) < 0 else 0.0
