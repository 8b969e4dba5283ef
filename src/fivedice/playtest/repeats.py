"""Intervals over repeats, for any figure that is computed from them.

Repeat r trains and plays with seeds of its own, so that the spread over repeats includes all sources of chance: the
sample of examples, the training, and the games of the score. A mean over n repeats gets Student's interval. Any other
figure T gets the bootstrap over repeats (Efron 1979): T is computed again from n repeats drawn with replacement, and

    half-width = t(n − 1) · √(n / (n − 1)) · sd of T over the draws.

For a mean this is Student's interval again; the plain bootstrap of few repeats is far too narrow. Up to five
repeats all nⁿ draws are taken, beyond that DRAWS random ones of a fixed seed. Repeat r uses the same seeds in every
variant, so the same repeats are drawn in all of them at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats
from fivedice.statistics.intervals import t_quantile

DRAWS = 2_000
ALL_DRAWS = 5
"""Up to this many repeats, all nⁿ draws are taken."""
LEVEL = 0.95


@dataclass(frozen=True)
class Peak:
    """The variant where a figure is greatest, and the range of variants that holds it with confidence LEVEL.

    at, low, high : indices of variants;  share : of the draws whose greatest figure is at `at`
    """

    at: int
    low: int
    high: int
    share: float


@cache
def draws(repeats: int) -> NDArray[np.int64]:
    """int64[draws, repeats], repeats drawn with replacement."""
    if repeats <= ALL_DRAWS:
        return np.array(list(product(range(repeats), repeat=repeats)), np.int64)
    return np.random.default_rng(repeats).integers(repeats, size=(DRAWS, repeats))


def figures_with_intervals(values: Floats, figure: Callable[[Floats], Floats]) -> tuple[Floats, Floats | None]:
    """Figures of the means over repeats, and their half-widths; None with a single repeat.

    values : float64[repeats, variants, levels];  figure : float64[variants, levels] → float64[variants]
    """
    found = figure(values.mean(axis=0))
    if len(values) < 2:
        return found, None
    return found, _stretch(len(values)) * _replicates(values, figure).std(axis=0)


def peak_of(values: Floats, figure: Callable[[Floats], Floats]) -> Peak:
    """Where a figure is greatest, with the bootstrap interval of that place.

    The draws are stretched about the figures by √(n / (n − 1)) · t(n − 1) / z, as the intervals are.
    """
    found = figure(values.mean(axis=0))
    best = int(found.argmax())
    if len(values) < 2:
        return Peak(best, best, best, 1.0)
    normal = t_quantile(LEVEL, 1_000_000)
    stretched = found + _stretch(len(values)) / normal * (_replicates(values, figure) - found)
    places = np.sort(stretched.argmax(axis=1))
    outside = (1 - LEVEL) / 2
    low, high = (int(places[min(int(share * len(places)), len(places) - 1)]) for share in (outside, 1 - outside))
    return Peak(best, min(low, best), max(high, best), float((places == best).mean()))


def mean_with_interval(values: Floats) -> tuple[Floats, Floats | None]:
    """Means over repeats and half-widths of Student's interval; values : float64[repeats, ...]."""
    count = len(values)
    if count < 2:
        return values.mean(axis=0), None
    return values.mean(axis=0), t_quantile(LEVEL, count - 1) * values.std(axis=0, ddof=1) / count**0.5


def _stretch(count: int) -> float:
    return float(t_quantile(LEVEL, count - 1) * (count / (count - 1)) ** 0.5)


def _replicates(values: Floats, figure: Callable[[Floats], Floats]) -> Floats:
    """float64[draws, variants], the figures of each draw."""
    return np.array([figure(values[drawn].mean(axis=0)) for drawn in draws(len(values))])


def half_at(halves: Floats | None, *place: int) -> float | None:
    """One of the half-widths; None if there are none."""
    return None if halves is None else float(halves[place])


def share_text(value: float, half: float | None = None) -> str:
    """A share with its half-width in percent."""
    return f"{value:.2%}" if half is None else f"{100 * value:.2f} ± {100 * half:.2f} %"
