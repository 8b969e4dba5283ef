"""The verdicts of this version's full runs, as in docs/studies.md; docs/make_studies.py writes both."""

from dataclasses import dataclass

from fivedice.comparison.published import rows_of
from fivedice.reports.claim import VERDICTS, Verdict

FILE = "full_runs.csv"


@dataclass(frozen=True)
class FullRun:
    """How many claims had each verdict, and how long the run took."""

    counts: dict[Verdict, int]
    seconds: float


def full_runs() -> dict[str, FullRun]:
    """The last full run of each study, by its name."""
    return {
        row["study"]: FullRun({verdict: int(row[verdict]) for verdict in VERDICTS}, float(row["seconds"]))
        for row in rows_of("studies", FILE)
    }
