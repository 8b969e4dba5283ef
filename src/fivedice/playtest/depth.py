"""The depth of several variants: d, Δ and A of their ladders, with intervals over repeats."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import PlaytestError
from fivedice.playtest.metrics import areas, span, steps
from fivedice.playtest.repeats import Peak, figures_with_intervals, mean_with_interval, peak_of
from fivedice.rules import Rules


@dataclass(frozen=True, eq=False)
class Depth:
    """The metrics of all variants, with half-widths of 95 % intervals where there are repeats.

    performance, half : float64[variants, levels];  d, span, area : float64[variants]
    span_more, area_more : float64[variants], the same minus that of the base; surer, as repeats share their seeds
    """

    performance: Floats
    half: Floats | None
    d: Floats
    span: Floats
    span_half: Floats | None
    area: Floats
    area_half: Floats | None
    span_more: Floats
    span_more_half: Floats | None
    area_more: Floats
    area_more_half: Floats | None
    span_peak: Peak
    area_peak: Peak


def depth_of(ladders: Floats, axis: Floats, base: int, delta: float) -> Depth:
    """The metrics of ladders on one axis; ladders : float64[repeats, variants, levels]."""

    def spans(some: Floats) -> Floats:
        return np.array([span(one) for one in some])

    def gaps(some: Floats) -> Floats:
        return areas(axis, some)

    def more(figure: Callable[[Floats], Floats]) -> Callable[[Floats], Floats]:
        """A figure minus that of the base."""
        return lambda some: np.asarray((found := figure(some)) - found[base])

    mean, half = mean_with_interval(ladders)
    return Depth(
        mean,
        half,
        np.array([steps(one, delta) for one in mean], np.float64),
        *figures_with_intervals(ladders, spans),
        *figures_with_intervals(ladders, gaps),
        *figures_with_intervals(ladders, more(spans)),
        *figures_with_intervals(ladders, more(gaps)),
        peak_of(ladders, spans),
        peak_of(ladders, gaps),
    )


def shares(means: Floats, optimum: float, rules: Rules) -> Floats:
    """Means as shares of an optimum, which must be greater than 0."""
    if not optimum > 0:
        raise PlaytestError(
            f"the best mean under {rules.name!r} is {optimum:g}, which nothing is a share of; let some box pay points."
        )
    return means / optimum
