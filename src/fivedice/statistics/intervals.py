"""Confidence intervals: of means, of batch means, of paired differences, of shares."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from fivedice.arrays import Floats
from fivedice.errors import StatisticsError

NORMAL_95 = 1.959963984540054
"""A normal variable stays within this many standard deviations with probability 0.95."""


@dataclass(frozen=True)
class Interval:
    """An estimate from n observations, and how far off it may be; prints as `235.2 ± 1.2`.

    shift : how far the middle of the interval is above the estimate, where the sample is known to be skewed
    """

    estimate: float
    half_width: float
    level: float
    n: int
    shift: float = 0.0

    @property
    def low(self) -> float:
        """The lower end."""
        return self.estimate + self.shift - self.half_width

    @property
    def high(self) -> float:
        """The upper end."""
        return self.estimate + self.shift + self.half_width

    def below(self, whole: float) -> "Interval":
        """The interval of a known quantity minus this one."""
        return Interval(whole - self.estimate, self.half_width, self.level, self.n, -self.shift)

    @property
    def bounds(self) -> list[float]:
        """Both ends, as JSON has them."""
        return [self.low, self.high]

    def __str__(self) -> str:
        """The half-width with two significant digits, the estimate to the same decimal place."""
        if not 0 < self.half_width < math.inf:
            return f"{self.estimate:g} ± {self.half_width:g}"
        places = max(0, 1 - math.floor(math.log10(self.half_width)))
        return f"{self.estimate:.{places}f} ± {self.half_width:.{places}f}"


def t_interval(values: ArrayLike, level: float = 0.95) -> Interval:
    """x̄ ± t s / √n with s² = Σ (xᵢ − x̄)² / (n − 1) (Student 1908)."""
    sample = _sample(values)
    return t_interval_of(float(sample.mean()), float(sample.std(ddof=1)), len(sample), level)


def t_interval_of(mean: float, sd: float, n: int, level: float = 0.95) -> Interval:
    """The t interval of a sample of which only mean, standard deviation (n − 1) and size are known."""
    if n < 2 or not sd >= 0:
        raise StatisticsError(f"a t interval needs n ≥ 2 and an sd from 0 up, not n = {n} and sd = {sd:g}.")
    return Interval(mean, t_quantile(level, n - 1) * sd / math.sqrt(n), level, n)


def t_quantile(level: float, df: int) -> float:
    """The two-sided quantile of Student's distribution: P(|T| ≤ t) = `level`."""
    return float(special.stdtrit(df, 0.5 + _checked(level) / 2))


def batch_means(values: ArrayLike, batches: int) -> Floats:
    """Means of consecutive batches of equal size; they are nearer to normal than the values themselves."""
    sample = _sample(values)
    if batches < 2 or len(sample) % batches:
        raise StatisticsError(f"{len(sample)} values cannot be split in {batches} batches of equal size.")
    return np.asarray(sample.reshape(batches, -1).mean(axis=1))


def paired_interval(ours: ArrayLike, theirs: ArrayLike, level: float = 0.95) -> Interval:
    """The t interval of the differences ours − theirs, observation by observation.

    On common random numbers both depend on the same luck, which cancels in the difference.
    """
    one, other = _sample(ours), _sample(theirs)
    if len(one) != len(other):
        raise StatisticsError(f"pairs need two samples of one size, but there are {len(one)} and {len(other)} values.")
    return t_interval(one - other, level)


def controlled_interval(values: ArrayLike, *controls: ArrayLike, level: float = 0.95) -> Interval:
    """The interval of a mean with the help of control variates, whose means are known to be 0 (Lavenberg, Welch 1981).

    With the least-squares plane y = a + Σ bᵢ xᵢ through values y and controls xᵢ, the estimate is a, the value where
    all controls are 0. Its standard error is e = s √c with s² the variance around the plane and c the first element of
    the inverse of XᵀX, X the matrix of ones and controls. What the controls explain no longer widens the interval.

    Residuals that are skewed make (a − mean) / e skewed. With γ the skewness of the residuals divided by √n, the
    transformation g(t) = t + γ t² / 3 + γ² t³ / 27 + γ / 6 corrects for it (Hall 1992, On the removal of skewness by
    transformation, J. R. Stat. Soc. B 54, 221-228). The interval is from a − e g⁻¹(t) to a − e g⁻¹(−t), with t the
    quantile of Student's distribution and g⁻¹(x) = (3 / γ) (∛(1 + γ (x − γ / 6)) − 1).
    """
    y = _sample(values)
    found = [one for one in map(_sample, controls) if np.ptp(one)]
    if any(len(one) != len(y) for one in found):
        raise StatisticsError(f"every value needs its controls, but their numbers differ; {len(y)} are needed.")
    if len(y) < len(found) + 3 or not found or not np.ptp(y):
        return t_interval(y, level)
    x = np.column_stack([np.ones(len(y)), *(one / one.std() for one in found)])
    inverse = np.linalg.pinv(x.T @ x, hermitian=True)
    fitted = inverse @ (x.T @ y)
    freedom = len(y) - int(np.linalg.matrix_rank(x))
    residuals = y - x @ fitted
    squares = float((residuals**2).sum())
    error = math.sqrt(squares / freedom * float(inverse[0, 0]))
    skewness = float((residuals**3).mean()) / (squares / len(y)) ** 1.5 if squares else 0.0
    above, below = (-error * _unskewed(sign * t_quantile(level, freedom), skewness, len(y)) for sign in (-1, 1))
    return Interval(float(fitted[0]), (above - below) / 2, level, len(y), (above + below) / 2)


def _unskewed(x: float, skewness: float, n: int) -> float:
    """Hall's g⁻¹(x), see `controlled_interval`; with u = x − γ / 6 and c = ∛(1 + γ u) it is 3 u / (c² + c + 1)."""
    gamma = skewness / math.sqrt(n)
    u = x - gamma / 6
    c = float(np.cbrt(1 + gamma * u))
    return 3 * u / (c * c + c + 1)


def proportion_interval(successes: float, n: int, level: float = 0.95) -> Interval:
    """Wilson's interval (1927) of a share: all p with |p̂ − p| ≤ z √(p (1 − p) / n), p̂ = successes / n.

    Its middle, here the estimate, is (p̂ + z² / 2n) / (1 + z² / n): a little nearer to one half than p̂ itself, so that
    the interval stays within 0 and 1. Shared wins may make `successes` a fraction.
    """
    if not 0 <= successes <= n or n < 1:
        raise StatisticsError(f"{successes:g} successes in {n} trials are no share; it must be 0 to n, with n ≥ 1.")
    z, share = float(special.ndtri(0.5 + _checked(level) / 2)), successes / n
    shrink = 1 + z**2 / n
    half_width = z / shrink * math.sqrt(share * (1 - share) / n + (z / (2 * n)) ** 2)
    return Interval((share + z**2 / (2 * n)) / shrink, half_width, level, n)


def _checked(level: float) -> float:
    if not 0 < level < 1:
        raise StatisticsError(f"level {level:g} must be a probability between 0 and 1, such as 0.95.")
    return level


def _sample(values: ArrayLike) -> Floats:
    sample = np.asarray(values, np.float64)
    if sample.ndim != 1 or len(sample) < 2:
        raise StatisticsError(f"an interval needs at least 2 values in a row, but there are {sample.size}.")
    if not np.isfinite(sample).all():
        raise StatisticsError("every value must be a finite number.")
    return sample
