"""Small rules whose solution is on disk, and what must come of a file that is damaged there."""

from pathlib import Path

import numpy as np

from fivedice.rules import Category, Rules
from fivedice.rules.pattern import Anything, Face, Groups
from fivedice.solver import cache as store
from fivedice.solver import cached_solution, solve

TINY = Rules(
    "tiny",
    (
        Category("twos", Face(2), "matching", "upper"),
        Category("pair", Groups((2,)), 10),
        Category("chance", Anything(), "sum"),
    ),
    dice=2,
    faces=3,
    rolls=2,
    upper_threshold=2,
    upper_bonus=7,
)
OTHER = TINY.change({"upper_bonus": 8})


def stored() -> Path:
    """The file of TINY, sound."""
    cached_solution(TINY)
    return store.path_for(TINY)


def assert_noticed_and_replaced(path: Path) -> None:
    """The next call solves again, and the one after it finds a sound file."""
    expected = solve(TINY)
    found = cached_solution(TINY)
    assert not found.cached
    assert np.array_equal(found.values, expected.values)
    assert store.read(path, TINY).states == expected.states
    assert cached_solution(TINY).cached
