"""Heat maps: a matrix as coloured cells."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivedice.charts.parts import LETTER, WIDTH, AnyChart, distinct, floats, headed, label_width, rounded, rows_of, tips
from fivedice.errors import ChartError

CELL = 26
"""Pixels of a row."""
NARROW, BROAD = 46, 64
"""Pixels of a column where there are many, and where there are few."""


@dataclass(frozen=True)
class _Scale:
    """Colours from low to high, or to both sides of a middle."""

    domain: list[float]
    middle: float | None

    @classmethod
    def of(cls, values: NDArray[np.float64], middle: float | None) -> "_Scale":
        known = values[np.isfinite(values)]
        low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
        if middle is None:
            low = min(low, 0.0)
            return cls([low, high if high > low else low + 1.0], None)
        reach = max(high - middle, middle - low) or 1.0
        return cls([middle - reach, middle, middle + reach], middle)

    def is_strong(self, value: float) -> bool:
        """Whether a cell is so strongly coloured that its number needs the ink of the other theme."""
        low, high = self.domain[0], self.domain[-1]
        if self.middle is None:
            return value - low > 0.55 * (high - low)
        return abs(value - self.middle) > 0.62 * (high - self.middle)


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
    scale = _Scale.of(values, middle)
    if digits is None:
        digits = int(scale.domain[-1] < (0.1 if percent else 100))
    base = alt.Chart(rows_of(_cells(rows, names, values * (100 if percent else 1), values, scale, digits)))
    width = min(WIDTH - label_width(rows) - 120, (BROAD if len(names) < 8 else NARROW) * len(names))
    base = base.encode(
        x=alt.X("column:N", sort=names, title=column_title, axis=_top_axis(names, width / len(names))),
        y=alt.Y("row:N", sort=list(rows), title=row_title, axis=alt.Axis(ticks=False, domain=False)),
        tooltip=tips(
            ("row:N", row_title or "row"), ("column:N", column_title or "column"),
            ("value:Q", legend, ".2%" if percent else ",.4~f"),
        ),
    )  # fmt: skip
    colour = alt.Color(
        "value:Q",
        title=f"{legend} (%)" if percent and "%" not in legend else legend,
        scale=alt.Scale(domain=scale.domain, range="heatmap" if middle is None else "diverging", interpolate="rgb"),
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


def _cells(
    rows: Sequence[str],
    columns: Sequence[str],
    printed: NDArray[np.float64],
    values: NDArray[np.float64],
    scale: _Scale,
    digits: int,
) -> list[dict[str, Any]]:
    cells = []
    for at, row in enumerate(rows):
        for to, column in enumerate(columns):
            value = float(values[at, to])
            text = f"{round(float(printed[at, to]), digits) + 0.0:.{digits}f}".replace("-", "−") if value else "·"
            strong = scale.is_strong(value)
            cells.append({"row": row, "column": column, "value": rounded(value), "text": text, "strong": strong})
    return cells


def _top_axis(names: Sequence[str], room: float) -> alt.Axis:
    """Names of columns above the cells, slanted where they would touch."""
    axis = alt.Axis(orient="top", labelAngle=0, ticks=False, domain=False)
    if max(map(len, names)) * LETTER > room:
        axis = alt.Axis(orient="top", labelAngle=-40, labelAlign="left", ticks=False, domain=False)
    return axis
