"""What several tests of studies share."""

import pytest

from fivedice.rules import variant
from fivedice.studies.measured import Measured, measure
from fivedice.studies.schedule import Schedule
from tests.studies.silent import silently


@pytest.fixture(scope="session")
def robot() -> Measured:
    return measure("robot-4.02", variant("yahtzee"), Schedule(silently, 5.0), games=5_000)
