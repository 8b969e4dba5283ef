"""Reports: tables and plots with verdicts on published figures, written as a folder that anybody can read."""

from fivedice.reports.report import (
    Cell,
    Comparison,
    Plot,
    Report,
    Section,
    Table,
    Verdict,
    compared,
    comparison_table,
)
from fivedice.reports.write import check_free, write

__all__ = [
    "Cell",
    "Comparison",
    "Plot",
    "Report",
    "Section",
    "Table",
    "Verdict",
    "check_free",
    "compared",
    "comparison_table",
    "write",
]
