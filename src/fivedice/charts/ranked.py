"""Charts of one number for each of several names: intervals, bars, and counts of faces."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import Any

import altair as alt
import numpy as np

from fivedice.charts.parts import (
    WIDTH,
    AnyChart,
    distinct,
    floats,
    headed,
    label_width,
    rounded,
    rows_of,
    some,
    tips,
    with_unit,
)
from fivedice.errors import ChartError

ROW = 26
"""Pixels from one name to the next."""
KINDS = ["ours", "published"]
SIGNED = "datum.value === 0 ? '0' : replace(format(datum.value, '+,~r'), '-', '−')"


def intervals(
    rows: Sequence[tuple[str, float, float, float]],
    *,
    title: str,
    subtitle: str = "Mean score with its 95 % confidence interval",
    reference: float | None = None,
    reference_label: str = "",
    published: Mapping[str, float] | None = None,
    unit: str = "points",
    x_title: str = "Mean score",
    digits: int = 2,
    games: int | None = None,
) -> AnyChart:
    """A dot and an interval for each (name, low, estimate, high), the greatest first, its numbers at the right.

    `published` adds a diamond to the names that it has, `reference` a line through all of them.
    """
    some(rows, "intervals")
    ordered = sorted(rows, key=lambda row: -row[2])
    names, theirs = [name for name, *_ in ordered], _known(published, ordered)
    distinct(names, "intervals")
    data = [
        {
            "name": name,
            "low": rounded(low, 9),
            "estimate": rounded(estimate, 9),
            "high": rounded(high, 9),
            "published": theirs.get(name),
            "text": _interval_text(low, estimate, high, digits),
        }
        for name, low, estimate, high in ordered
    ]
    marks = [*(value for _, *values in ordered for value in values), *theirs.values()]
    domain = _domain([*marks, *([] if reference is None else [reference])])
    ends = ("low:Q", "from", f",.{digits}f"), ("high:Q", "to", f",.{digits}f")
    base, texts, width = _rows(data, names, ("name:N", "strategy"), ("text:N", x_title.lower()), *ends)
    x = alt.X("estimate:Q", title=with_unit(x_title, unit), scale=alt.Scale(domain=domain, nice=False, zero=False))
    layers = [] if reference is None else _reference(reference, reference_label, domain)
    layers.append(base.mark_rule(style="reach").encode(x="low:Q", x2="high:Q"))
    layers += [
        base.mark_tick(style="reach", thickness=2, size=9, opacity=1).encode(x=f"{end}:Q") for end in ("low", "high")
    ]
    layers += _dots(base, x, bool(theirs), 8 if reference is None else 22)
    return alt.layer(*layers, texts).properties(
        width=width, height=ROW * len(names), title=headed(title, subtitle, games, len(rows))
    )


def bars(
    rows: Sequence[tuple[str, float]],
    *,
    title: str,
    unit: str,
    subtitle: str = "",
    x_title: str = "",
    published: Mapping[str, float] | None = None,
    ordered: bool = False,
    log: bool = False,
    digits: int = 1,
    games: int | None = None,
) -> AnyChart:
    """A horizontal bar for each (name, value), its number at the right; `ordered` puts the greatest first.

    A logarithmic axis has no zero for a bar to stand on, so `log` draws dots instead. `published` adds diamonds.
    """
    some(rows, "bars")
    rows = sorted(rows, key=lambda row: -row[1]) if ordered else list(rows)
    names, theirs = [name for name, _ in rows], _known(published, rows)
    distinct(names, "bars")
    values = [*(value for _, value in rows), *theirs.values()]
    data = [
        {
            "name": name,
            "value": rounded(value, 9),
            "published": theirs.get(name),
            "text": f"{value:,.{digits}f}".replace("-", "−"),
        }
        for name, value in rows
    ]
    title_x = with_unit(x_title, unit)
    base, texts, width = _rows(data, names, ("name:N", "name"), ("text:N", title_x), grid=log)
    if log:
        x = alt.X("value:Q", title=title_x, **_powers(values))
        layers = _dots(base, x, bool(theirs), 8)
    else:
        x = alt.X("value:Q", title=title_x, scale=alt.Scale(zero=True), axis=alt.Axis(tickCount=8))
        layers = [_of_kind(base.mark_bar(height=ROW - 10).encode(x=x), "ours", _kinds_legend(8) if theirs else None)]
        if theirs:
            layers.append(_diamonds(base, _kinds_legend(8)))
    return alt.layer(*layers, texts).properties(
        width=width, height=ROW * len(names), title=headed(title, subtitle, games, len(rows))
    )


def dice_counts(
    counts: Sequence[float],
    expected: Sequence[float] | None = None,
    *,
    title: str,
    subtitle: str = "",
    faces: Sequence[object] | None = None,
) -> AnyChart:
    """How far each face's count lies from the expected one, over the band that holds 95 % of fair counts.

    A fair count of n dice is binomial: its band is np ± 1.96 √(np(1 − p)). `expected` are counts or probabilities,
    equal for all faces when they are not given.
    """
    some(counts, "dice")
    found = floats(counts)
    shares = floats(expected) if expected is not None else np.full(found.size, 1.0)
    if shares.shape != found.shape or shares.sum() <= 0:
        raise ChartError(f"{found.size} counts need as many expected ones; {shares.size} were given.")
    dice = float(found.sum())
    shares = shares / shares.sum()
    usual, reach = dice * shares, 1.96 * np.sqrt(dice * shares * (1 - shares))
    labels = [str(face) for face in faces] if faces is not None else [str(face) for face in range(1, found.size + 1)]
    rows = [
        {
            "face": label,
            "count": count,
            "zero": 0,
            "expected": rounded(mean, 9),
            "gap": rounded(count - mean, 6),
            "low": rounded(-half, 6),
            "high": rounded(half, 6),
            "text": f"{count:,.0f}",
            "top": rounded(max(count - mean, 0.0, half), 6),
        }
        for label, count, mean, half in zip(labels, found.tolist(), usual.tolist(), reach.tolist(), strict=True)
    ]
    if not subtitle:
        subtitle = (
            f"{dice:,.0f} dice: count minus expected count; 95 % of fair counts fall in the grey band; counts above"
        )
    width = min(700, max(420, 80 * found.size))
    base = alt.Chart(rows_of(rows)).encode(
        x=alt.X("face:N", sort=labels, title="Face", axis=alt.Axis(labelAngle=0, ticks=False)),
        tooltip=tips(
            ("face:N", "face"), ("count:Q", "count", ","),
            ("expected:Q", "expected", ",.1f"), ("gap:Q", "difference", "+,.1f"),
        ),
    )  # fmt: skip
    y = alt.Y("gap:Q", title="Count minus expected (dice)", axis=alt.Axis(labelExpr=SIGNED, tickCount=6))
    return alt.layer(
        base.mark_bar(style="band", width={"band": 0.8}).encode(y=alt.Y("low:Q"), y2="high:Q"),
        alt.Chart(rows_of([{"zero": 0}])).mark_rule(style="zero").encode(y="zero:Q"),
        base.mark_rule(style="reach").encode(y="zero:Q", y2="gap:Q"),
        base.mark_point(filled=True, size=90, opacity=1).encode(y=y),
        base.mark_text(dy=-12).encode(y="top:Q", text="text:N"),
    ).properties(width=width, height=250, title=headed(title, subtitle, width=width))


def _known(published: Mapping[str, float] | None, rows: Sequence[tuple[Any, ...]]) -> dict[str, float]:
    """The published figures that can be drawn; each must belong to a row."""
    names = {row[0] for row in rows}
    for name in published or {}:
        if name not in names:
            raise ChartError(f"published figure of {name!r} has no row of that name; name one of the rows.")
    drawn = {name: rounded(float(value), 9) for name, value in (published or {}).items()}
    return {name: value for name, value in drawn.items() if value is not None}


def _dots(base: alt.Chart, x: alt.X, published: bool, offset: int) -> list[alt.Chart]:
    """Our dots over published diamonds, whose corners show where the two coincide."""
    legend = _kinds_legend(offset) if published else None
    dots = _of_kind(base.mark_point(size=48, opacity=1, filled=True).encode(x=x), "ours", legend)
    return [_diamonds(base, legend), dots] if published else [dots]


def _diamonds(base: alt.Chart, legend: alt.Legend | None) -> alt.Chart:
    return _of_kind(base.mark_point(size=130, opacity=1, filled=True).encode(x="published:Q"), "published", legend)


def _rows(
    data: Sequence[Mapping[str, Any]], names: Sequence[str], *told: tuple[str, ...], grid: bool = True
) -> tuple[alt.Chart, alt.Chart, int]:
    """A row for each name, their texts at the right of the plot, where no mark is, and the width of the plot."""
    room = label_width([str(row["text"]) for row in data], 300)
    width = WIDTH - label_width(names) - room - 30
    axis = alt.Axis(ticks=False, domain=False, grid=grid)
    published = [("published:Q", "published")] if any(row["published"] is not None for row in data) else []
    base = alt.Chart(rows_of(data)).encode(
        y=alt.Y("name:N", sort=list(names), title=None, axis=axis), tooltip=tips(*told, *published)
    )
    return base, base.mark_text(align="right").encode(x=alt.value(width + room), text="text:N"), width


def _powers(values: Sequence[float]) -> dict[str, Any]:
    """Scale and axis over powers of ten."""
    if min(values) <= 0:
        raise ChartError(f"a logarithmic axis has no place for {min(values):g}; give positive values, or log=False.")
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    ticks = [10.0**power for power in range(low, max(high, low + 1) + 1)]
    scale = alt.Scale(type="log", domain=[ticks[0], ticks[-1]], nice=False)
    return {"scale": scale, "axis": alt.Axis(values=ticks, format=",~r" if ticks[-1] < 1e6 else "~s")}


def _kinds_legend(offset: int) -> alt.Legend:
    return alt.Legend(orient="top", title=None, offset=offset)


def _of_kind(chart: alt.Chart, kind: str, legend: alt.Legend | None) -> alt.Chart:
    """Marks in the colour and shape of our figures or of the published ones."""
    shapes = alt.Scale(domain=KINDS, range=["circle", "diamond"])
    coloured: alt.Chart = chart.transform_calculate(kind=f"'{kind}'").encode(
        color=alt.Color("kind:N", scale=alt.Scale(domain=KINDS), legend=legend)
    )
    if chart.mark["type"] == "bar":
        return coloured
    return coloured.encode(shape=alt.Shape("kind:N", scale=shapes, legend=legend))


def _interval_text(low: float, estimate: float, high: float, digits: int) -> str:
    """An estimate with its half-width, or with its bounds where they are not even: 235.20 ± 1.22."""
    below, above = estimate - low, high - estimate
    if abs(above - below) <= 0.01 * max(above, below, 1e-12):
        return f"{estimate:,.{digits}f} ± {above:,.{digits}f}"
    return f"{estimate:,.{digits}f} ({low:,.{digits}f} – {high:,.{digits}f})"


def _domain(values: Sequence[float]) -> list[float]:
    """Bounds that leave a little room on either side."""
    known = floats(values)
    low, high = float(known.min()), float(known.max())
    room = (high - low) * 0.04 or max(abs(high) * 0.05, 1.0)
    return [float(f"{low - room:.6g}"), float(f"{high + room:.6g}")]


def _reference(value: float, label: str, domain: Sequence[float]) -> list[alt.Chart]:
    """A dashed line through the whole plot, with its name above."""
    data = rows_of([{"reference": rounded(value, 9), "label": label or f"{value:,.10g}"}])
    base = alt.Chart(data).encode(x="reference:Q")
    share = (value - domain[0]) / (domain[1] - domain[0])
    side: Any = "left" if share < 0.2 else "right" if share > 0.8 else "center"
    return [
        base.mark_rule(style="reference").encode(tooltip=[alt.Tooltip("label:N", title="reference")]),
        base.mark_text(style="quiet", align=side, dy=-9).encode(y=alt.value(0), text="label:N"),
    ]
