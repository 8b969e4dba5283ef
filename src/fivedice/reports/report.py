"""What a report holds: sections of text, tables and plots, and verdicts on published figures."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from fivedice.charts import AnyChart
from fivedice.errors import ReportError
from fivedice.reports.table import Cell, Table, check_stem, is_finite

Verdict: TypeAlias = Literal["met", "differs", "not described"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
VERDICT = "Verdict"
"""Title of the column that holds verdicts."""


@dataclass
class Plot:
    """A chart with a caption; `name` is the stem of its PNG and SVG files."""

    name: str
    title: str
    chart: AnyChart
    caption: str = ""

    def __post_init__(self) -> None:
        check_stem(self.name)


@dataclass
class Section:
    """Paragraphs, then tables and plots. Between `backticks` a text is set as code."""

    title: str
    text: list[str] = field(default_factory=list)
    parts: list[Table | Plot] = field(default_factory=list)


@dataclass
class Report:
    """A report; `numbers` is what numbers.json holds for machines."""

    title: str
    summary: list[str]
    sections: list[Section]
    numbers: dict[str, Any] = field(default_factory=dict)

    @property
    def tables(self) -> list[Table]:
        """Every table, in order."""
        return [part for section in self.sections for part in section.parts if isinstance(part, Table)]

    @property
    def plots(self) -> list[Plot]:
        """Every plot, in order."""
        return [part for section in self.sections for part in section.parts if isinstance(part, Plot)]

    def verdicts(self) -> dict[Verdict, int]:
        """How often each verdict stands in the report's tables."""
        given = Counter(
            str(cell) for table in self.tables if VERDICT in table.columns for cell in table.column(VERDICT)
        )
        return {verdict: given[verdict] for verdict in VERDICTS}

    def check(self) -> None:
        """Refuse two parts that would be written to one file."""
        for names in ([table.name for table in self.tables], [plot.name for plot in self.plots]):
            for name, count in Counter(names).items():
                if count > 1:
                    raise ReportError(f"report {self.title!r} has {count} parts named {name!r}; name each differently.")


@dataclass(frozen=True)
class Comparison:
    """A published figure beside ours."""

    what: str
    published: object
    ours: object
    verdict: Verdict
    why: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ReportError(f"verdict {self.verdict!r} is not known; allowed is one of {', '.join(VERDICTS)}.")


def compared(what: str, published: object, ours: object, tolerance: float = 0.0, why: str = "") -> Comparison:
    """Judge our figure: "met" within the tolerance, "not described" where either figure is missing, else "differs".

    >>> compared("mean", 235.2, 235.2341, 0.05).verdict
    'met'
    """
    if published is None or ours is None:
        return Comparison(what, published, ours, "not described", why)
    if is_finite(published) and is_finite(ours):
        slack = 1e-9 * max(abs(float(published)), 1.0)
        near = abs(float(ours) - float(published)) <= tolerance + slack
    else:
        near = published == ours
    return Comparison(what, published, ours, "met" if near else "differs", why)


def comparison_table(name: str, title: str, comparisons: Iterable[Comparison], note: str = "") -> Table:
    """A row for each comparison: published, ours, the difference, the verdict, and why.

    Our figure is shown with one decimal more than the published one has; the CSV holds it in full.
    """
    rows = [_compared_row(one) for one in comparisons]
    columns = ["", "Published", "Ours", "Difference", VERDICT, "Why"]
    if not any(row[-1] for row in rows):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return Table(name, title, columns, rows, note)


def _compared_row(one: Comparison) -> list[object]:
    published, ours, difference = one.published, one.ours, None
    if is_finite(published) and is_finite(ours):
        digits = decimals(published)
        digits += not float(ours).is_integer()
        gap = float(ours) - float(published)
        ours = Cell(ours, f"{ours:,.{digits}f}")
        difference = Cell(gap, f"{gap:+,.{digits}f}".replace("-", "−") if round(gap, digits) else "0")
        published = Cell(published, f"{published:,.{decimals(published)}f}")
    return [one.what, published, ours, difference, one.verdict, one.why]


def decimals(number: object) -> int:
    """How many decimals a number is written with.

    >>> decimals(235.2), decimals(374)
    (1, 0)
    """
    text = format(number, "f") if isinstance(number, float) and "e" in repr(number) else repr(number)
    _, _, after = text.partition(".")
    return len(after.rstrip("0)"))
