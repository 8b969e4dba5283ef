"""Results, and reports: folders of tables and plots, with verdicts on published figures.

They import only the standard library until a chart is drawn or a report is written.
"""

from fivedice.reports.claim import Claim, Verdict, claim_table, tally
from fivedice.reports.report import Plot, Report, Section, Wrong
from fivedice.reports.result import Charted, Reported, Result
from fivedice.reports.table import Cell, Link, Table, number
from fivedice.reports.units import duration, duration_cell, size, size_cell

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
