"""Base classes of results: their numbers, tables and sentences, and the ways to show them.

A subclass defines `headline`, `parts` and `to_dict`, and `chart` if it has a picture. Terminal
(`reports.terminal`), JSON, CSV, HTML and data frames are renderers of that.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fivedice.errors import ReportError
from fivedice.progress import Shown, progress_bar
from fivedice.reports.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    import polars

    from fivedice.reports.report import Report

LONGEST_REPR = 199


class Result(ABC):
    """Base of all results."""

    @abstractmethod
    def headline(self) -> str:
        """The result in one line: what it is of, and its first number."""

    @abstractmethod
    def parts(self) -> Sequence[str | Table]:
        """What people read, in order: sentences and tables."""

    @abstractmethod
    def to_dict(self) -> Any:
        """Plain values: exactly what `--json` prints."""

    @property
    def tables(self) -> list[Table]:
        """Every table, in order; the first is the main one."""
        return [part for part in self.parts() if isinstance(part, Table)]

    def table(self, name: str | None = None) -> Table:
        """The main table, or the one with this name."""
        found = [one for one in self.tables if name in (None, one.name)]
        if not found:
            names = ", ".join(one.name for one in self.tables) or "none"
            raise ReportError(f"{self.headline()} has no table {name!r}; its tables: {names}.")
        return found[0]

    def to_polars(self, name: str | None = None) -> "polars.DataFrame":
        """The main table, or the one with this name, as a data frame."""
        return self.table(name).to_polars()

    def to_csv(self, name: str | None = None) -> str:
        """The main table, or the one with this name, as CSV."""
        return self.table(name).to_csv()

    def __repr__(self) -> str:
        line = f"<{type(self).__name__} {' '.join(self.headline().split())}>"
        return line if len(line) <= LONGEST_REPR else f"{line[: LONGEST_REPR - 2]}…>"

    def _repr_html_(self) -> str:
        """The result in a notebook: its sentences and tables, and its chart."""
        from fivedice.reports.html import fragment

        return fragment(self.parts(), self.chart() if isinstance(self, Charted) else None)


class Charted(Result):
    """A result with a picture."""

    @abstractmethod
    def chart(self) -> Any:
        """The picture, an Altair chart."""


class Reported(Result):
    """A result with a report: pages, pictures, CSV and JSON in a folder."""

    @abstractmethod
    def document(self) -> "Report":
        """The report, not written yet."""

    def report(self, folder: "Path | str", progress: Shown = None) -> "Path":
        """Write the report to a folder; returns the path of its page."""
        from fivedice.reports.write import INDEX, check_free, write

        check_free(folder)
        with progress_bar(f"Writing {folder}", progress) as shown:
            written = write(self.document(), folder, shown)
        return next(path for path in written if path.name == INDEX)
