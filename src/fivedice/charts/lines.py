"""Lines over a measured axis, with intervals where there are any, and trends from turn to turn."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from fivedice.charts.parts import (
    WIDTH,
    AnyChart,
    apart,
    headed,
    in_panels,
    label_width,
    legend_above,
    panels,
    rounded,
    rows_of,
    some,
    tips,
    touchable,
    with_unit,
)
from fivedice.charts.theme import DASHES, SERIES, SHAPES
from fivedice.errors import ChartError

HEIGHT, LOW = 330, 210
"""Pixels of a plot that stands alone, and of one of two."""
LABEL_GAP = 16
"""Pixels between the names at the end of lines."""
ASIDE = 0.004
"""How far lines are moved apart, as a share of the axis, so that their intervals do not hide each other."""

Points = Sequence[tuple[float, float, float | None]]
"""x, y and the half-width of y's interval, if there is one."""


def lines(
    series: Mapping[str, Points],
    *,
    title: str,
    x_title: str,
    y_title: str,
    subtitle: str = "",
    ticks: Sequence[tuple[float, str]] = (),
    mark: tuple[float, str] | None = None,
    percent: bool = True,
    height: int = HEIGHT,
    legend: bool = False,
) -> AnyChart:
    """Lines with intervals, their names at the right end or in a legend; `ticks` name places of the x axis.

    `mark` draws a dashed line through a place, such as that of the official rules.
    """
    some(series, "lines")
    names = list(series)
    if len(names) > SERIES:
        raise ChartError(f"{len(names)} lines cannot be told apart; {SERIES} at most can.")
    places = [x for points in series.values() for x, _, _ in points]
    aside = ASIDE * (max(places) - min(places)) * any(half for points in series.values() for _, _, half in points)
    rows = [
        {
            "name": name,
            "x": rounded(x + aside * (number - (len(names) - 1) / 2), 9),
            "y": rounded(y, 9),
            "low": rounded(y - (half or 0.0), 9),
            "high": rounded(y + (half or 0.0), 9),
            "at": dict(ticks).get(x, f"{x:g}"),
        }
        for number, (name, points) in enumerate(series.items())
        for x, y, half in points
    ]
    ends = len(names) > 1 and not legend
    width = WIDTH - 80 - (label_width(names) + 26 if ends else 0)
    x_domain, y_domain = _domain(rows, "x", "x", 0.02), _domain(rows, "low", "high", 0.05)
    form = ".2%" if percent else ",.4~f"
    above = legend_above(names) if legend and len(names) > 1 else None
    base = alt.Chart(rows_of(rows)).encode(
        x=alt.X("x:Q", title=x_title, scale=alt.Scale(domain=x_domain, nice=False), axis=_axis(ticks)),
        y=alt.Y(
            "y:Q",
            title=y_title,
            scale=alt.Scale(domain=y_domain, nice=False, zero=False),
            axis=alt.Axis(format=_percent(y_domain) if percent else ",~r", tickCount=6),
        ),
        color=alt.Color("name:N", scale=alt.Scale(domain=names), legend=above),
        tooltip=tips(
            ("name:N", "series"), ("at:N", x_title.lower()),
            ("y:Q", y_title.lower(), form), ("low:Q", "from", form), ("high:Q", "to", form),
        ),
    )  # fmt: skip
    layers: list[Any] = [] if mark is None else _marked(*mark, height)
    layers.append(base.mark_rule(strokeWidth=1.4, opacity=0.75).encode(y=alt.Y("low:Q"), y2="high:Q"))
    layers += _told_apart(base, names, above)
    if ends:
        layers += _names(rows, names, y_domain, width, height)
    return alt.layer(*layers, touchable(base)).properties(width=width, height=height, title=headed(title, subtitle))


