"""Charts of something that changes from turn to turn."""

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
    panels,
    rounded,
    rows_of,
    some,
    touchable,
)
from fivedice.charts.theme import DASHES, SERIES, SHAPES
from fivedice.errors import ChartError

LABEL_GAP = 16
"""Pixels between the names at the end of lines."""


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
        {"name": name, "turn": turn, "value": rounded(float(value))}
        for name, values in series.items()
        for turn, value in enumerate(values, first)
    ]
    known = [float(row["value"]) for row in rows if row["value"] is not None]
    if not known:
        raise ChartError("trends need at least one number; every value is missing.")
    last = max(first + len(values) - 1 for values in series.values())
    low, high = min(*known, 0.0), max(known)
    domain = [low, high + 0.04 * ((high - low) or 1.0)]
    together = len(names) <= SERIES
    labels = label_width(names) + 26
    _, width, height = panels(1 if together else len(names))
    width = WIDTH - labels - 70 if together else width
    step = -(-(last - first + 1) // max(1, width // 28))
    axis = alt.Axis(values=list(range(first, last + 1, step)), grid=False, format="d")
    y_label = f"{y_title} ({unit})" if y_title and unit else y_title or unit
    base = alt.Chart(rows_of(rows)).encode(
        x=alt.X(
            "turn:Q",
            title=x_title if together else None,
            axis=axis,
            scale=alt.Scale(domain=[first, max(last, first + 1)], nice=False),
        ),
        y=alt.Y(
            "value:Q",
            title=y_label if together else unit or None,
            scale=alt.Scale(domain=domain, nice=False),
            axis=alt.Axis(format="%" if percent else ",~r", tickCount=5),
        ),
        tooltip=[
            alt.Tooltip("name:N", title="name"),
            alt.Tooltip("turn:Q", title=x_title.lower()),
            alt.Tooltip("value:Q", title=y_title or unit, format=".2%" if percent else ",.4~f"),
        ],
    )
    header = headed(title, subtitle, games, 1)
    if not together:
        lines = base.mark_line(strokeWidth=1.8, point={"size": 22, "filled": True})
        return in_panels([lines, touchable(base)], names, x_title).properties(title=header)
    base = base.encode(color=alt.Color("name:N", scale=alt.Scale(domain=names), legend=None))
    dashes = alt.Scale(domain=names, range=[list(dash) for dash in DASHES])
    shapes = alt.Scale(domain=names, range=list(SHAPES))
    ends = _ends(rows, names, domain, height)
    named = alt.Chart(rows_of(ends)).encode(color=alt.Color("name:N", scale=alt.Scale(domain=names), legend=None))
    return alt.layer(
        base.mark_line().encode(strokeDash=alt.StrokeDash("name:N", scale=dashes, legend=None)),
        base.mark_point(filled=True, size=42, opacity=1).encode(shape=alt.Shape("name:N", scale=shapes, legend=None)),
        named.mark_rule(strokeWidth=1, opacity=0.6).encode(
            x="turn:Q", x2=alt.value(width + 16), y=alt.Y("value:Q"), y2="place:Q"
        ),
        alt.Chart(rows_of(ends))
        .mark_text(
            align="left",
            dx=20,
        )
        .encode(x=alt.value(width), y="place:Q", text="name:N"),
        touchable(base),
    ).properties(width=width, height=height, title=header)


def _ends(rows: list[dict[str, Any]], names: list[str], domain: list[float], height: int) -> list[dict[str, Any]]:
    """The last point of each line, and a place for its name that no other name is near."""
    last = {str(row["name"]): row for row in rows if row["value"] is not None}
    names = [name for name in names if name in last]
    scale = height / (domain[1] - domain[0])
    pixels = [(float(last[name]["value"]) - domain[0]) * scale for name in names]
    places = apart(pixels, LABEL_GAP, 0, height)
    return [
        {**last[name], "place": rounded(domain[0] + place / scale)} for name, place in zip(names, places, strict=True)
    ]
