"""The full runs that came with this version: what docs/studies.md says of them."""

from pathlib import Path

from fivedice.comparison import published
from fivedice.reports.units import duration
from fivedice.studies import STUDIES
from fivedice.studies.full_runs import full_runs

PAGE = Path(__file__).parents[2] / "docs" / "studies.md"


def test_the_shipped_verdicts_cover_every_claim_and_are_those_of_the_documentation() -> None:
    text, found = PAGE.read_text(encoding="utf-8"), full_runs()
    assert list(found) == list(STUDIES)
    for name, run in found.items():
        claims = len(published.claims(name))
        assert sum(run.counts.values()) == claims
        cells = [f"`{name}`", claims, *run.counts.values(), duration(run.seconds)]
        assert f"| {' | '.join(map(str, cells))} |" in text
