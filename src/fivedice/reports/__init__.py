"""Results, and reports: tables and plots with verdicts on published figures, written as a folder that anybody can read.

Tables and results need nothing but the standard library; reports draw charts, so they are loaded when asked for.
"""

from typing import TYPE_CHECKING, Any

from fivedice.reports.claim import Claim, Verdict, claim_table
from fivedice.reports.result import Charted, Reported, Result
from fivedice.reports.table import Cell, Table, number

if TYPE_CHECKING:
    from fivedice.reports.report import Plot, Report, Section

__all__ = [
    "Cell",
    "Charted",
    "Claim",
    "Plot",
    "Report",
    "Reported",
    "Result",
    "Section",
    "Table",
    "Verdict",
    "claim_table",
    "number",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from fivedice.reports import report

        return getattr(report, name)
    raise AttributeError(f"module 'fivedice.reports' has no attribute {name!r}")
