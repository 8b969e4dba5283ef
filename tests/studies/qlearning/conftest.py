"""A small training, and readings of a small game in place of the whole ones."""

from dataclasses import replace

import pytest

from fivedice.solver import cached_solution
from fivedice.studies.qlearning.damaged import Damaged
from fivedice.studies.qlearning.report import quick_game
from fivedice.studies.qlearning.training import Training, observe
from fivedice.studies.schedule import Schedule
from tests.small import TINY
from tests.studies.silent import silently


@pytest.fixture(scope="session")
def training() -> Training:
    return observe(TINY, Schedule(silently, 1.0), epochs=60, judged=(1, 20))


@pytest.fixture(scope="session")
def every() -> list[Damaged]:
    """Readings of a small game in place of the whole ones."""
    return [
        Damaged(name, strict, cached_solution(replace(quick_game(), upper_threshold=45 + strict, upper_bonus=bonus)))
        for bonus, (name, strict) in enumerate([("three equal dice", False), ("three equal dice", True)], 35)
    ]
