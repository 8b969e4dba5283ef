"""Files that lie: forged headers with a checksum that fits, and what killed writers left behind."""

import os
import random
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fivedice.errors import DamagedFile
from fivedice.solver import cache, file_format
from fivedice.strategies.trained import KIND, Trained, load_player, write_trained
from tests.solver.stored import OTHER, TINY, stored

LIES: list[Any] = [
    None, True, False, 0, -1, 1 << 70, 1e308, float("inf"), float("nan"), "", "yahtzee", "-1", [], {}, [[]], [-1, 4, 1],
    [1 << 40, 1 << 40, 1], {"shape": [1]}, [None], "\ud800", [["weights", "<f8", [1 << 60]]], "a = " + "[" * 5000,
]  # fmt: skip
"""Values that no writer puts into a header."""


def forged(header: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    lies = dict(header)
    for key in dice.sample(sorted(header), dice.randrange(1, 4)):
        lies[key] = dice.choice(LIES)
        if dice.random() < 0.2:
            del lies[key]
    return lies


def test_forged_headers_of_solutions_are_refused_or_harmless(empty_cache: Path) -> None:
    path, dice, refused = stored(), random.Random(17), 0
    header, values = file_format.read_file(path)
    for _ in range(200):
        file_format.write_file(path, forged(header, dice), values)
        with suppress(DamagedFile):
            cache.read(path, TINY)
            refused -= 1
        refused += 1
    assert 100 < refused < 200  # a forged name or number of states does no harm


def test_forged_headers_of_trained_players_are_refused_with_a_sentence(tmp_path: Path) -> None:
    path, dice = tmp_path / "forged.player", random.Random(17)
    write_trained(path, Trained("value", TINY, {"weights": np.ones((2, 3), np.float32)}, {"seed": 1}))
    header, arrays = file_format.read_file(path, kind=KIND)
    for _ in range(200):
        file_format.write_file(path, forged(header, dice), arrays, kind=KIND)
        with pytest.raises(DamagedFile, match=r"^.{20,400}$"):
            load_player(path)


def test_what_killed_writers_left_is_removed_by_the_next_writer(empty_cache: Path) -> None:
    stored()
    old, fresh = empty_cache / "old.part", empty_cache / "fresh.part"
    for path in (old, fresh):
        path.write_bytes(b"half")
    os.utime(old, (time.time() - 2 * file_format.LEFTOVER_SECONDS,) * 2)
    cache.cached_solution(OTHER)
    assert not old.exists()
    assert fresh.exists()
