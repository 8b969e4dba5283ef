"""Sweeps: the ladder of every variant on a grid of parameters, its depth, and what its optimal strategy does.

The variant that the sweep starts from is always measured too: what changes is told against it. It belongs to the
variants whose envelope A is measured from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import PlaytestError
from fivedice.playtest.ladder import Ladder
from fivedice.playtest.measure import category_values, changes, optima, optimal_figures, strategy_mean
from fivedice.playtest.metrics import DELTA, areas, check_delta, foresight_share, greedy_share, span, steps
from fivedice.playtest.parts import Part
from fivedice.playtest.repeats import Peak, figures_with_intervals, mean_with_interval, peak_of
from fivedice.playtest.vary import Setting, Vary, current, grid, words_of
from fivedice.rules import Rules
from fivedice.rules.toml import format_rules

NORMALISERS = ("optimum", "restricted")
GAMES = 5_000
"""Optimal games of the base variant whose decisions are compared."""

Run = Callable[[Sequence[Part]], list[Any]]
"""Computes parts: `parts.run_parts` with everything but the parts given."""


@dataclass(frozen=True, eq=False)
class Variant:
    """One point of the grid, measured.

    means      : float64[repeats, levels], of the ladder's players
    optimum    : mean of the optimal strategy;  restricted : of the best one by meta-actions, None for other cards
    figures    : exact figures of the optimal strategy, see `measure.optimal_figures`; {} unless asked for
    values     : what each box is worth;  changed : against the base, see `replay.Changed`; None if not comparable
    """

    setting: Setting
    rules: Rules
    means: Floats
    optimum: float
    restricted: float | None
    greedy: float | None = None
    random: float | None = None
    figures: dict[str, Any] | None = None
    values: dict[str, float | None] | None = None
    changed: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        """The setting in words."""
        return words_of(self.setting)

    @property
    def greedy_share(self) -> float | None:
        """How far greed gets from chance to the optimum."""
        return (
            None if self.greedy is None or self.random is None else greedy_share(self.optimum, self.greedy, self.random)
        )

    @property
    def foresight_share(self) -> float | None:
        """The share of skill that needs more than the current turn."""
        if self.greedy is None or self.random is None:
            return None
        return foresight_share(self.optimum, self.greedy, self.random)

    def normaliser(self, by: str) -> float:
        """What a mean is divided by."""
        found = self.optimum if by == "optimum" else self.restricted
        if found is None:
            raise PlaytestError(
                f"{self.rules.name!r} has boxes that no meta-action scores: there is no restricted optimum."
            )
        return found


@dataclass(frozen=True, eq=False)
class Depth:
    """The metrics of all variants of a sweep, with half-widths of 95 % intervals where there are repeats.

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


@dataclass(frozen=True, eq=False)
class Sweep:
    """The variants of a sweep in the order of the grid; `base` is the place of the one that it started from."""

    ladder: Ladder
    varies: tuple[Vary, ...]
    variants: tuple[Variant, ...]
    base: int
    delta: float = DELTA

    @property
    def normalisers(self) -> tuple[str, ...]:
        """What means can be divided by."""
        whole = all(one.restricted is not None for one in self.variants)
        return NORMALISERS if whole else NORMALISERS[:1]

    def performance(self, by: str = "optimum") -> Floats:
        """float64[repeats, variants, levels], means as shares of the optimum."""
        return np.stack([shares(one.means, one.normaliser(by), one.rules) for one in self.variants], axis=1)

    def depth(self, by: str = "optimum") -> Depth:
        """The metrics, with performance as a share of either optimum."""
        ladders = self.performance(by)
        mean, half = mean_with_interval(ladders)
        spans, span_half = figures_with_intervals(ladders, _spans)
        found, area_half = figures_with_intervals(ladders, self._areas)
        return Depth(
            mean, half,
            np.array([steps(one, self.delta) for one in mean], np.float64),
            spans, span_half, found, area_half,
            *figures_with_intervals(ladders, self._more(_spans)),
            *figures_with_intervals(ladders, self._more(self._areas)),
            peak_of(ladders, _spans), peak_of(ladders, self._areas),
        )  # fmt: skip

    @cached_property
    def main(self) -> Depth:
        """The metrics by the unrestricted optimum."""
        return self.depth()

    def _areas(self, ladders: Floats) -> Floats:
        return areas(self.ladder.axis, ladders)

    def _more(self, figure: Callable[[Floats], Floats]) -> Callable[[Floats], Floats]:
        """A figure minus that of the base."""

        def more(ladders: Floats) -> Floats:
            found = figure(ladders)
            return np.asarray(found - found[self.base])

        return more