def trends(
    series: Mapping[str, Sequence[float]],
    *,
    title: str,
    unit: str,
    subtitle: str = "",
    x_title: str = "Turn",
    y_title: str = "",
    first: int = 1,
    percent: bool = False,
    games: int | None = None,
) -> AnyChart:
    """Lines {name: [value per turn]} with their names at the end, or in a panel each where they are many.

    The first value belongs to turn `first`; NaN leaves a gap.
    """
    some(series, "trends")
    names = list(series)
    rows = [
        {"name": name, "x": turn, "y": rounded(float(value))}
        for name, values in series.items()
        for turn, value in enumerate(values, first)
    ]
    known = [float(row["y"]) for row in rows if row["y"] is not None]
    if not known:
        raise ChartError("trends need at least one number; every value is missing.")
    last = max(first + len(values) - 1 for values in series.values())
    low, high = min(*known, 0.0), max(known)
    domain = [low, high + 0.04 * ((high - low) or 1.0)]
    together = len(names) <= SERIES
    _, width, height = panels(1 if together else len(names))
    width = WIDTH - label_width(names) - 96 if together else width
    step = -(-(last - first + 1) // max(1, width // 28))
    base = alt.Chart(rows_of(rows)).encode(
        x=alt.X(
            "x:Q",
            title=x_title if together else None,
            axis=alt.Axis(values=list(range(first, last + 1, step)), grid=False, format="d"),
            scale=alt.Scale(domain=[first, max(last, first + 1)], nice=False),
        ),
        y=alt.Y(
            "y:Q",
            title=with_unit(y_title, unit) if together else unit or None,
            scale=alt.Scale(domain=domain, nice=False),
            axis=alt.Axis(format="%" if percent else ",~r", tickCount=5),
        ),
        tooltip=tips(
            ("name:N", "name"), ("x:Q", x_title.lower()), ("y:Q", y_title or unit, ".2%" if percent else ",.4~f")
        ),
    )
    header = headed(title, subtitle, games, 1)
    if not together:
        drawn = base.mark_line(strokeWidth=1.8, point={"size": 22, "filled": True})
        return in_panels([drawn, touchable(base)], names, x_title).properties(title=header)
    base = base.encode(color=alt.Color("name:N", scale=alt.Scale(domain=names), legend=None))
    layers = [*_told_apart(base, names), *_names(rows, names, domain, width, height), touchable(base)]
    return alt.layer(*layers).properties(width=width, height=height, title=header)


def above_each_other(*charts: AnyChart, title: str, subtitle: str = "") -> AnyChart:
    """Charts in a column under one title."""
    return alt.vconcat(*charts, spacing=22).properties(title=headed(title, subtitle))


def chosen(count: int, most: int, *always: int) -> list[int]:
    """At most `most` of the indices 0 .. count − 1, evenly spread, those of `always` among them.

    >>> chosen(13, 4, 9)
    [0, 4, 9, 12]
    """
    if count <= most:
        return list(range(count))
    found = {round(at * (count - 1) / (most - 1)) for at in range(most)}
    for place in always:
        if place not in found:
            found.remove(min(found - set(always) - {0, count - 1}, key=lambda one: abs(one - place)))
            found.add(place)
    return sorted(found)


def _domain(rows: Sequence[Mapping[str, Any]], low: str, high: str, room: float) -> list[float]:
    least, most = min(row[low] for row in rows), max(row[high] for row in rows)
    margin = room * (most - least) or abs(most) * room or 1.0
    return [float(f"{least - margin:.6g}"), float(f"{most + margin:.6g}")]


def _percent(domain: Sequence[float]) -> str:
    """Percents with as many digits as the ticks need."""
    return "%" if domain[1] - domain[0] > 0.06 else ".1%" if domain[1] - domain[0] > 0.006 else ".2%"


def _axis(ticks: Sequence[tuple[float, str]]) -> alt.Axis:
    if not ticks:
        return alt.Axis(grid=False, tickCount=14, format=",~r")
    return alt.Axis(
        values=[float(f"{place:.9g}") for place, _ in ticks],
        labelExpr=f"{json.dumps([label for _, label in ticks])}[round(datum.index * {max(len(ticks) - 1, 1)})]",
        grid=False,
        labelOverlap=False,
    )


def _marked(place: float, label: str, height: int) -> list[Any]:
    data = rows_of([{"x": rounded(place, 9), "label": label}])
    base = alt.Chart(data).encode(x="x:Q")
    return [
        base.mark_rule(style="reference"),
        base.mark_text(style="quiet", align="left", dx=5).encode(y=alt.value(height - 9), text="label:N"),
    ]


def _told_apart(base: alt.Chart, names: Sequence[str], legend: alt.Legend | None = None) -> list[Any]:
    """Lines and their points, which differ in dash and shape as well as in colour; a legend is that of the colour."""
    dashes = alt.Scale(domain=list(names), range=[list(dash) for dash in DASHES[: len(names)]])
    shapes = alt.Scale(domain=list(names), range=list(SHAPES[: len(names)]))
    return [
        base.mark_line().encode(strokeDash=alt.StrokeDash("name:N", scale=dashes, legend=legend)),
        base.mark_point(filled=True, size=46, opacity=1).encode(shape=alt.Shape("name:N", scale=shapes, legend=legend)),
    ]


def _names(
    rows: Sequence[Mapping[str, Any]], names: Sequence[str], domain: Sequence[float], width: int, height: int
) -> list[Any]:
    """The name of each line at its end, at a distance from the others."""
    last = {str(row["name"]): row for row in rows if row["y"] is not None}
    scale = height / (domain[1] - domain[0])
    places = apart([(float(row["y"]) - domain[0]) * scale for row in last.values()], LABEL_GAP, 0, height)
    data = rows_of(
        {**row, "place": rounded(domain[0] + place / scale, 9)}
        for row, place in zip(last.values(), places, strict=True)
    )
    colour = alt.Color("name:N", scale=alt.Scale(domain=list(names)), legend=None)
    return [
        alt.Chart(data)
        .mark_rule(strokeWidth=1, opacity=0.6)
        .encode(x="x:Q", x2=alt.value(width + 16), y=alt.Y("y:Q"), y2="place:Q", color=colour),
        alt.Chart(data).mark_text(align="left", dx=20).encode(x=alt.value(width), y="place:Q", text="name:N"),
    ]
