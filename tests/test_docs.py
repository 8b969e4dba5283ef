"""The pages of docs/ against what they describe: published data, exact evaluation, the names of the front door."""

import re
from functools import cache
from pathlib import Path

import pytest

import fivedice as fd
from fivedice.comparison import published
from fivedice.evaluation.figures import figures
from fivedice.rules import variant
from fivedice.strategies.registry import strategies, strategy_named
from fivedice.studies import STUDIES

PAGE = Path(__file__).parents[1] / "docs" / "strategies.md"
FUNCTIONS = ("fivedice.api.", "fivedice.testing", "fivedice.strategies.strategy")
CHEAP = (("robot-4.02", "yahtzee"), ("robot-4.03", "yahtzee"))

PUBLISHED = published.by_strategy()


@cache
def table() -> dict[tuple[str, str], list[str]]:
    """The other cells of each row, by strategy and rules."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return {(row[0].strip("`"), row[1]): row[2:] for row in rows}


def test_the_reference_has_every_function_of_the_front_door() -> None:
    page = (PAGE.parent / "reference.md").read_text(encoding="utf-8")
    words = {name for name in fd.__all__ if fd._HOME[name].startswith(FUNCTIONS)}
    assert {name for name in words if f"autofunction:: fivedice.{name}\n" not in page} == set()


def test_the_page_has_a_row_for_every_published_figure() -> None:
    assert list(table()) == list(PUBLISHED)
    for key, (printed, *_, difference, reading) in table().items():
        entry = PUBLISHED[key]
        assert printed.startswith(entry["mean"])
        assert entry["source"] in printed
        assert reading == entry["reading"]
        assert "-0.00" not in difference
        assert float(difference.split(",")[0]) == pytest.approx(
            float(table()[key][1]) - float(entry["mean"]), abs=0.0051
        )


def test_every_strategy_of_a_study_is_on_the_page() -> None:
    assert {name for name, _ in table()} == set(strategies()) - {"random", "by-columns"}


@pytest.mark.parametrize(
    ("name", "game"),
    [pytest.param(*key, marks=[] if key in CHEAP else [pytest.mark.slow]) for key in PUBLISHED],
)
def test_exact_figures_on_the_page_are_those_of_the_evaluation(name: str, game: str) -> None:
    found = figures(strategy_named(name), variant(game)).to_dict()
    _, mean, sd, median, *_ = table()[name, game]
    assert (mean, sd, median) == (f"{found['mean']:.4f}", f"{found['sd']:.2f}", str(found["median"]))


def test_the_page_of_studies_counts_the_claims_of_the_data() -> None:
    lines = (PAGE.parent / "studies.md").read_text(encoding="utf-8").splitlines()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| `\w+` \| \d", line)
    ]
    assert {row[0].strip("`") for row in rows} <= set(STUDIES)
    assert rows
    for name, claims, *verdicts, _ in rows:
        assert int(claims) == len(published.claims(name.strip("`"))) == sum(map(int, verdicts)), name
