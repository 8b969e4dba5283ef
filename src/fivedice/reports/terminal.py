"""Results in a terminal: sentences, and tables drawn by Rich."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fivedice.progress import console
from fivedice.reports.result import Result
from fivedice.reports.table import Table

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.table import Table as Grid


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
            out.print(Drawn(part))
            if part.note:
                out.print(part.note)
        else:
            out.print(part)
        before = part


@dataclass(frozen=True)
class Drawn:
    """A table as Rich draws it: no frame, numbers to the right, closer together if that makes it fit."""

    table: Table

    def __rich_console__(self, _: "Console", options: "ConsoleOptions") -> "Iterator[Grid]":
        for columns in self.portions(options.max_width):
            yield self.grid(columns, tight=self.width(columns) > options.max_width)

    def portions(self, width: int) -> list[list[int]]:
        """Numbers of the columns that are drawn together: all but the details, in groups where they do not fit."""
        first, *others = self.table.shown
        groups = [[first]]
        for at in others:
            if self.table.side_by_side and len(groups[-1]) > 1 and self.width([*groups[-1], at]) > width:
                groups.append([first])
            groups[-1].append(at)
        return groups

    def width(self, columns: Sequence[int]) -> int:
        """How many characters these columns need beside each other, with two spaces between them."""
        texts = [self.table.columns, *self.table.texts]
        return sum(max(len(row[at]) for row in texts) for at in columns) + 2 * (len(columns) - 1)

    def grid(self, columns: Sequence[int], *, tight: bool) -> "Grid":
        """These columns; `tight` leaves one space between them."""
        from rich.table import Table as Grid

        found = Grid(box=None, header_style="bold", pad_edge=False, collapse_padding=tight)
        for at in columns:
            found.add_column(self.table.columns[at], justify="right" if self.table.numeric[at] else "left")
        for place, row in enumerate(self.table.texts):
            found.add_row(*(row[at] for at in columns), style="bold" if place in self.table.bold else "")
        return found
