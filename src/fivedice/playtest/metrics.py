"""Depth of rules, read off strategy ladders.

A ladder is the performance p₀, …, p_K of a player at growing resources x₀ < … < x_K, performance being the mean score
as a share of the optimum. Ladders of several variants have the same resources. Sources: d from Lantz, Isaksen,
Jaffe, Nealen and Togelius, "Depth in strategic games" (2017); Δ and A from Glenn and Brunstad, "Automatic playtesting
for Yahtzee" (study 004), who leave δ, the axis and the quadrature open.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from fivedice.arrays import Floats
from fivedice.errors import PlaytestError
from fivedice.playtest.repeats import Peak, figures_with_intervals, mean_with_interval, peak_of
from fivedice.rules import Rules

DELTA = 0.02
"""Default step of d: two percent of the optimum."""


def steps(performance: ArrayLike, delta: float = DELTA) -> int:
    """d: how many times the ladder climbs by at least δ, counted from the last such step.

        t₀ = p₀ + δ;   for k = 1 … K:  if p_k ≥ t, count one step and set t = p_k + δ.

    It depends on δ and on the grid of resources: a step that takes place between two points of the grid counts once,
    however high it is.
    """
    ladder = _ladder(performance)
    check_delta(delta)
    slack = 1e-12  # p₀ + δ is not always p₀ + δ in binary
    count, threshold = 0, ladder[0] + delta
    for level in ladder[1:]:
        if level >= threshold - slack:
            count, threshold = count + 1, level + delta
    return count


def check_delta(delta: float) -> None:
    """Refuse a step that is not positive."""
    if not delta > 0:
        raise PlaytestError(f"the step δ = {delta:g} is not allowed; it must be a positive share of the optimum.")


def span(performance: ArrayLike) -> float:
    """Δ = p_K − p₀: performance with the most resources minus that with the least."""
    ladder = _ladder(performance)
    return float(ladder[-1] - ladder[0])


def envelope(ladders: ArrayLike) -> Floats:
    """E_k = max over variants of p_k; float64[variants, levels] → float64[levels]."""
    every = np.asarray(ladders, np.float64)
    if every.ndim != 2 or not every.size:
        raise PlaytestError("an envelope needs at least one ladder, and all of them on the same resources.")
    return np.asarray(every.max(axis=0))


def area(axis: ArrayLike, above: ArrayLike, performance: ArrayLike) -> float:
    """A = ∫₀¹ (E(u) − p(u)) du, where u = (x − x₀) / (x_K − x₀), by the trapezoid rule.

    The axis is scaled to 0 … 1, so that A is the mean gap below the envelope and areas over different resources can
    be compared. E and p are straight between the points of the grid. Since E is the same for all variants, A orders
    them by their mean performance over the axis, the worst first.
    """
    x, ladder, top = np.asarray(axis, np.float64), _ladder(performance), _ladder(above)
    if not len(x) == len(ladder) == len(top) or not (np.diff(x) > 0).all():
        raise PlaytestError("an area needs resources that grow, and a performance and an envelope at each of them.")
    return float(np.trapezoid(top - ladder, x) / (x[-1] - x[0]))


def areas(axis: ArrayLike, ladders: ArrayLike) -> Floats:
    """A of each variant, below the envelope of all of them."""
    every = np.asarray(ladders, np.float64)
    above = envelope(every)
    return np.array([area(axis, above, ladder) for ladder in every])


def log_axis(resources: ArrayLike) -> Floats:
    """x = log₁₀(1 + n): the axis for training examples, nodes and passes, which is finite at 0."""
    return np.asarray(np.log10(1 + np.asarray(resources, np.float64)))


def greedy_share(optimal: float, greedy: float | None, random: float | None) -> float | None:
    """(greedy − random) / (optimal − random): how far greedy play gets from random play to the optimum.

    None where nothing is better than chance, or where one of them was not measured.
    """
    if greedy is None or random is None or optimal <= random:
        return None
    return (greedy - random) / (optimal - random)


def foresight_share(optimal: float, greedy: float | None, random: float | None) -> float | None:
    """(optimal − greedy) / (optimal − random): the skill that needs more than the current turn, 1 − greedy share."""
    share = greedy_share(optimal, greedy, random)
    return None if share is None else 1 - share


@dataclass(frozen=True, eq=False)
class Depth:
    """The metrics of all variants, with half-widths of 95 % intervals where there are repeats.

    performance, half : float64[variants, levels];  d, span, area : float64[variants]
    span_more, area_more : float64[variants], the same minus that of the base; more precise, as repeats share seeds
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
            f"the best mean under {rules.name!r} is {optimum:g}, so it has no shares; let some box pay points."
        )
    return means / optimum


def _ladder(performance: ArrayLike) -> Floats:
    found = np.asarray(performance, np.float64)
    if found.ndim != 1 or len(found) < 2 or not all(map(math.isfinite, found)):
        raise PlaytestError("a ladder needs at least two levels of resources, and a finite performance at each.")
    return found
