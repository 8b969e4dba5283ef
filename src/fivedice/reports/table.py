"""A table as people and machines read it: the same rows become terminal text, CSV, HTML and data frames."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING, Any, Self, TypeGuard

from fivedice.errors import ReportError

if TYPE_CHECKING:
    import polars

STEM = re.compile(r"[a-z0-9][a-z0-9_-]*")
NUMBER_LIKE = re.compile(r"[<>≈~]?\s?[−+-]?\d[\d,. ±–()/%−+eshminB G-]*")


@dataclass(frozen=True)
class Cell:
    """A cell that people read otherwise than machines: 235.2 is "235.20 ± 1.22"."""

    value: object
    text: str


@dataclass(frozen=True)
class Link(Cell):
    """A text that links to a page."""

    address: str


@dataclass
class Table:
    """A table; `name` is the stem of its CSV file. A cell is a Cell, a number, a text, a bool or None.

    bold         : rows that stand out, by number
    details      : columns that terminals and notebooks leave out, by title
    side_by_side : whether columns that do not fit a terminal are drawn below the others, each with the first column
    """

    name: str
    title: str
    columns: list[str]
    rows: Sequence[Sequence[object]]
    note: str = ""
    bold: tuple[int, ...] = ()
    details: Sequence[str] = ()
    side_by_side: bool = False

    def __post_init__(self) -> None:
        check_stem(self.name)
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ReportError(
                    f"table {self.name!r} has {len(self.columns)} columns, but a row of {len(row)} cells: {row!r}."
                )

    def column(self, title: str) -> list[object]:
        """The cells under a title."""
        return [row[self.columns.index(title)] for row in self.rows]

    @property
    def shown(self) -> list[int]:
        """Numbers of the columns that are no details."""
        return [at for at, title in enumerate(self.columns) if title not in self.details]

    @property
    def values(self) -> list[list[object]]:
        """The rows as machines read them."""
        return [[value_of(cell) for cell in row] for row in self.rows]

    @property
    def texts(self) -> list[list[str]]:
        """The rows as people read them."""
        return [[text_of(cell) for cell in row] for row in self.rows]

    def head(self, count: int, note: str = "") -> "Table":
        """The table with its first rows only, and a note below."""
        return replace(self, rows=self.rows[:count], note=note)

    def without_empty(self) -> "Table":
        """The table without the columns in which every cell is None."""
        return self.without(*(title for title in self.columns if all(one is None for one in self.column(title))))

    def without(self, *titles: str) -> Self:
        """The table without the columns of these titles."""
        kept = [at for at, title in enumerate(self.columns) if title not in titles]
        rows = [[row[at] for at in kept] for row in self.rows]
        return replace(self, columns=[self.columns[at] for at in kept], rows=rows)

    def to_csv(self) -> str:
        """The table as CSV, with a line of titles."""
        text = io.StringIO()
        lines = csv.writer(text, lineterminator="\n")
        lines.writerow(self.columns)
        lines.writerows(self.values)
        return text.getvalue()

    def to_polars(self) -> "polars.DataFrame":
        """The table as a data frame."""
        import polars

        columns: dict[str, Any] = {title: [row[at] for row in self.values] for at, title in enumerate(self.columns)}
        return polars.DataFrame(columns, strict=False)

    @property
    def numeric(self) -> Sequence[bool]:
        """Whether each column holds numbers only, or texts that read like numbers."""
        return [
            any(map(_filled, cells)) and all(_reads_like_number(cell) for cell in cells if _filled(cell))
            for cells in ([row[at] for row in self.rows] for at in range(len(self.columns)))
        ]


def value_of(cell: object) -> object:
    """A cell as machines read it."""
    return cell.value if isinstance(cell, Cell) else cell


def text_of(cell: object) -> str:
    """A cell as people read it: thousands separated, six significant digits, a minus sign (−).

    >>> text_of(1234567), text_of(-0.25), text_of(None)
    ('1,234,567', '−0.25', '–')
    """
    if isinstance(cell, Cell):
        return cell.text
    if cell is None:
        return "–"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if is_finite(cell):
        kind = ",.0f" if cell == int(cell) or abs(cell) >= 1e5 else ",.6g"
        return format(cell or 0, kind).replace("-", "−")
    return str(cell)


def number(value: float, form: str) -> Cell:
    """A number with the text that a format gives it, with a true minus."""
    return Cell(value, format(value, form).replace("-", "−"))


def plural(count: int, word: str) -> str:
    """A number of things.

    >>> plural(1, "game"), plural(2, "game")
    ('1 game', '2 games')
    """
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def is_finite(value: object) -> TypeGuard[float]:
    """Whether a value is a finite number; True and False are not."""
    return not isinstance(value, bool) and isinstance(value, Real) and isfinite(value)


def check_stem(name: str) -> None:
    """Refuse a name that cannot be that of a file."""
    if not STEM.fullmatch(name):
        raise ReportError(
            f"name {name!r} cannot be that of a file; use small letters and digits, and then also - and _."
        )


def _filled(cell: object) -> bool:
    return cell is not None and cell not in ("", "–")


def _reads_like_number(cell: object) -> bool:
    if is_finite(value_of(cell)):
        return True
    text = cell.text if isinstance(cell, Cell) else cell
    return isinstance(text, str) and bool(NUMBER_LIKE.fullmatch(text))
