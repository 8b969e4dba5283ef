"""Charts of scores: histograms in ranges, exact distributions, and curves such as P(score ≥ t)."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
from numpy.typing import ArrayLike

from fivedice.charts.parts import (
    ROWS,
    AnyChart,
    floats,
    headed,
    in_panels,
    legend_above,
    nice_step,
    panels,
    rounded,
    rows_of,
    some,
    tips,
    touchable,
)
from fivedice.charts.theme import DASHES
from fivedice.errors import ChartError

Ranges = Sequence[tuple[float, float, float]]
OVERLAID = 6
"""More series than this are not drawn over each other, but each in a panel of its own."""
TAIL = 0.001
"""Probability at either end of a distribution that is left out of its picture."""
MOST_RANGES = 130
"""Most ranges into which a distribution is gathered."""
POINTS = 160
"""Most points of a line: at 760 pixels more cannot be seen."""


def histogram(
    series: Mapping[str, Ranges],
    *,
    title: str,
    subtitle: str = "Share of games in each range of scores",
    published: Mapping[str, Ranges] | None = None,
    games: int | None = None,
    x_title: str = "Final score (points)",
) -> AnyChart:
    """Bars of {name: [(low, high, share)]}, a panel for each name, under the outline of the published shares.

    A range holds the whole numbers low .. high, so its bar reaches from low to high + 1.
    """
    some(series, "histograms")
    published = published or {}
    for name in published:
        if name not in series:
            raise ChartError(f"published ranges of {name!r} have no series of that name; allowed: {', '.join(series)}.")
    theirs = {(name, low, high): share for name in published for low, high, share in published[name]}
    rows: list[dict[str, Any]] = [
        {
            "name": name,
            "by": "ours",
            "low": low,
            "end": high + 1,
            "range": f"{low:g}–{high:g}",
            "share": rounded(share, 5),
            "zero": 0,
            "theirs": rounded(theirs.get((name, low, high), 0.0), 5) if name in published else None,
        }
        for name, ranges in series.items()
        for low, high, share in ranges
    ]
    rows += [{"name": name, "by": "published", **corner} for name in published for corner in _outline(published[name])]
    both, alone, (_, width, _) = ("ours", "published"), len(series) == 1, panels(len(series))
    base = alt.Chart(rows_of(rows)).encode(
        x=_across("low:Q", x_title if alone else None, width),
        y=alt.Y("share:Q", title="Share of games" if alone else None, axis=alt.Axis(format="%", tickCount=4)),
        color=alt.Color("by:N", scale=alt.Scale(domain=both), legend=legend_above(both) if published else None),
    )
    bars = base.transform_filter("datum.by === 'ours'").mark_bar(fillOpacity=0.6, binSpacing=1)
    bars = bars.encode(
        x2="end:Q",
        y2="zero:Q",
        tooltip=tips(
            ("name:N", "strategy"), ("range:N", "points"), ("share:Q", "ours", ".2%"),
            *([("theirs:Q", "published", ".2%")] if published else []),
        ),
    )  # fmt: skip
    outline = base.transform_filter("datum.by === 'published'").mark_line(interpolate="step-after", strokeWidth=1.8)
    layers = [bars, outline.encode(order="at:Q")] if published else [bars]
    return in_panels(layers, list(series), x_title).properties(title=headed(title, subtitle, games, len(series)))


def distributions(
    series: Mapping[str, tuple[ArrayLike, ArrayLike]],
    *,
    title: str,
    subtitle: str = "",
    games: int | None = None,
    x_title: str = "Final score (points)",
) -> AnyChart:
    """Distributions {name: (numbers, probabilities)} as lines, or in a panel each where they are many.

    Numbers are gathered into ranges, wide enough that the shape shows through the noise of single scores; the outermost
    0.1 % at either end are not drawn.
    """
    some(series, "distributions")
    pairs = {name: (floats(numbers), floats(shares)) for name, (numbers, shares) in series.items()}
    low = min(float(numbers[np.searchsorted(np.cumsum(shares), TAIL)]) for numbers, shares in pairs.values())
    high = max(
        float(numbers[::-1][np.searchsorted(np.cumsum(shares[::-1]), TAIL)]) for numbers, shares in pairs.values()
    )
    step = nice_step(high - low + 1, min(MOST_RANGES, ROWS // len(series)))
    edges = np.arange(np.floor(low / step) * step, high + step + 1, step)
    rows: list[dict[str, Any]] = []
    for name, (numbers, shares) in pairs.items():
        heights, _ = np.histogram(numbers, bins=edges, weights=shares)
        mean = rounded(float(numbers @ shares / shares.sum()), 5)
        rows += [
            {
                "name": name,
                "at": float(left + (step - 1) / 2),
                "range": f"{left:g}–{left + step - 1:g}",
                "share": rounded(float(height), 5),
                "mean": mean,
            }
            for left, height in zip(edges[:-1], heights, strict=True)
        ]
    if not subtitle:
        panels_say = "; dashed: the mean" if len(series) > OVERLAID else ""
        each = "score" if step == 1 else f"range of {step} points"
        subtitle = f"Share of games that end with each {each}; the outermost 0.1 % are not drawn{panels_say}"
    y_title = "Share of games per point" if step == 1 else f"Share of games per {step} points"
    tooltip = tips(
        ("name:N", "strategy"), ("range:N", "points"), ("share:Q", "share", ".2%"), ("mean:Q", "mean", ".2f")
    )
    return _lines(rows, list(series), tooltip, (x_title, y_title), shaded=True).properties(
        title=headed(title, subtitle, games, len(series))
    )


def curve(
    series: Mapping[str, tuple[ArrayLike, ArrayLike]],
    *,
    title: str,
    subtitle: str = "",
    x_title: str = "Target (points)",
    y_title: str = "Share of games that reach it",
    percent: bool = True,
    games: int | None = None,
) -> AnyChart:
    """Lines {name: (x, y)}, for example P(score ≥ t) against t."""
    some(series, "curves")
    rows: list[dict[str, Any]] = []
    for name, (x, y) in series.items():
        at, height = floats(x), floats(y)
        if at.shape != height.shape:
            raise ChartError(
                f"curve {name!r} has {at.size} x and {height.size} y; give as many of one as of the other."
            )
        most = max(2, min(POINTS, ROWS // len(series)))
        chosen = np.unique(np.linspace(0, at.size - 1, min(most, at.size)).round().astype(int))
        rows += [{"name": name, "at": rounded(at[i]), "share": rounded(height[i])} for i in chosen.tolist()]
    tooltip = tips(("name:N", "strategy"), ("at:Q", x_title), ("share:Q", y_title, ".2%" if percent else ",.4~f"))
    return _lines(rows, list(series), tooltip, (x_title, y_title), percent).properties(
        title=headed(title, subtitle, games, len(series))
    )


def _lines(
    rows: list[dict[str, Any]],
    names: list[str],
    tooltip: list[alt.Tooltip],
    titles: tuple[str, str],
    percent: bool = True,
    shaded: bool = False,
) -> AnyChart:
    """Lines over each other where they are few, in panels where they are many."""
    together = len(names) <= OVERLAID
    _, width, _ = panels(1 if together else len(names))
    plain = alt.Chart(rows_of(rows))
    base = plain.encode(
        x=_across("at:Q", titles[0] if together else None, width),
        y=alt.Y(
            "share:Q",
            title=titles[1] if together else None,
            stack=None,
            axis=alt.Axis(format="%" if percent else ",~r", tickCount=5 if together else 3),
        ),
        tooltip=tooltip,
    )
    lines, areas, scale = base.mark_line(), base.mark_area(opacity=0.12 if together else 0.3), alt.Scale(domain=names)
    if together and len(names) > 1:
        legend = legend_above(names, line=True)
        dashes = alt.Scale(domain=names, range=[list(dash) for dash in DASHES])
        lines = lines.encode(
            color=alt.Color("name:N", scale=scale, legend=legend),
            strokeDash=alt.StrokeDash("name:N", scale=dashes, legend=legend),
        )
        areas = areas.encode(color=alt.Color("name:N", scale=scale, legend=legend))
    layers: list[alt.Chart] = [*([areas] if shaded else []), lines, touchable(base)]
    if shaded and not together:
        layers.append(plain.mark_rule(style="reference").encode(x=alt.X("mean(mean):Q", title=None)))
    return in_panels(layers, [""] if together else names, titles[0])


def _across(field: str, title: str | None, width: int) -> alt.X:
    """The x axis."""
    return alt.X(field, title=title, scale=alt.Scale(zero=False, nice=False), axis=alt.Axis(tickCount=width // 60))


def _outline(ranges: Ranges) -> list[dict[str, Any]]:
    """Corners of the outline of a histogram: down to zero before, after, and where a range is missing."""
    corners: list[tuple[float, float]] = []
    for low, high, share in sorted(ranges):
        if not corners:
            corners.append((low, 0.0))
        elif corners[-1][0] == low:
            corners.pop()
        corners += [(low, share), (high + 1, 0.0)]
    return [{"at": at, "low": low, "share": rounded(share, 5)} for at, (low, share) in enumerate(corners)]
