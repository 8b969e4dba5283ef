"""Tests of hypotheses: how surprising the data are, were the hypothesis true."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from fivedice.arrays import Floats
from fivedice.errors import StatisticsError

LEVEL = 0.05
"""Default level of a test."""

LEAST_EXPECTED = 5.0
"""Least expected observations in a cell of a chi-square test (Cochran 1954)."""

ROUNDING = 1e-6
"""Relative tolerance of a sum of expected values."""

# D'Agostino and Stephens 1986, Table 4.9: below each bound of A*, ln(1 − p) or ln p as a + b A* + c A*².
LOWER_TAIL = ((0.2, (-13.436, 101.14, -223.73)), (0.34, (-8.318, 42.796, -59.938)))
UPPER_TAIL = ((0.6, (0.9177, -4.279, -1.38)), (10.0, (1.2937, -5.709, 0.0186)))


@dataclass(frozen=True)
class Significance:
    """The outcome of a test: a statistic, and the probability p of one at least as extreme under the hypothesis."""

    name: str
    statistic: float
    p: float
    n: int
    df: int | None = None
    hypothesis: str = "the hypothesis is true"

    def rejected(self, level: float = LEVEL) -> bool:
        """Whether the data are too surprising for the hypothesis to be kept at this level."""
        return self.p < level

    def verdict(self, level: float = LEVEL) -> str:
        """The outcome in plain words, which claim no more than a test can."""
        if self.rejected(level):
            return (
                f"rejected at the {100 * level:.3g} % level: data this far off come with probability {self.p:.2g} "
                f"if {self.hypothesis}"
            )
        return (
            f"not rejected at the {100 * level:.3g} % level: data this far off or further come with probability "
            f"{self.p:.4g} if {self.hypothesis}; this fits the hypothesis, but does not prove it"
        )


def chi_square(counts: ArrayLike, expected: ArrayLike | None = None) -> Significance:
    """Pearson's test of fit (1900): X² = Σ (Oᵢ − Eᵢ)² / Eᵢ, with one degree of freedom less than there are cells.

    `expected` holds counts or probabilities; without it, all cells are equally likely. A cell of expectation 0
    and count 0 is left out; with a positive count it is refused, since X² has no value then.
    """
    observed = _counts(counts)
    n = observed.sum()
    wanted = np.full(len(observed), n / len(observed)) if expected is None else _expected(expected, observed)
    if ((wanted == 0) & (observed > 0)).any():
        cell = int(np.argmax((wanted == 0) & (observed > 0)))
        raise StatisticsError(
            f"cell {cell} of {len(observed)} is expected never and occurred {observed[cell]:g} times, "
            "so that chi-square has no value; pool it with its neighbour."
        )
    possible = wanted > 0
    return _pearson("chi-square", observed[possible], wanted[possible], "the counts follow the expected shares")


def chi_square_pooled(counts: ArrayLike, probabilities: ArrayLike, least: float = LEAST_EXPECTED) -> Significance:
    """Pearson's test for histograms: neighbouring cells are pooled until each expects at least `least`."""
    observed = _counts(counts)
    wanted = _expected(probabilities, observed)
    edges = pooled_cells([wanted], least)
    observed, wanted = np.add.reduceat(observed, edges), np.add.reduceat(wanted, edges)
    return _pearson("chi-square, cells pooled", observed, wanted, "the counts follow the expected shares")


def chi_square_two_samples(counts_a: ArrayLike, counts_b: ArrayLike, least: float = LEAST_EXPECTED) -> Significance:
    """Pearson's test of homogeneity: whether two histograms can be samples of one distribution.

    Cell j of sample s expects n_s (a_j + b_j) / (n_a + n_b); neighbouring cells are pooled until each expects `least`
    in both samples.
    """
    samples = np.stack(_pair(_counts(counts_a), _counts(counts_b)))
    totals = samples.sum(axis=1)
    wanted = np.outer(totals, samples.sum(axis=0)) / totals.sum()
    edges = pooled_cells(list(wanted), least)
    observed, wanted = np.add.reduceat(samples, edges, axis=1), np.add.reduceat(wanted, edges, axis=1)
    found = _pearson("chi-square, two samples", observed.ravel(), wanted.ravel(), "both samples have one distribution")
    df = len(edges) - 1
    return replace(found, df=df, p=float(special.chdtrc(df, found.statistic)))


def pooled_cells(expected: Sequence[Floats], least: float) -> list[int]:
    """First cells of the pools: from the left, a pool is closed once every row expects `least` in it.

    What is left over at the right end joins the last pool. With a single pool there is nothing to compare.
    """
    edges, begin = [0], 0
    for cell in range(1, len(expected[0])):
        if all(row[begin:cell].sum() >= least and row[cell:].sum() >= least for row in expected):
            edges.append(cell)
            begin = cell
    if len(edges) < 2:
        raise StatisticsError(
            f"fewer than two cells expect {least:g} observations, which leaves nothing to compare; take more of them."
        )
    return edges


