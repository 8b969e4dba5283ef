"""Files that are damaged at random: noticed, refused with a sentence, replaced where they can be made again."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from fivedice.errors import DamagedFile, FivediceError
from fivedice.rules import variant
from fivedice.solver import cache, cached_solution, solve
from fivedice.strategies.trained import Trained, read_trained, write_trained
from fivedice.table.record import format_record, parse_record, record_of
from fivedice.table.verify import verify
from tests.faults.conftest import Tally
from tests.kernels.test_code_cache import files, loaded, make
from tests.small import SMALL
from tests.solver.stored import TINY, stored
from tests.tables import played, table

__all__ = ["make"]


def damaged(sound: bytes, random: Random) -> bytes:
    """A file after a bit flip, a cut, a zeroed page, swapped parts, or with something else in it."""
    content = bytearray(sound)
    place = random.randrange(len(content))
    match random.randrange(5):
        case 0:
            content[place] ^= 1 << random.randrange(8)
        case 1:
            del content[place:]
        case 2:
            content[place : place + 512] = bytes(len(content[place : place + 512]))
        case 3:
            content = content[place:] + content[:place]
        case _:
            content = bytearray(random.randbytes(random.randrange(1000)))
    return bytes(content)


def test_damaged_solutions_are_noticed_and_replaced(
    empty_cache: Path, random: Random, many: Callable[[int], int], tally: Tally
) -> None:
    path, tried, lost = stored(), many(500), 0
    sound, expected = path.read_bytes(), solve(TINY).values
    for _ in range(tried):
        content = damaged(sound, random)
        path.write_bytes(content)
        found = cached_solution(TINY)
        lost += found.cached != (content == sound) or not np.array_equal(found.values, expected)
        lost += not cache.read(path, TINY).cached
    tally("damaged solutions", tried, lost)


def test_damaged_players_are_refused(tmp_path: Path, random: Random, many: Callable[[int], int], tally: Tally) -> None:
    path, tried, lost = tmp_path / "some.player", many(500), 0
    write_trained(path, Trained("value", SMALL, {"values": np.linspace(0, 1, 500)}, {"games": 7}))
    sound = path.read_bytes()
    for _ in range(tried):
        content = damaged(sound, random)
        path.write_bytes(content)
        try:
            read_trained(path)
        except DamagedFile:
            continue
        except Exception:
            lost += 1
        else:
            lost += content != sound
    tally("damaged trained players", tried, lost)


def test_damaged_kernels_are_compiled_again(
    make: Callable[[], Any], tmp_path: Path, random: Random, many: Callable[[int], int], tally: Tally
) -> None:
    make()(21)
    tried, lost = many(500), 0
    for _ in range(tried):
        victim = random.choice(files(tmp_path))
        sound = victim.read_bytes()
        content = damaged(sound, random)
        victim.write_bytes(content)
        mended = make()
        lost += (mended(21), loaded(mended)) != (42, int(content == sound))
    tally("damaged compiled kernels", tried, lost)


def test_damaged_records_are_refused_or_say_the_same_game(
    random: Random, many: Callable[[int], int], tally: Tally
) -> None:
    game = played(table(variant("yahtzee")))
    sound, tried, lost = format_record(record_of(game)).encode(), many(500), 0
    for _ in range(tried):
        try:
            record = parse_record(damaged(sound, random).decode(errors="replace"))
            found = verify(record)
        except FivediceError:
            continue
        except Exception:
            lost += 1
        else:
            lost += found.sound and record.game.cards != game.cards
    tally("damaged records", tried, lost)
