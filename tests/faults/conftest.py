"""The suite of `make test-faults`: attacks on a running server, on files and on the command line, seeded.

Each test counts what it tried, what survived and what was lost; the table of all of them stands at the end of the run.
$FAULTS_SHARE makes them shorter, $FAULTS_SEED gives them other random numbers.
"""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from rich.table import Table

SHARE = float(os.environ.get("FAULTS_SHARE", "1"))
SEED = os.environ.get("FAULTS_SEED", "17")
COUNTED = "faults"
"""The key of a test's counts among the properties of its report."""

Tally = Callable[..., None]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("slow")
            item.add_marker("faults")


@pytest.fixture
def many() -> Callable[[int], int]:
    """How often to do what the whole suite does so many times."""
    return lambda count: max(round(count * SHARE), 1)


@pytest.fixture
def random(request: pytest.FixtureRequest) -> Random:
    """Random numbers of a test, the same in every run."""
    return Random(f"{SEED} {request.node.name}")


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Tally:
    """Counts a row of the table; a test with anything lost fails."""

    def count(what: str, tried: int, lost: int, figures: str = "") -> None:
        record_property(COUNTED, [what, tried, tried - lost, lost, figures])
        assert not lost, f"{what}: {lost} of {tried} lost"

    return count


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, ())]
    rows = [value for report in reports for key, value in report.user_properties if key == COUNTED]
    if not rows:
        return
    table = Table("test", "tried", "survived", "lost", "figures", title="Faults")
    for column in table.columns[1:4]:
        column.justify = "right"
    for what, *counts, figures in rows:
        table.add_row(what, *(f"{count:,}" for count in counts), figures)
    Console(width=120).print(table)
