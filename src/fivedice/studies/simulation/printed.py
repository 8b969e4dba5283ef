"""Printed figures of study 002, and its names of strategies."""

from fivedice.comparison import published
from fivedice.rules import variant

STUDY = "simulation"
PRINTED = published.figures(STUDY)
BATCHES, BATCH = int(PRINTED["batches"]), int(PRINTED["batch-size"])
STRATEGIES = tuple(row["strategy"] for row in published.rows(STUDY, "readings"))
SELECTED = tuple(name for name in STRATEGIES if f"{name}-wins" in PRINTED)
"""One Roll, the baseline, took no part in the selection."""
STANDARD = "dice-driven"
"""The strategy with which the study compares its novel ones."""
GAMES = f"{PRINTED['games']:,} games"
YAHTZEE = variant("yahtzee")


def title(name: str) -> str:
    """The study's name of a strategy."""
    return name.replace("-", " ").title()
