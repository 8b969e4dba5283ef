"""Charts as Altair specifications, built once and shown everywhere: in reports, documents, notebooks and pages.

They take plain numbers and know nothing of dice games. `files` turns them into PNG, SVG and pages.
"""

from fivedice.charts.files import page, png, save, script, spec, svg
from fivedice.charts.heat import heat_map
from fivedice.charts.lines import trends
from fivedice.charts.parts import AnyChart
from fivedice.charts.ranked import bars, dice_counts, intervals
from fivedice.charts.scores import curve, distributions, histogram

__all__ = [
    "AnyChart",
    "bars",
    "curve",
    "dice_counts",
    "distributions",
    "heat_map",
    "histogram",
    "intervals",
    "page",
    "png",
    "save",
    "script",
    "spec",
    "svg",
    "trends",
]
