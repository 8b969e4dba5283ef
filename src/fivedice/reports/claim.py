"""Claims of a published work, each beside our result, with a verdict."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias, get_args

from fivedice.errors import ReportError
from fivedice.reports.table import Cell, Table, is_finite

Verdict: TypeAlias = Literal["met", "differs", "not described", "not run"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
VERDICT = "Verdict"
"""Title of the column that holds verdicts."""
LEGEND: dict[Verdict, str] = {
    "met": "our value rounds to the printed figure; if that comes from a sample, the test named in the row does not "
    "reject at the 5 % level that it is drawn from our distribution; a statement is true of our result.",
    "differs": "it is not met, and the comparison is exact or as large as the study's own work.",
    "not described": "the study does not describe enough to repeat it.",
    "not run": "a quick run leaves it out, or measures it too coarsely for a verdict.",
}
"""What each verdict means, in every row of every report."""
WORDS: dict[Verdict, str] = {
    "met": "met", "differs": "not met", "not described": "not described well enough", "not run": "not run",
}  # fmt: skip
"""Verdicts in a sentence."""


@dataclass(frozen=True)
class Claim:
    """A figure or statement of a published work, ours, and whether ours meets it.

    id      : its name in the data of the work
    where   : the page, section, table or figure
    printed : the published figure as it is printed, with its decimals
    """

    what: str
    published: object
    ours: object
    verdict: Verdict
    why: str = ""
    where: str = ""
    id: str = ""
    printed: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ReportError(f"verdict {self.verdict!r} is not known; it must be one of {', '.join(VERDICTS)}.")

    def to_dict(self) -> dict[str, object]:
        """The claim as plain values."""
        return asdict(self)


def is_within(tolerance: float, published: object, ours: object) -> bool:
    """Whether two figures are no further apart than the tolerance, or two texts are equal."""
    if is_finite(published) and is_finite(ours):
        slack = 1e-9 * max(abs(float(published)), 1.0)
        return abs(float(ours) - float(published)) <= tolerance + slack
    return published == ours


@dataclass
class ClaimTable(Table):
    """A table with a row for each claim."""

    claims: tuple[Claim, ...] = ()


def claim_table(name: str, title: str, claims: Iterable[Claim]) -> ClaimTable:
    """A row for each claim: published, ours, the difference, the verdict, where it stands, and why.

    Our figure is shown with one decimal more than the published one has; the CSV holds it in full.
    """
    every = tuple(claims)
    columns = ["", "Published", "Ours", "Difference", VERDICT, "Where", "Why"]
    table = ClaimTable(name, title, columns, [_row(one) for one in every], claims=every)
    if not any(one.why for one in every):
        table = table.without("Why")
    return table if any(one.where for one in every) else table.without("Where")


def count_verdicts(claims: Iterable[Claim]) -> dict[Verdict, int]:
    """How many claims have each verdict."""
    given = Counter(one.verdict for one in claims)
    return {verdict: given[verdict] for verdict in VERDICTS}


def tally(claims: Iterable[Claim]) -> str:
    """How many of some claims are met, and what the others are.

    >>> tally([Claim("a", 1, 1, "met"), Claim("b", 1, 2, "differs"), Claim("c", 1, 2, "differs")])
    '1 of 3 met, 2 not met'
    """
    counts = count_verdicts(claims)
    others = [f"{count:,} {WORDS[verdict]}" for verdict, count in counts.items() if verdict != "met" and count]
    return ", ".join([f"{counts['met']:,} of {sum(counts.values()):,} met", *others])


def _row(one: Claim) -> list[object]:
    published, ours, difference = one.published, one.ours, None
    if is_finite(published) and is_finite(ours):
        digits = decimals(one.printed or published)
        digits += not float(ours).is_integer()
        gap = float(ours) - float(published)
        ours = Cell(ours, f"{ours:,.{digits}f}")
        difference = Cell(gap, f"{gap:+,.{digits}f}".replace("-", "−") if round(gap, digits) else "0")
    if is_finite(published):
        published = Cell(published, f"{published:,.{decimals(one.printed or published)}f}")
    return [one.what, published, ours, difference, one.verdict, one.where, one.why]


def decimals(number: object) -> int:
    """How many decimals a number is written with; zeros at the end of a printed text count.

    >>> decimals(235.2), decimals(374), decimals("65.90")
    (1, 0, 2)
    """
    if isinstance(number, str):
        return len(number.partition(".")[2])
    text = format(number, "f") if isinstance(number, float) and "e" in repr(number) else repr(number)
    _, _, after = text.partition(".")
    return len(after.rstrip("0)"))
