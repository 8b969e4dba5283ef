"""The report of a sweep: its tables, ladders as lines, metrics as curves or heat maps."""

import numpy as np

from fivedice.arrays import Floats
from fivedice.charts import AnyChart, heat_map
from fivedice.charts.lines import LOW, Points, above_each_other, chosen, lines
from fivedice.playtest.ladder import TITLES
from fivedice.playtest.repeats import half_at
from fivedice.playtest.sweep import Sweep
from fivedice.playtest.sweep_tables import depth_table, detail_tables, gain, ladder_table
from fivedice.reports import Plot, Report, Section, Table

MOST_LINES, MOST_COLUMNS = 6, 12
DEFINITIONS = [
    "Performance is a player's mean score as a share of the optimum: of the unrestricted one, and where the card "
    "allows it of that of the best player restricted to the ten meta-actions of study 004.",
    "d counts the steps of the ladder that climb by at least δ from the last such step. Δ is the performance with the "
    "most resources minus that with the least. A is the area between a ladder and the upper envelope of all ladders "
    "compared, by the trapezoid rule, over an axis scaled to 0 … 1: the mean gap below the envelope. The envelope is "
    "common to all, so A orders the variants by their mean performance over the axis, the lowest first.",
    "± is for 95 %. Every repeat has its own seed for examples, training and games, and the same one in all variants; "
    "the spread over repeats includes all three. Means have Student's interval; Δ and A the bootstrap "
    "over repeats, widened as Student's interval is for so few of them. Differences from the base are more "
    "precise than the figures themselves, since the chance that all variants share cancels out.",
]


def sweep_report(sweep: Sweep) -> Report:
    """Everything about a sweep."""
    base = sweep.variants[sweep.base]
    title = f"Playtest of {base.rules.name}: {' and '.join(sweep.keys) or 'one variant'}"
    sections = [depth_section(sweep), ladder_section(sweep)]
    if base.figures:
        optimal, boxes = detail_tables(sweep)
        parts: list[Table | Plot] = [optimal, *_box_plots(sweep), *_change_plots(sweep), boxes]
        sections.append(Section("What the optimal strategy does", [], parts))
    sections.append(Section("How it was measured", [sweep.ladder.words, *DEFINITIONS]))
    return Report(title, sweep.summary(), sections, sweep.numbers())


def depth_section(sweep: Sweep, name: str = "sweep", title: str = "Depth") -> Section:
    """The metrics of each variant as a table, and as curves or heat maps."""
    return Section(title, [], [depth_table(sweep, name), *metric_plots(sweep, name)])


def ladder_section(sweep: Sweep, name: str = "ladders", title: str = "Strategy ladders") -> Section:
    """Every ladder as a table, and some as lines."""
    plot = Plot(name, title, ladders_chart(sweep, title))
    return Section(title, [sweep.ladder.words], [plot, ladder_table(sweep, name, title)])


def metric_plots(sweep: Sweep, name: str) -> list[Plot]:
    """Δ and A as curves over one parameter, or as heat maps over two; nothing where more of them vary."""
    depth = sweep.main
    figures = [("delta", "Δ", depth.span, depth.span_half), ("area", "A", depth.area, depth.area_half)]
    if _is_curve(sweep):
        curves: dict[str, Points] = {}
        for _, symbol, values, half in figures:
            curves[symbol] = [
                (_place(sweep, at), float(values[at]), half_at(half, at)) for at in range(len(sweep.variants))
            ]
        title = f"Δ and A over {sweep.keys[0]}"
        return [Plot(f"{name}-metrics", title, _over(sweep, curves, title, interval_words(sweep)))]
    if len(sweep.varies) == 2:
        return [
            Plot(f"{name}-{stem}", f"{symbol} over two parameters", _heat(sweep, values, symbol))
            for stem, symbol, values, _ in figures
        ]
    return []


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
    """What the intervals of a plot are."""
    if not sweep.ladder.has_chance:
        return "exact"
    count = sweep.ladder.repeats
    return f"95 % intervals over {count} repeats" if count > 1 else "one repeat, so no intervals"


def _is_curve(sweep: Sweep) -> bool:
    """Whether figures can be drawn over the only parameter that varies."""
    return len(sweep.varies) == 1 and sweep.varies[0].is_numeric and len(sweep.variants) > 1


def _place(sweep: Sweep, at: int) -> float:
    """The value of the only parameter that varies."""
    return float(sweep.variants[at].setting[sweep.keys[0]])


def _over(sweep: Sweep, curves: dict[str, Points], title: str, subtitle: str = "") -> AnyChart:
    """Curves over the only parameter that varies, one above the other, with the base marked."""
    mark = (_place(sweep, sweep.base), "base")
    charts = [
        lines({name: points}, title="", x_title=sweep.keys[0], y_title=name, mark=mark, height=LOW)
        for name, points in curves.items()
    ]
    return above_each_other(*charts, title=title, subtitle=subtitle)


def _heat(sweep: Sweep, values: Floats, symbol: str) -> AnyChart:
    """A figure over two parameters; colours show whether it is above or below that of the base."""
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


def _box_plots(sweep: Sweep) -> list[Plot]:
    base = sweep.variants[sweep.base]
    shown = [sweep.variants[at] for at in chosen(len(sweep.variants), MOST_COLUMNS, sweep.base)]
    if len(shown) < 2 or any(one.rules.index != base.rules.index for one in shown):
        return []
    boxes = base.rules.categories
    chart = heat_map(
        [box.title for box in boxes],
        [", ".join(map(str, one.setting.values())) for one in shown],
        np.array([[gain(one, base, box.name) for one in shown] for box in boxes], np.float64),
        title="What each box is worth against the base",
        subtitle="Points; value of a box: the optimum minus the optimum of the card without it",
        legend="points", column_title=", ".join(sweep.keys), percent=False, digits=1, middle=0.0,
    )  # fmt: skip
    return [Plot("boxes", "Value of each box against the base", chart)]


def _change_plots(sweep: Sweep) -> list[Plot]:
    if not _is_curve(sweep):
        return []
    changed, skill = list[tuple[float, float, float | None]](), list[tuple[float, float, float | None]]()
    for at, one in enumerate(sweep.variants):
        if one.changed:
            changed.append((_place(sweep, at), one.changed["share"], one.changed["share_half_width"]))
        elif at == sweep.base:
            changed.append((_place(sweep, at), 0.0, None))
        if one.foresight_share is not None:
            skill.append((_place(sweep, at), one.foresight_share, None))
    title = f"Optimal play over {sweep.keys[0]}"
    return [Plot("changes", title, _over(sweep, {"Decisions changed": changed, "Foresight share": skill}, title))]
