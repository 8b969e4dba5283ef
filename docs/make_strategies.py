"""Write docs/strategies.md: every strategy exactly, beside what its study printed."""

from pathlib import Path

from fivedice.comparison import published
from fivedice.evaluation.figures import figures as figures_of
from fivedice.rules import variant
from fivedice.strategies.registry import strategies

INTRODUCTION = """# Strategies

Every strategy that the studies describe well enough, evaluated exactly, beside the published figures. *Difference* is
exact minus published. Published figures of study 000 (100,000 games), study 002 (10,000 games) and the robots of study
001 (small samples, eight games for 7.20) are sample means; Glenn's are exact. Where a text allows several readings,
the last column says which one was chosen. This page is written by `docs/make_strategies.py`.

Glenn's *Heuristic* (240.67) and *Better Heuristic* (244.87) are not described in the study that quotes them, so they
are left out.

| strategy | rules | published mean, sd, median | exact mean | sd | median | difference | reading |
|---|---|---|---|---|---|---|---|
"""


def row(entry: dict[str, str]) -> str:
    """One line of the table."""
    figures = figures_of(strategies()[entry["strategy"]], variant(entry["variant"])).to_dict()
    printed = ", ".join(entry[key] or "–" for key in ("mean", "sd", "median"))
    difference = ", ".join(
        f"{round(figures[key] - float(entry[key]), 2) + 0.0:+.2f}"  # adding 0.0 makes 0 of -0
        for key in ("mean", "sd")
        if entry[key]
    )
    cells = (
        f"`{entry['strategy']}`", entry["variant"], f"{printed} ({entry['source']})", f"{figures['mean']:.4f}",
        f"{figures['sd']:.2f}", str(figures["median"]), difference, entry["reading"],
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Evaluate every strategy and write the page."""
    rows = map(row, published.by_strategy().values())
    text = INTRODUCTION + "\n".join(rows) + "\n"
    Path(__file__).with_name("strategies.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
