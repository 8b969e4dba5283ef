"""Charts of dice."""

from collections.abc import Sequence

import altair as alt
import numpy as np

from fivedice.charts.parts import AnyChart, floats, headed, rounded, rows_of, some, tips
from fivedice.errors import ChartError

SIGNED = "datum.value === 0 ? '0' : replace(format(datum.value, '+,~r'), '-', '−')"


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
