"""Heat maps: a matrix as coloured cells."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivedice.arrays import Floats
from fivedice.charts.parts import LETTER, WIDTH, AnyChart, distinct, floats, headed, label_width, rounded, rows_of, tips
from fivedice.errors import ChartError

CELL = 26
"""Pixels of a row."""
NARROW, BROAD = 46, 64
"""Pixels of a column where there are many, and where there are few."""


def heat_map(
    rows: Sequence[str],
    columns: Sequence[object],
    matrix: ArrayLike,
    *,
    title: str,
    legend: str,
    subtitle: str = "",
    row_title: str | None = None,
    column_title: str | None = "Turn",
    percent: bool = True,
    digits: int | None = None,
    middle: float | None = None,
    games: int | None = None,
) -> AnyChart:
    """A matrix as coloured cells with their numbers; a dot is exactly zero, NaN an empty cell for what cannot happen.

    `percent` reads the numbers as shares. `middle` makes the scale two-sided around it, for gains and losses.
    """
    values, names = floats(matrix), [str(column) for column in columns]
    if values.shape != (len(rows), len(names)) or not values.size:
        raise ChartError(
            f"a heat map of {len(rows)} rows and {len(names)} columns needs as many numbers; "
            f"the matrix is {' × '.join(map(str, values.shape))}."
        )
    distinct(rows, "rows")
    distinct(names, "columns")
    domain = _domain(values, middle)
    if digits is None:
        digits = int(domain[-1] < (0.1 if percent else 100))
    strong = _strong(values, domain)
    cells = [
        {"row": row, "column": column, "value": rounded(value), "text": _text(value, digits, percent), "strong": dark}
        for row, numbers, darks in zip(rows, values.tolist(), strong.tolist(), strict=True)
        for column, value, dark in zip(names, numbers, darks, strict=True)
    ]
    base = alt.Chart(rows_of(cells))
    width = min(WIDTH - label_width(rows) - 120, (BROAD if len(names) < 8 else NARROW) * len(names))
    # Names of columns stand above the cells, slanted where they would touch.
    slant: dict[str, Any] = {"labelAngle": 0}
    if max(map(len, names)) * LETTER > width / len(names):
        slant = {"labelAngle": -40, "labelAlign": "left"}
    axis = alt.Axis(orient="top", ticks=False, domain=False, **slant)
    base = base.encode(
        x=alt.X("column:N", sort=names, title=column_title, axis=axis),
        y=alt.Y("row:N", sort=list(rows), title=row_title, axis=alt.Axis(ticks=False, domain=False)),
        tooltip=tips(
            ("row:N", row_title or "row"), ("column:N", column_title or "column"),
            ("value:Q", legend, ".2%" if percent else ",.4~f"),
        ),
    )  # fmt: skip
    colour = alt.Color(
        "value:Q",
        title=f"{legend} (%)" if percent and "%" not in legend else legend,
        scale=alt.Scale(domain=domain, range="heatmap" if middle is None else "diverging", interpolate="rgb"),
        legend=alt.Legend(format="%" if percent else ",~r", gradientLength=min(220, CELL * len(rows)), titleLimit=110),
    )
    known = base.transform_filter("isValid(datum.value)")
    return alt.layer(
        base.transform_filter("!isValid(datum.value)").mark_rect(style="band"),
        known.mark_rect(strokeWidth=1.5, style="cell").encode(color=colour),
        known.transform_filter("!datum.strong").mark_text(style="cell-low").encode(text="text:N"),
        known.transform_filter("datum.strong").mark_text(style="cell-high").encode(text="text:N"),
    ).properties(
        width=width, height=CELL * len(rows), title=headed(title, subtitle, games, width=max(width + 120, 420))
    )


def _domain(values: Floats, middle: float | None) -> list[float]:
    """The ends of the colours, from low to high or to both sides of a middle."""
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    if middle is None:
        low = min(low, 0.0)
        return [low, high if high > low else low + 1.0]
    reach = max(high - middle, middle - low) or 1.0
    return [middle - reach, middle, middle + reach]


def _strong(values: Floats, domain: Sequence[float]) -> NDArray[np.bool_]:
    """Where a cell is so strongly coloured that its number needs the ink of the other theme."""
    low, middle, high = domain[0], domain[1], domain[-1]
    if len(domain) == 2:
        return np.asarray(values - low > 0.55 * (high - low))
    return np.asarray(np.abs(values - middle) > 0.62 * (high - middle))


def _text(value: float, digits: int, percent: bool) -> str:
    printed = round(value * (100 if percent else 1), digits) + 0.0  # no −0
    return f"{printed:.{digits}f}".replace("-", "−") if value else "·"
