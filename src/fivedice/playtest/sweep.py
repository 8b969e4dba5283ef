"""Sweeps: the ladder of every variant on a grid of parameters, its depth, and what its optimal strategy does.

The variant that the sweep starts from, the base, is always measured too: differences are taken against it, and the
envelope of A includes it.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import PlaytestError
from fivedice.playtest.ladder import Ladder
from fivedice.playtest.measure import category_values, changes, optima, optimal_figures, strategy_mean
from fivedice.playtest.metrics import DELTA, Depth, check_delta, depth_of, foresight_share, greedy_share, shares
from fivedice.playtest.parts import Part, RunParts
from fivedice.playtest.repeats import Peak, half_at, share_text
from fivedice.playtest.vary import Setting, Vary, current, grid, words_of
from fivedice.reports import Charted, Report, Reported, Table
from fivedice.rules import Rules
from fivedice.rules.toml import format_rules

NORMALISERS = ("optimum", "restricted")
GAMES = 5_000
"""Optimal games of the base variant whose decisions are compared."""


@dataclass(frozen=True, eq=False)
class Measured:
    """Rules at one point of the grid, measured.

    means      : float64[repeats, levels], of the ladder's players
    optimum    : mean of the optimal strategy;  restricted : of the best one by meta-actions, None for other cards
    figures    : exact figures of the optimal strategy, see `measure.optimal_figures`; None without details
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
        """How far greedy play gets from chance to the optimum."""
        return greedy_share(self.optimum, self.greedy, self.random)

    @property
    def foresight_share(self) -> float | None:
        """The share of skill that needs more than the current turn."""
        return foresight_share(self.optimum, self.greedy, self.random)

    def normaliser(self, by: str) -> float:
        """What a mean is divided by."""
        found = self.optimum if by == "optimum" else self.restricted
        if found is None:
            raise PlaytestError(
                f"{self.rules.name!r} has boxes that no meta-action scores: there is no restricted optimum."
            )
        return found


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Charted, Reported):
    """The measured variants in the order of the grid; of a single ladder there is one.

    base : place of the variant that the sweep started from;  place : folder of the report, if it was written
    """

    ladder: Ladder
    varies: tuple[Vary, ...]
    variants: tuple[Measured, ...]
    base: int
    delta: float = DELTA
    place: Path | None = None

    @property
    def keys(self) -> list[str]:
        """The parameters that vary."""
        return [one.key for one in self.varies]

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
        return depth_of(self.performance(by), self.ladder.axis, self.base, self.delta)

    @cached_property
    def main(self) -> Depth:
        """The metrics by the unrestricted optimum."""
        return self.depth()

    def headline(self) -> str:
        """What was measured, and Δ of the base."""
        what = f"{len(self.variants)} variants over {', '.join(self.keys)}" if self.varies else "a ladder"
        delta = share_text(self.main.span[self.base], half_at(self.main.span_half, self.base))
        return f"{self.variants[self.base].rules.name}, {what} of {self.ladder.kind}: Δ {delta}"

    def summary(self) -> list[str]:
        """What was found, in sentences."""
        depth = self.main
        if len(self.variants) == 1:
            gain = share_text(depth.span[0], half_at(depth.span_half, 0))
            return [f"Δ is {gain}, d is {depth.d[0]:.0f} (δ = {self.delta:.2%})."]
        found = [
            f"{symbol} is greatest, {share_text(values[peak.at], half_at(half, peak.at))}, at "
            f"{self.variants[peak.at].name}{self.peak_words(peak)}; the base, {self.variants[self.base].name}, has "
            f"{share_text(values[self.base], half_at(half, self.base))}."
            for symbol, values, half, peak in (
                ("Δ", depth.span, depth.span_half, depth.span_peak),
                ("A", depth.area, depth.area_half, depth.area_peak),
            )
        ]
        least, most = int(depth.d.min()), int(depth.d.max())
        said = f"is {least} for every variant" if least == most else f"lies between {least} and {most}"
        return [*found, f"d {said} (δ = {self.delta:.2%}, {len(self.ladder.levels)} levels)."]

    def peak_words(self, peak: Peak) -> str:
        """The interval of the place of a peak, in words."""
        if self.ladder.repeats < 2:
            return " (one repeat, so no interval)" if self.ladder.has_chance else ""
        if len(self.varies) > 1 or not self.varies[0].is_numeric:
            return f" (so in {peak.share:.0%} of the bootstrap's draws)"
        low, high = (self.variants[at].setting[self.varies[0].key] for at in (peak.low, peak.high))
        return f" (95 %: {low} to {high})"

    def parts(self) -> list[str | Table]:
        """A row for each variant, or for each level of a single ladder, and the summary."""
        from fivedice.playtest.sweep_tables import ladder_table, short_table

        return [short_table(self) if self.varies else ladder_table(self).without_empty(), *self.summary()]

    @property
    def tables(self) -> list[Table]:
        """Every table of the report: depth, ladders, and with details the optimal strategy and the boxes."""
        from fivedice.playtest.sweep_tables import depth_table, detail_tables, ladder_table

        depth, ladders = depth_table(self), ladder_table(self)
        return [*([depth, ladders] if self.varies else [ladders, depth]), *detail_tables(self)]

    def chart(self) -> Any:
        """Δ and A over the parameter that varies; the ladders where there is none, or more than two."""
        from fivedice.playtest.sweep_report import ladders_chart, metric_plots

        plots = metric_plots(self, "sweep")
        return plots[-1].chart if plots else ladders_chart(self, "Strategy ladders")

    def document(self) -> Report:
        """Depth, ladders, and what the optimal strategy does."""
        from fivedice.playtest.sweep_report import sweep_report

        return sweep_report(self)

    def to_dict(self) -> dict[str, Any]:
        """Every figure, and where the report is."""
        return {**self.numbers(), "report": None if self.place is None else str(self.place)}

    def numbers(self) -> dict[str, Any]:
        """Every figure."""
        kept = ("setting", "optimum", "restricted", "greedy", "random", "figures", "values", "changed")
        return {
            "variant": self.variants[self.base].rules.name,
            "ladder": {**asdict(self.ladder), "axis": self.ladder.axis_words},
            "delta": self.delta,
            "base": self.base,
            "variants": [
                {"digest": one.rules.digest, "means": one.means.tolist(), **{key: getattr(one, key) for key in kept}}
                for one in self.variants
            ],
            "metrics": {by: self._metrics(self.depth(by)) for by in self.normalisers},
            "summary": self.summary(),
        }

    def _metrics(self, depth: Depth) -> dict[str, Any]:
        def place(peak: Peak) -> dict[str, Any]:
            at, low, high = (self.variants[one].setting for one in (peak.at, peak.low, peak.high))
            return {"setting": at, "low": low, "high": high, "share_of_draws": peak.share}

        figures = {
            "Delta": (depth.span, depth.span_half),
            "Delta_minus_base": (depth.span_more, depth.span_more_half),
            "A": (depth.area, depth.area_half),
            "A_minus_base": (depth.area_more, depth.area_more_half),
        }
        found: dict[str, Any] = {"d": depth.d.tolist()}
        for name, (values, half) in figures.items():
            found |= {name: values.tolist(), f"{name}_half_width": None if half is None else half.tolist()}
        return found | {"Delta_peak": place(depth.span_peak), "A_peak": place(depth.area_peak)}