def shares(means: Floats, optimum: float, rules: Rules) -> Floats:
    """Means as shares of an optimum, which has to be something."""
    if not optimum > 0:
        raise PlaytestError(
            f"the best mean under {rules.name!r} is {optimum:g}, which nothing is a share of; let some box pay points."
        )
    return means / optimum


def _spans(ladders: Floats) -> Floats:
    return np.array([span(one) for one in ladders])


def run_sweep(
    rules: Rules,
    varies: Sequence[Vary],
    ladder: Ladder,
    run: Run,
    *,
    details: bool = True,
    games: int = GAMES,
    delta: float = DELTA,
) -> Sweep:
    """Measure every variant of the grid and the rules themselves, which are all there is if nothing varies.

    `details` tell what the optimal strategy does, and how it differs from that of the rules themselves.
    """
    check_delta(delta)
    every, base = _with_base(rules, varies)
    for _, variant in every:
        ladder.check(variant)
    jobs = [_jobs(rules, variant, ladder, details, games, index == base) for index, (_, variant) in enumerate(every)]
    flat = iter(run([part for some in jobs for part in some.values()]))
    found = [{name: next(flat) for name in some} for some in jobs]
    variants = tuple(
        _variant(setting, variant, ladder, results) for (setting, variant), results in zip(every, found, strict=True)
    )
    return Sweep(ladder, tuple(varies), variants, base, delta)


def _with_base(rules: Rules, varies: Sequence[Vary]) -> tuple[list[tuple[Setting, Rules]], int]:
    """The grid with the base among it, in its place where one numeric parameter varies, else at the end."""
    every = grid(rules, varies)
    for index, (_, variant) in enumerate(every):
        if variant.digest == rules.digest:
            return every, index
    own: Setting = {one.key: current(rules, one.key) for one in varies}
    at = len(every)
    value = next(iter(own.values()))
    if len(varies) == 1 and varies[0].is_numeric and isinstance(value, int):
        key = varies[0].key
        at = sum(1 for setting, _ in every if int(setting[key]) < value)
    return [*every[:at], (own, rules), *every[at:]], at


def _jobs(base: Rules, rules: Rules, ladder: Ladder, details: bool, games: int, is_base: bool) -> dict[str, Part]:
    text = format_rules(rules)
    jobs = {f"ladder {at}": part for at, part in enumerate(ladder.parts(rules))}
    jobs["optima"] = Part.of(optima, 15, rules=text)
    if details:
        jobs["figures"] = Part.of(optimal_figures, 60, rules=text)
        jobs["values"] = Part.of(category_values, 40, rules=text)
        jobs["greedy"] = Part.of(strategy_mean, 40, rules=text, name="greedy")
        jobs["random"] = Part.of(strategy_mean, 15, rules=text, name="random")
        if not is_base:
            jobs["changes"] = Part.of(changes, 15, base=format_rules(base), rules=text, games=games, seed=1)
    return jobs


def _variant(setting: Setting, rules: Rules, ladder: Ladder, results: dict[str, Any]) -> Variant:
    climbed = [result for name, result in results.items() if name.startswith("ladder ")]
    return Variant(
        setting, rules, ladder.means(climbed), results["optima"]["optimum"], results["optima"]["restricted"],
        results.get("greedy", {}).get("mean"), results.get("random", {}).get("mean"),
        results.get("figures"), results.get("values"), results.get("changes"),
    )  # fmt: skip
