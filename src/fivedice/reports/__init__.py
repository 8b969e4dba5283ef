"""Results, and reports: tables and plots with verdicts on published figures, written as a folder that anybody can read.

Tables and results need nothing but the standard library; reports draw charts, so they are loaded when asked for.
"""

from typing import TYPE_CHECKING, Any

from fivedice.reports.claim import Claim, Verdict, claim_table, tally
from fivedice.reports.result import Charted, Reported, Result
from fivedice.reports.table import Cell, Link, Table, number
from fivedice.reports.units import duration, duration_cell, size, size_cell

if TYPE_CHECKING:
    from fivedice.reports.report import Plot, Report, Section, Wrong

__all__ = [
    "Cell",
    "Charted",
    "Claim",
    "Link",
    "Plot",
    "Report",
    "Reported",
    "Result",
    "Section",
    "Table",
    "Verdict",
    "Wrong",
    "claim_table",
    "duration",
    "duration_cell",
    "number",
    "size",
    "size_cell",
    "tally",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from fivedice.reports import report

        return getattr(report, name)
    raise AttributeError(f"module 'fivedice.reports' has no attribute {name!r}")
