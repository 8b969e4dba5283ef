"""Reports of sweeps: tables, ladders, metrics as curves or heat maps, and what the optimal strategy does."""

import numpy as np

from fivedice.arrays import Floats
from fivedice.charts import AnyChart, heat_map
from fivedice.charts.lines import LOW, Points, above_each_other, chosen, lines
from fivedice.playtest.cells import half_at, percent
from fivedice.playtest.findings import numbers, summary
from fivedice.playtest.ladder import TITLES
from fivedice.playtest.optimal_report import optimal_section
from fivedice.playtest.sweep import Sweep
from fivedice.reports import Cell, Plot, Report, Section, Table

MOST_LINES = 6
DEFINITIONS = [
    "Performance is a player's mean score as a share of the optimum: of the unrestricted one, and where the card "
    "allows it of that of the best player restricted to the ten meta-actions of study 004.",
    "d counts the steps of the ladder that climb by at least δ from the last such step. Δ is the performance with the "
    "most resources minus that with the least. A is the area between a ladder and the upper envelope of all ladders "
    "compared, by the trapezoid rule, over an axis scaled to 0 … 1: the mean gap below the envelope. The envelope is "
    "common to all, so A orders the variants by their mean performance over the axis, the lowest first.",
    "± is for 95 %. Every repeat has its own seed for examples, training and games, and the same one in all variants; "
    "the spread over repeats holds all three kinds of chance. Means have Student's interval; Δ and A the bootstrap "
    "over repeats, widened as Student's interval is for so few of them. Differences from the base are surer than the "
    "figures themselves, since the chance that all variants share cancels out.",
]


def sweep_report(sweep: Sweep) -> Report:
    """Everything about a sweep."""
    base = sweep.variants[sweep.base]
    title = f"Playtest of {base.rules.name}: {' and '.join(one.key for one in sweep.varies) or 'one variant'}"
    sections = [depth_section(sweep), ladder_section(sweep)]
    if base.figures:
        sections.append(optimal_section(sweep))
    sections.append(Section("How it was measured", [sweep.ladder.words, *DEFINITIONS]))
    return Report(title, summary(sweep), sections, numbers(sweep))


def depth_section(sweep: Sweep, name: str = "sweep", title: str = "Depth") -> Section:
    """The metrics of each variant as a table, and as curves or heat maps."""
    depth, keys = sweep.main, [one.key for one in sweep.varies]
    restricted = sweep.depth("restricted") if len(sweep.normalisers) > 1 else None
    columns = [*keys, "Optimum", "Restricted", "Performance", "d", "Δ", "Δ ±", "A", "A ±"]
    columns += ["Δ − base", "Δ − base ±", "A − base", "A − base ±"]
    rows: list[list[object]] = []
    for at, one in enumerate(sweep.variants):
        row: list[object] = [*(one.setting[key] for key in keys), Cell(one.optimum, f"{one.optimum:.3f}")]
        row += [None if one.restricted is None else Cell(one.restricted, f"{one.restricted:.3f}")]
        row += [percent(depth.performance[at, -1]), int(depth.d[at])]
        row += [percent(depth.span[at]), percent(half_at(depth.span_half, at))]
        row += [percent(depth.area[at]), percent(half_at(depth.area_half, at))]
        row += [percent(depth.span_more[at]), percent(half_at(depth.span_more_half, at))]
        row += [percent(depth.area_more[at]), percent(half_at(depth.area_more_half, at))]
        if restricted is not None:
            row += [percent(restricted.span[at]), percent(restricted.area[at])]
        rows.append(row)
    if restricted is not None:
        columns += ["Δ restricted", "A restricted"]
    base = f"The base is {sweep.variants[sweep.base].name}." if keys else ""
    note = f"Performance is that with the most resources. d: δ = {sweep.delta:.2%}. {base}"
    return Section(title, [], [Table(name, "Depth of each variant", columns, rows, note), *metric_plots(sweep, name)])


