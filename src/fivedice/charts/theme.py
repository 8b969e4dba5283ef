"""One look for every chart, light and dark.

Colours are those of Okabe and Ito, "Color Universal Design" (2008), which people with any of the common kinds of colour
blindness tell apart; their yellow is left out, because it vanishes on white. Series differ in dash or shape as well, so
that a grey print stays readable.

A chart names no colour: it uses the first, second, ... series or a style ("band", "quiet"), and a theme is the
Vega-Lite configuration that defines them. Light and dark therefore share one specification.
"""

from typing import Any

FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"
BLUE, VERMILION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
ORANGE, SKY = "#E69F00", "#56B4E9"
SERIES = 7
"""How many series have a colour of their own."""
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4], [4, 4], [1, 3])
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")

_LIGHT = {
    "ground": "#ffffff",
    "ink": "#1b2430",
    "quiet": "#5a6675",
    "grid": "#e4e8ed",
    "series": [BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, "#1b2430"],
    "band": "#dfe4ea",
    "heat": ["#f4f8fc", "#cfe1f2", "#94c4df", "#4a98c9", "#1764ab", "#083370"],
    "two_sided": ["#a03d00", "#e8975c", "#f7f7f5", "#6fb1dc", "#004c7a"],
    "strong": "#ffffff",
}
_DARK = {
    "ground": "#161b22",
    "ink": "#e6ebf1",
    "quiet": "#9aa7b5",
    "grid": "#2b333d",
    "series": ["#4aa8e0", "#f08a4b", "#2fc79b", "#e29ac2", ORANGE, "#9ad4f5", "#f2f5f8"],
    "band": "#29313b",
    "heat": ["#1b2735", "#1d4468", "#2a6ea3", "#4a9bd0", "#93c9ec", "#dff0fb"],
    "two_sided": ["#f5b183", "#a85a22", "#20262e", "#2a6ea3", "#93c9ec"],
    "strong": "#0d1117",
}


def config(dark: bool = False) -> dict[str, Any]:
    """The Vega-Lite configuration of the light or the dark theme."""
    look: dict[str, Any] = _DARK if dark else _LIGHT
    ink, quiet = look["ink"], look["quiet"]
    words = {"labelColor": quiet, "titleColor": ink, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": 500}
    return {
        "font": FONT,
        "background": look["ground"],
        "padding": 8,
        "view": {"stroke": None},
        "title": {
            "anchor": "start",
            "frame": "bounds",
            "color": ink,
            "fontSize": 16,
            "fontWeight": 600,
            "lineHeight": 20,
            "subtitleColor": quiet,
            "subtitleFontSize": 12.5,
            "subtitleLineHeight": 17,
            "subtitlePadding": 5,
            "offset": 14,
        },
        "axis": {
            **words,
            "gridColor": look["grid"],
            "domainColor": quiet,
            "tickColor": quiet,
            "titlePadding": 10,
            "labelPadding": 5,
            "labelLimit": 230,
        },
        "axisX": {"labelFlush": False},
        "header": {
            "labelColor": ink,
            "labelFontSize": 12.5,
            "labelFontWeight": 600,
            "labelLimit": 260,
            "titleColor": ink,
            "titleFontSize": 12,
            "titleFontWeight": 500,
        },
        "legend": {**words, "labelColor": ink, "labelLimit": 260, "symbolStrokeWidth": 2.5, "symbolSize": 110},
        "range": {
            "category": look["series"],
            "ramp": look["heat"],
            "heatmap": look["heat"],
            "diverging": look["two_sided"],
        },
        "mark": {"color": look["series"][0]},
        "text": {"color": ink, "fontSize": 12},
        "rule": {"color": quiet},
        "line": {"strokeWidth": 2.2},
        "style": {
            "reach": {"color": look["series"][0], "strokeWidth": 2.4},
            "band": {"color": look["band"]},
            "reference": {"color": ink, "strokeDash": [4, 3]},
            "zero": {"color": ink, "strokeWidth": 1},
            "quiet": {"color": quiet},
            "cell": {"stroke": look["ground"]},
            "cell-low": {"color": ink, "fontSize": 11.5},
            "cell-high": {"color": look["strong"], "fontSize": 11.5},
        },
    }