def run_sweep(
    rules: Rules,
    varies: Sequence[Vary],
    ladder: Ladder,
    run: RunParts,
    *,
    details: bool = True,
    games: int = GAMES,
    delta: float = DELTA,
    place: Path | None = None,
) -> Sweep:
    """Measure the given rules, the base, and every variant of the grid, if anything varies.

    `details` adds figures of each optimal strategy, and how it differs from that of the base.
    """
    check_delta(delta)
    every, base = _with_base(rules, varies)
    for _, variant in every:
        ladder.check(variant)
    jobs = [_jobs(rules, variant, ladder, details, games, index == base) for index, (_, variant) in enumerate(every)]
    flat = iter(run([part for some in jobs for part in some.values()]))
    found = [{name: next(flat) for name in some} for some in jobs]
    variants = tuple(
        _measured(setting, variant, ladder, results) for (setting, variant), results in zip(every, found, strict=True)
    )
    return Sweep(ladder, tuple(varies), variants, base, delta, place)


def _with_base(rules: Rules, varies: Sequence[Vary]) -> tuple[list[tuple[Setting, Rules]], int]:
    """The grid with the base in it: in order if one numeric parameter varies, else at the end."""
    every = grid(rules, varies)
    for index, (_, variant) in enumerate(every):
        if variant.digest == rules.digest:
            return every, index
    own: Setting = {one.key: current(rules, one.key) for one in varies}
    at, (key, value) = len(every), next(iter(own.items()))
    if len(varies) == 1 and varies[0].is_numeric and isinstance(value, int):
        at = sum(int(setting[key]) < value for setting, _ in every)
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


def _measured(setting: Setting, rules: Rules, ladder: Ladder, results: dict[str, Any]) -> Measured:
    climbed = [result for name, result in results.items() if name.startswith("ladder ")]
    return Measured(
        setting, rules, ladder.means(climbed), results["optima"]["optimum"], results["optima"]["restricted"],
        results.get("greedy", {}).get("mean"), results.get("random", {}).get("mean"),
        results.get("figures"), results.get("values"), results.get("changes"),
    )  # fmt: skip
