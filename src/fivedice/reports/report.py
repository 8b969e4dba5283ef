"""What a report holds: sections of text, tables and plots, and claims of published works with their verdicts."""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fivedice.errors import ReportError
from fivedice.reports.claim import Claim, ClaimTable, Verdict, count_verdicts
from fivedice.reports.result import Reported
from fivedice.reports.table import Cell, Table, check_stem

if TYPE_CHECKING:
    from fivedice.charts import AnyChart


@dataclass
class Plot:
    """A chart with a caption; `name` is the stem of its PNG and SVG files."""

    name: str
    title: str
    chart: "AnyChart"
    caption: str = ""

    def __post_init__(self) -> None:
        check_stem(self.name)


@dataclass
class Section:
    """Paragraphs, then tables and plots. Between `backticks` a text is set as code."""

    title: str
    text: list[str] = field(default_factory=list)
    parts: list[Table | Plot] = field(default_factory=list)


@dataclass(frozen=True)
class Wrong:
    """A published claim that is wrong, with a proof of one paragraph."""

    claim: Claim
    proof: str

    @property
    def text(self) -> str:
        """The paragraph: what is printed where, and the proof."""
        one = self.claim
        what = one.what[:1].upper() + one.what[1:]
        return f"{what} ({one.where}), printed {one.printed or one.published}: {self.proof}"

    def to_dict(self) -> dict[str, object]:
        """What is wrong, and why, as plain values."""
        one = self.claim
        return {"id": one.id, "what": one.what, "published": one.published, "ours": one.ours, "proof": self.proof}


@dataclass(repr=False)
class Report(Reported):
    """A report; `numbers` are its figures for machines, `wrong` the published claims that it shows to be wrong.

    `made` says how it was made, and is written beside the numbers.
    """

    title: str
    summary: list[str]
    sections: list[Section]
    numbers: dict[str, Any] = field(default_factory=dict)
    wrong: list[Wrong] = field(default_factory=list)
    made: dict[str, Any] = field(default_factory=dict)

    @property
    def tables(self) -> list[Table]:
        """Every table, in order."""
        return [part for section in self.sections for part in section.parts if isinstance(part, Table)]

    @property
    def plots(self) -> list[Plot]:
        """Every plot, in order."""
        return [part for section in self.sections for part in section.parts if isinstance(part, Plot)]

    @property
    def claims(self) -> list[Claim]:
        """Every claim of a published work that the report judges, in order."""
        return [claim for table in self.tables if isinstance(table, ClaimTable) for claim in table.claims]

    @property
    def verdicts(self) -> dict[Verdict, int]:
        """How many claims have each verdict."""
        return count_verdicts(self.claims)

    def headline(self) -> str:
        """The title, and how many claims are met."""
        return f"{self.title}: {self.verdicts['met']} of {len(self.claims)} claims met" if self.claims else self.title

    def parts(self) -> list[str | Table]:
        """Title and summary, and the claims that are not met; `tables` has all tables."""
        found: list[str | Table] = [self.title, *self.summary]
        if self.claims:
            met, differ, unknown, left = self.verdicts.values()
            words = f"Figures: {met} met, {differ} differ, {unknown} not described well enough"
            found.append(words + (f", {left} not run." if left else "."))
        for verdict, title in (("differs", "Differs"), ("not described", "Not described")):
            rows = [
                [one.what, _short(one.published), _short(one.ours), one.why]
                for one in self.claims
                if one.verdict == verdict
            ]
            if rows:
                found.append(Table(verdict.replace(" ", "-"), "", [title, "Published", "Ours", "Why"], rows))
        return found

    def to_dict(self) -> dict[str, Any]:
        """The numbers, every claim, and those that are wrong."""
        claims = {"verdicts": [one.to_dict() for one in self.claims]} if self.claims else {}
        wrong = {"wrong": [one.to_dict() for one in self.wrong]} if self.wrong else {}
        return {**self.numbers, **claims, **wrong}

    def document(self) -> "Report":
        """The report itself."""
        return self

    def check(self) -> None:
        """Refuse two parts that would be written to one file."""
        for names in ([table.name for table in self.tables], [plot.name for plot in self.plots]):
            for name, count in Counter(names).items():
                if count > 1:
                    raise ReportError(f"report {self.title!r} has {count} parts named {name!r}; name each differently.")


def _short(value: object) -> object:
    """A figure with five digits."""
    return Cell(value, f"{value:.5g}") if isinstance(value, float) else value
