"""Results in a terminal: sentences, and tables drawn by Rich."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fivedice.progress import console
from fivedice.reports.result import Result
from fivedice.reports.table import Table

if TYPE_CHECKING:
    from rich.table import Table as Drawn


def print_result(result: Result) -> None:
    """Print a result for people."""
    print_parts(result.parts())


def print_parts(parts: Sequence[str | Table]) -> None:
    """Print sentences and tables; an empty line stands between two tables, and before a sentence after a table."""
    out = console()
    several = sum(isinstance(part, Table) for part in parts) > 1
    before: str | Table | None = None
    for part in parts:
        if isinstance(before, Table) or (before is not None and isinstance(part, Table)):
            out.print()
        if isinstance(part, Table):
            if several and part.title:
                out.print(part.title, style="bold")
            out.print(drawn(part))
            if part.note:
                out.print(part.note)
        else:
            out.print(part)
        before = part


def drawn(table: Table) -> "Drawn":
    """A table as Rich draws it: no frame, numbers to the right."""
    from rich.table import Table as Drawn

    found = Drawn(box=None, header_style="bold", pad_edge=False)
    for title, numeric in zip(table.columns, table.numeric, strict=True):
        found.add_column(title, justify="right" if numeric else "left")
    for place, row in enumerate(table.texts):
        found.add_row(*row, style="bold" if place in table.bold else "")
    return found