def runs_test(values: ArrayLike, about: Literal["mean", "median"] = "mean") -> Significance:
    """Runs above and below a centre (Wald, Wolfowitz 1940), two-sided, by the normal approximation.

    With n₁ values above and n₂ below, R runs have mean 2 n₁ n₂ / n + 1 and variance
    2 n₁ n₂ (2 n₁ n₂ − n) / (n² (n − 1)). Values equal to the centre are dropped, as R's randtests does. z > 0 means
    more runs than chance gives, that is, values which alternate; z < 0 values which cluster.
    """
    sample = _values(values, least=2)
    centre = sample.mean() if about == "mean" else np.median(sample)
    above = sample[sample != centre] > centre
    n, n1 = len(above), int(np.count_nonzero(above))
    n2 = n - n1
    if min(n1, n2) == 0 or n < 3:
        raise StatisticsError(
            f"a runs test about the {about} needs values on both sides of it, "
            f"but {n1} lie above and {n2} below; take a larger sample."
        )
    runs = 1 + int(np.count_nonzero(above[1:] != above[:-1]))
    product = 2.0 * n1 * n2
    z = (runs - product / n - 1) / np.sqrt(product * (product - n) / (n**2 * (n - 1.0)))
    return _normal(f"runs test about the {about}", float(z), n, "the values come in random order")


def anderson_darling(values: ArrayLike) -> Significance:
    """Normality with mean and standard deviation from the sample (Anderson, Darling 1952; Stephens 1986).

    A² = −n − Σ (2i − 1) (ln Φ(zᵢ) + ln Φ(−z₍ₙ₊₁₋ᵢ₎)) / n over the standardised values in ascending order.
    """
    sample = np.sort(_values(values, least=8).astype(np.float64))
    n, sd = len(sample), sample.std(ddof=1)
    if sd <= 1e-14 * np.abs(sample).max():
        raise StatisticsError("all values are equal, so that nothing can be said about normality; take other data.")
    z = (sample - sample.mean()) / sd
    weights = 2 * np.arange(1, n + 1) - 1
    statistic = float(-n - weights @ (special.log_ndtr(z) + special.log_ndtr(-z[::-1])) / n)
    p = anderson_darling_p(statistic, n)
    return Significance("Anderson–Darling", statistic, p, n, None, "the values are normally distributed")


def anderson_darling_p(statistic: float, n: int) -> float:
    """The p of A* = A² (1 + 0.75 / n + 2.25 / n²), by D'Agostino and Stephens 1986, Table 4.9.

    The formula is fitted up to A* = 10, where p is 3.7e-24; beyond, p is given as this bound.
    """
    adjusted = min(statistic * (1 + 0.75 / n + 2.25 / n**2), UPPER_TAIL[-1][0])
    for bound, (a, b, c) in LOWER_TAIL:
        if adjusted < bound:
            return float(-np.expm1(a + b * adjusted + c * adjusted**2))
    a, b, c = next(fitted for bound, fitted in UPPER_TAIL if adjusted <= bound)
    return float(np.exp(a + b * adjusted + c * adjusted**2))


def ks_distance(counts: ArrayLike, probabilities: ArrayLike) -> float:
    """Kolmogorov's distance over common cells: the greatest gap between the two cumulative shares."""
    observed = _counts(counts)
    gaps = np.cumsum(observed - _expected(probabilities, observed)) / observed.sum()
    return float(np.abs(gaps).max())


def mean_test(sample_mean: float, n: int, mean: float, sd: float) -> Significance:
    """Whether a sample mean like this can come from that distribution: z = (x̄ − μ) √n / σ, two-sided."""
    if n < 1 or not sd > 0:
        raise StatisticsError(f"a test of a mean needs n ≥ 1 and a positive sd, not n = {n} and sd = {sd:g}.")
    z = (sample_mean - mean) * np.sqrt(n) / sd
    return _normal("mean", float(z), n, f"the sample comes from a distribution of mean {mean:g} and sd {sd:g}")


def _normal(name: str, z: float, n: int, hypothesis: str) -> Significance:
    return Significance(name, z, float(2 * special.ndtr(-abs(z))), n, None, hypothesis)


def _pearson(name: str, observed: Floats, wanted: Floats, hypothesis: str) -> Significance:
    if len(observed) < 2:
        raise StatisticsError("a chi-square test needs at least two cells that can occur.")
    statistic, df = float(((observed - wanted) ** 2 / wanted).sum()), len(observed) - 1
    return Significance(name, statistic, float(special.chdtrc(df, statistic)), int(observed.sum()), df, hypothesis)


def _counts(counts: ArrayLike) -> Floats:
    found = np.asarray(counts, np.float64)
    if found.ndim != 1 or not np.isfinite(found).all() or (found < 0).any() or not found.sum() > 0:
        raise StatisticsError("counts must be a row of numbers from 0 up that are not all 0.")
    return found


def _expected(expected: ArrayLike, observed: Floats) -> Floats:
    """Expected counts from counts or probabilities, scaled so that their sum is exactly that of the observed ones."""
    wanted, _ = _pair(np.asarray(expected, np.float64), observed)
    total = wanted.sum()
    if not (np.isfinite(wanted).all() and (wanted >= 0).all()):
        raise StatisticsError("expected values must be numbers from 0 up.")
    if not any(np.isclose(total, allowed, rtol=ROUNDING, atol=0) for allowed in (1.0, observed.sum())):
        raise StatisticsError(
            f"the expected values add up to {total:g}; it must be 1 for probabilities or {observed.sum():g} for counts."
        )
    return np.asarray(wanted * (observed.sum() / total))


def _pair(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    if one.shape != other.shape:
        raise StatisticsError(f"both rows must have the same cells, but they have {one.size} and {other.size}.")
    return one, other


def _values(values: ArrayLike, *, least: int) -> NDArray[Any]:
    """The sample with its own dtype: millions of dice stay bytes."""
    found = np.asarray(values)
    if found.ndim != 1 or len(found) < least:
        raise StatisticsError(f"at least {least} values in a row are needed, but there are {found.size}.")
    if found.dtype.kind not in "buif" or not np.isfinite(found).all():
        raise StatisticsError("every value must be a finite number.")
    return found
