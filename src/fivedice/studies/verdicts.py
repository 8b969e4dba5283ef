"""Verdicts of a study as plain values, for JSON and for the terminal."""

from collections.abc import Iterable

from fivedice.reports import Comparison


def numbers_of(comparisons: Iterable[Comparison]) -> list[dict[str, object]]:
    """A dict for each comparison."""
    return [
        {"what": one.what, "published": one.published, "ours": one.ours, "verdict": one.verdict, "why": one.why}
        for one in comparisons
    ]
