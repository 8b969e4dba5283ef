"""Charts as files: specification, PNG, SVG and pages that need no network.

Pictures and the JavaScript of the pages come from vl-convert, which carries Vega-Lite with it.
"""

import json
from collections.abc import Callable
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import vl_convert

from fivedice.charts.parts import TOUCH, AnyChart
from fivedice.charts.theme import config
from fivedice.errors import ChartError

SNIPPET = "window.vegaEmbed = vegaEmbed;"
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div class="chart" data-chart="chart"></div>
{scripts}
</body>
</html>
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'; img-src data:"
"""What a page may load: nothing. Vega compiles its expressions, hence 'unsafe-eval'."""
STYLE = (
    "body{margin:1rem;background:#fff}[data-chart] .paper{display:none}"
    "@media(prefers-color-scheme:dark){body{background:#161b22}}"
)


def spec(chart: AnyChart, dark: bool = False) -> dict[str, Any]:
    """The Vega-Lite specification of a chart in the light or dark theme."""
    found: dict[str, Any] = chart.to_dict(validate=True)
    return {**found, "config": config(dark)}


def svg(chart: AnyChart, dark: bool = False) -> str:
    """The chart as SVG text."""
    drawn = _without_touch(spec(chart, dark))
    drawn["config"]["aria"] = False  # labels for every mark would double the file
    return str(vl_convert.vegalite_to_svg(drawn))


def png(chart: AnyChart, scale: float = 2, dark: bool = False) -> bytes:
    """The chart as PNG; `scale` is pixels of the picture for each of the chart."""
    return png_of(svg(chart, dark), scale)


def png_of(drawn: str, scale: float = 2) -> bytes:
    """An SVG as PNG: cheaper than drawing the chart again."""
    return bytes(vl_convert.svg_to_png(drawn, scale=scale))


@cache
def script() -> str:
    """Vega, Vega-Lite and vega-embed as one JavaScript text, for a page without network."""
    return str(vl_convert.javascript_bundle(SNIPPET))


def scripts(charts: dict[str, AnyChart]) -> str:
    """Script elements that draw each chart in the element whose data-chart is its name.

    Specifications come without configuration: the page applies the light or the dark one, as the reader's system asks.
    """
    specs = {}
    for name, chart in charts.items():
        specs[name] = spec(chart)
        del specs[name]["config"], specs[name]["$schema"]
    data = {"charts": specs, "light": config(), "dark": config(dark=True)}
    draw = (files("fivedice.charts") / "draw.js").read_text(encoding="utf-8")
    return (
        f'<script type="application/json" id="charts">{safe_json(data)}</script>\n'
        f'<script type="module">{script()}</script>\n<script type="module">\n{draw}</script>'
    )


def page(chart: AnyChart) -> str:
    """One self-contained HTML page with the interactive chart."""
    title = chart.to_dict().get("title", {}).get("text", "")
    title = " ".join(title) if isinstance(title, list) else title
    return PAGE.format(policy=POLICY, title=escape(title), style=STYLE, scripts=scripts({"chart": chart}))


def save(chart: AnyChart, path: Path | str) -> None:
    """Write a chart in the format of the suffix: .png, .svg or .html."""
    path = Path(path)
    makers: dict[str, Callable[[AnyChart], bytes | str]] = {".png": png, ".svg": svg, ".html": page}
    if path.suffix not in makers:
        raise ChartError(f"{path}: {path.suffix or 'no suffix'} is no picture; name it .png, .svg or .html.")
    found = makers[path.suffix](chart)
    try:
        path.write_bytes(found if isinstance(found, bytes) else found.encode())
    except OSError as error:
        raise ChartError(f"{path}: cannot be written ({error.strerror}); name another place.") from None


def safe_json(data: object) -> str:
    """JSON that may stand in a script element: no text in it can end the element or open a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _without_touch(part: Any) -> Any:
    """The specification without marks that are there for the pointer only."""
    if isinstance(part, list):
        return [_without_touch(one) for one in part if not _is_touch(one)]
    if isinstance(part, dict):
        return {key: value if key in ("data", "datasets") else _without_touch(value) for key, value in part.items()}
    return part


def _is_touch(part: Any) -> bool:
    mark = part.get("mark") if isinstance(part, dict) else None
    return isinstance(mark, dict) and mark.get("style") == TOUCH