def metric_plots(sweep: Sweep, name: str) -> list[Table | Plot]:
    """Δ and A as curves over one parameter, or as heat maps over two; nothing where more of them vary."""
    depth = sweep.main
    figures = [("delta", "Δ", depth.span, depth.span_half), ("area", "A", depth.area, depth.area_half)]
    if len(sweep.varies) == 1 and sweep.varies[0].is_numeric and len(sweep.variants) > 1:
        key = sweep.varies[0].key
        mark = (float(sweep.variants[sweep.base].setting[key]), "base")
        charts = [
            lines({symbol: over(sweep, values, half)}, title="", x_title=key, y_title=symbol, mark=mark, height=LOW)
            for _, symbol, values, half in figures
        ]
        title = f"Δ and A over {key}"
        return [Plot(f"{name}-metrics", title, above_each_other(*charts, title=title, subtitle=interval_words(sweep)))]
    if len(sweep.varies) == 2:
        return [
            Plot(f"{name}-{stem}", f"{symbol} over two parameters", heat(sweep, values, symbol))
            for stem, symbol, values, _ in figures
        ]
    return []


def over(sweep: Sweep, values: Floats, half: Floats | None) -> Points:
    """A figure of each variant over the only parameter that varies."""
    key = sweep.varies[0].key
    return [(float(one.setting[key]), float(values[at]), half_at(half, at)) for at, one in enumerate(sweep.variants)]


def heat(sweep: Sweep, values: Floats, symbol: str) -> AnyChart:
    """A figure over two parameters; colours tell whether it is above or below that of the base."""
    across, down = sweep.varies
    matrix = np.full((len(down.values), len(across.values)), np.nan)
    for at, one in enumerate(sweep.variants):
        x, y = one.setting[across.key], one.setting[down.key]
        if x in across.values and y in down.values:
            matrix[down.values.index(y), across.values.index(x)] = values[at]
    here = float(values[sweep.base])
    return heat_map(
        [str(value) for value in down.values], across.values, matrix,
        title=f"{symbol} over {across.key} and {down.key}",
        subtitle=f"Percent; the base ({sweep.variants[sweep.base].name}) has {here:.1%}, the middle of the colours",
        legend=symbol, row_title=down.key, column_title=across.key, digits=1, middle=here,
    )  # fmt: skip


def ladder_section(sweep: Sweep, name: str = "ladders", title: str = "Strategy ladders") -> Section:
    """Every ladder as a table, and some as lines."""
    ladder, keys, depth = sweep.ladder, [one.key for one in sweep.varies], sweep.main
    rows: list[list[object]] = []
    for at, one in enumerate(sweep.variants):
        for level, mean in enumerate(one.means.mean(axis=0)):
            by_restricted = None if one.restricted is None else mean / one.restricted
            rows.append(
                [*(one.setting[key] for key in keys), ladder.levels[level], Cell(float(mean), f"{mean:.2f}"),
                 percent(depth.performance[at, level]), percent(half_at(depth.half, at, level)), percent(by_restricted)]
            )  # fmt: skip
    columns = [*keys, TITLES[ladder.kind], "Mean", "Performance", "±", "Restricted performance"]
    parts: list[Table | Plot] = [
        Plot(name, title, ladders_chart(sweep, title)),
        Table(name, title, columns, rows),
    ]
    return Section(title, [ladder.words], parts)


def ladders_chart(sweep: Sweep, title: str) -> AnyChart:
    """Some of the ladders as lines, the base among them."""
    ladder, depth = sweep.ladder, sweep.main
    series: dict[str, Points] = {}
    for at in chosen(len(sweep.variants), MOST_LINES, sweep.base):
        one = sweep.variants[at]
        label = f"{one.name or one.rules.name}{' (base)' if at == sweep.base and len(sweep.variants) > 1 else ''}"
        series[label] = [
            (float(x), float(depth.performance[at, level]), half_at(depth.half, at, level))
            for level, x in enumerate(ladder.axis)
        ]
    names = [f"{level:,}" if isinstance(level, int) else level for level in ladder.levels]
    subtitle = f"Mean as a share of the optimum; {interval_words(sweep)}; x: {ladder.axis_words}"
    return lines(
        series, title=title, subtitle=subtitle, x_title=TITLES[ladder.kind], y_title="Performance",
        ticks=list(zip(map(float, ladder.axis), names, strict=True)), legend=True,
    )  # fmt: skip


def interval_words(sweep: Sweep) -> str:
    """What the bars of a plot are."""
    if not sweep.ladder.has_chance:
        return "exact"
    count = sweep.ladder.repeats
    return f"95 % intervals over {count} repeats" if count > 1 else "one repeat, so no intervals"
