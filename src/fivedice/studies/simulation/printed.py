"""What study 002 prints, and what it calls its strategies."""

from fivedice.comparison import published

PRINTED = published.figures("simulation")
BATCHES = int(PRINTED["batches"])
STRATEGIES = {row["strategy"]: row for row in published.rows("simulation", "strategies")}
SELECTED = tuple(name for name, row in STRATEGIES.items() if row["wins"])
"""One Roll, the baseline, took no part in the selection."""
GAMES = f"{PRINTED['games']:,} games"


def title(name: str) -> str:
    """What the study calls a strategy."""
    return STRATEGIES[name]["title"]
