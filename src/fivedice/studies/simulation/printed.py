"""What study 002 prints, and what it calls its strategies."""

from fivedice.comparison import published

PRINTED = published.figures("simulation")
BATCHES = int(PRINTED["batches"])
STRATEGIES = {
    row["strategy"]: {
        figure: published.texts("simulation").get(f"{row['strategy']}-{figure}", "") for figure in ("margin", "wins")
    }
    for row in published.rows("simulation", "readings")
}
"""Margins and wins of each strategy."""
SELECTED = tuple(name for name, row in STRATEGIES.items() if row["wins"])
"""One Roll, the baseline, took no part in the selection."""
GAMES = f"{PRINTED['games']:,} games"


def title(name: str) -> str:
    """What the study calls a strategy."""
    return name.replace("-", " ").title()
