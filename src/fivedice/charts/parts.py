"""What the charts have in common: titles, sizes, thinning of data, labels that keep their distance."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Sized
from typing import Any, TypeAlias

import altair as alt
import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivedice.errors import ChartError

AnyChart: TypeAlias = alt.Chart | alt.LayerChart | alt.FacetChart | alt.VConcatChart | alt.HConcatChart
"""Every type of chart that this package makes."""

WIDTH = 860
"""Pixels of a whole chart with its labels; it fits a page of 960."""
ROWS = 4500
"""Most rows of data in a chart; Altair refuses more than 5,000."""
LETTER, TITLE_LETTER = 6.9, 9.5
"""Pixels of a wide letter in labels and in titles."""


TOUCH = "touch"
"""Style of marks that are there for the pointer only."""


def headed(
    title: str, subtitle: str, games: int | None = None, series: int = 1, width: float = WIDTH
) -> alt.TitleParams:
    """Title and subtitle, broken into lines of that width; the number of games is said at the end of the subtitle."""
    if games is not None:
        count = f"{games:,} games{' each' if series > 1 else ''}"
        subtitle = f"{subtitle} ({count})" if subtitle else count
    return alt.TitleParams(
        text=textwrap.wrap(title, int(width / TITLE_LETTER)) or "",
        subtitle=textwrap.wrap(subtitle, int(width / LETTER)),
    )


def rows_of(rows: Iterable[Mapping[str, Any]]) -> alt.InlineData:
    """Rows as data inside the chart."""
    return alt.InlineData(values=[dict(row) for row in rows])


def tips(*fields: tuple[str, ...]) -> list[alt.Tooltip]:
    """What the pointer shows: (field, title) or (field, title, format) each."""
    return [
        alt.Tooltip(field, title=title, format=form[0] if form else alt.Undefined) for field, title, *form in fields
    ]


def with_unit(title: str, unit: str) -> str:
    """The title of an axis."""
    return f"{title} ({unit})" if title and unit else title or unit


def some(names: Sized, what: str) -> None:
    """Refuse an empty chart."""
    if not len(names):
        raise ChartError(f"a chart of {what} needs at least one; nothing was given.")


def distinct(names: Sequence[str], what: str) -> None:
    """Refuse names that would be drawn over each other."""
    for name, count in Counter(names).items():
        if count > 1:
            raise ChartError(f"a chart of {what} has {name!r} {count} times; name each differently.")


def label_width(names: Iterable[str], most: int = 230) -> int:
    """Pixels that names need at the side of a chart."""
    return min(most, int(max((len(name) for name in names), default=0) * LETTER) + 12)


def rounded(value: float, digits: int = 6) -> float | None:
    """A number with `digits` significant digits, since a chart shows no more; None if it cannot be drawn."""
    return float(f"{value:.{digits}g}") if np.isfinite(value) else None


def floats(values: ArrayLike) -> NDArray[np.float64]:
    """Anything that is like an array, as float64."""
    return np.asarray(values, dtype=np.float64)


def apart(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places moved as little as needed so that neighbours are `gap` apart, within low .. high where that is possible.

    Neighbours that are too close are merged into blocks around their common centre (the pool-adjacent-violators
    algorithm of isotonic regression, Barlow et al. 1972).

    >>> apart([10, 12, 40], 10, 0, 50)
    [6.0, 16.0, 40.0]
    """
    order = np.argsort(places, kind="stable")
    blocks: list[tuple[float, int]] = []
    for rank, at in enumerate(order):
        centre, size = float(places[int(at)]) - rank * gap, 1
        while blocks and blocks[-1][0] >= centre:
            before, count = blocks.pop()
            centre, size = (before * count + centre * size) / (count + size), size + count
        blocks.append((centre, size))
    most = high - (len(places) - 1) * gap
    bases = [min(max(centre, low), max(most, low)) for centre, size in blocks for _ in range(size)]
    moved = [0.0] * len(places)
    for rank, at in enumerate(order):
        moved[int(at)] = float(bases[rank] + rank * gap)
    return moved


def nice_step(span: float, most: int) -> int:
    """The least of 1, 2, 5, 10, 20, ... that divides a span into at most `most` parts.

    >>> nice_step(400, 100)
    5
    """
    power = 1
    while True:
        for factor in (1, 2, 5):
            if span / (factor * power) <= most:
                return factor * power
        power *= 10


def panels(count: int) -> tuple[int, int, int]:
    """Columns, width and height of `count` panels of one chart."""
    if count == 1:
        return 1, 770, 280
    return (2, 360, 150) if count <= 8 else (3, 228, 105)


def in_panels(layers: Sequence[alt.Chart], names: Sequence[str], x_title: str) -> AnyChart:
    """Layers whose rows have a name, in a panel for each name; one name needs no panels.

    Panels have their own x axis, since the last row may be short; what it shows is said once, below them all.
    """
    columns, width, height = panels(len(names))
    sized = alt.LayerChart(layer=list(layers)).properties(width=width, height=height)
    if len(names) == 1:
        return sized
    header = alt.Header(labelAnchor="start", labelPadding=4, titleOrient="bottom", title=x_title)
    facets: alt.FacetChart = sized.facet(
        facet=alt.Facet("name:N", sort=list(names), header=header), columns=columns, spacing=16
    ).resolve_axis(x="independent")
    return facets


def legend_above(names: Sequence[str], line: bool = False) -> alt.Legend:
    """A legend between title and plot, in as many columns as fit; its symbols may be pieces of line."""
    columns = max(1, min(len(names), WIDTH // (label_width(names) + 40)))
    symbol: dict[str, Any] = {}
    if line:
        symbol = {"symbolType": "stroke", "symbolSize": 500, "symbolOpacity": 1, "symbolFillColor": "transparent"}
    return alt.Legend(orient="top", title=None, columns=columns, columnPadding=18, offset=8, **symbol)


def touchable(base: alt.Chart) -> alt.Chart:
    """Invisible points, so that a line shows its numbers where the pointer is; pictures leave them out."""
    points: alt.Chart = base.mark_point(style=TOUCH, opacity=0, size=90)
    return points
