"""Claims: what a published work says beside what we find, with a verdict."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias, get_args

from fivedice.errors import ReportError
from fivedice.reports.table import Cell, Table, is_finite

Verdict: TypeAlias = Literal["met", "differs", "not described"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
VERDICT = "Verdict"
"""Title of the column that holds verdicts."""


@dataclass(frozen=True)
class Claim:
    """A figure or statement of a published work, ours, and whether ours meets it."""

    what: str
    published: object
    ours: object
    verdict: Verdict
    why: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ReportError(f"verdict {self.verdict!r} is not known; it must be one of {', '.join(VERDICTS)}.")

    @classmethod
    def met_if(cls, met: bool, what: str, published: object, ours: object, why: str = "") -> "Claim":
        """A claim that is met under a condition, and differs otherwise."""
        return cls(what, published, ours, "met" if met else "differs", why)

    @classmethod
    def within(
        cls, tolerance: float, what: str, published: object, ours: object, why: str = "", *, unless_met: str = ""
    ) -> "Claim":
        """Compare two figures: "met" within the tolerance, "not described" where either is missing, else "differs".

        `unless_met` is the reason where the claim is not met.

        >>> Claim.within(0.05, "mean", 235.2, 235.2341).verdict
        'met'
        """
        if published is None or ours is None:
            return cls(what, published, ours, "not described", why or unless_met)
        if is_finite(published) and is_finite(ours):
            slack = 1e-9 * max(abs(float(published)), 1.0)
            met = abs(float(ours) - float(published)) <= tolerance + slack
        else:
            met = published == ours
        return cls.met_if(met, what, published, ours, why if met else why or unless_met)

    def to_dict(self) -> dict[str, object]:
        """The claim as plain values."""
        return asdict(self)


@dataclass
class ClaimTable(Table):
    """A table with a row for each claim."""

    claims: tuple[Claim, ...] = ()


def claim_table(name: str, title: str, claims: Iterable[Claim], note: str = "") -> ClaimTable:
    """A row for each claim: published, ours, the difference, the verdict, and why.

    Our figure is shown with one decimal more than the published one has; the CSV holds it in full.
    """
    every = tuple(claims)
    rows = [_row(one) for one in every]
    columns = ["", "Published", "Ours", "Difference", VERDICT, "Why"]
    if not any(one.why for one in every):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return ClaimTable(name, title, columns, rows, note, claims=every)


def count_verdicts(claims: Iterable[Claim]) -> dict[Verdict, int]:
    """How many claims have each verdict."""
    given = Counter(one.verdict for one in claims)
    return {verdict: given[verdict] for verdict in VERDICTS}


def _row(one: Claim) -> list[object]:
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
