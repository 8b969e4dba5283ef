"""Dice streams: every die of a run is found by its game, turn and place, so that strategies meet equal dice."""

import csv
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fivedice.errors import NotationError
from fivedice.kernels.threads import thread_count
from fivedice.rules import Rules

GAMES_PER_TASK = 5_000
GAMES_AT_ONCE = 256
"""Their random words are computed side by side, and stay close to the core."""
MAX_SEED = 2**64 - 1

Block = NDArray[np.uint8]
"""uint8[games, turns, rolls · n]: the dice that each turn of consecutive games may use, saved throws included."""


def room_for_dice(rules: Rules, games: int) -> Block:
    """A block to fill, laid out by turns, as it is played.

    The byte to spare beside each turn keeps it from being contiguous, also if there is one game or one turn: numba
    takes all blocks for one type, and compiles what reads them once.
    """
    dice = (rules.rolls + rules.most_saved) * rules.dice
    return np.empty((rules.turns, games, dice + 1), np.uint8)[:, :, :dice].swapaxes(0, 1)


class Stream(Protocol):
    """A source of dice.

    `in_turn` says how a turn uses its dice: each thrown die takes the next unused one, or the die in position i of
    the r-th throw takes the one at r · n + i.
    """

    @property
    def in_turn(self) -> bool:
        """Whether a thrown die takes the next unused one."""

    def blocks(self, rules: Rules, games: int, size: int) -> Iterator[Block]:
        """The dice of games 0, 1, ..., in blocks of at most `size` games."""


@dataclass(frozen=True)
class Counter:
    """The default: a counter-based generator (Philox), so that any game of any run can be replayed alone."""

    seed: int
    first_game: int = 0
    in_turn: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= MAX_SEED:
            raise NotationError(f"seed {self.seed} must be a whole number from 0 to {MAX_SEED}.")

    def blocks(self, rules: Rules, games: int, size: int) -> Iterator[Block]:
        """Dice computed from seed, game, turn and place."""
        from fivedice.kernels.random import fill_dice

        limits = face_limits(rules)
        with ThreadPoolExecutor(thread_count()) as pool:
            for begin in range(0, games, size):
                block = room_for_dice(rules, min(size, games - begin))

                def fill(at: int, begin: int = begin, block: Block = block) -> None:
                    some, first = block[at : at + GAMES_PER_TASK], self.first_game + begin + at
                    counters, words = np.split(np.empty((10, min(len(some), GAMES_AT_ONCE)), np.uint32), [6])
                    fill_dice(
                        some, first, self.seed & 0xFFFFFFFF, self.seed >> 32, rules.faces, limits, counters, words
                    )

                list(pool.map(fill, range(0, len(block), GAMES_PER_TASK)))
                yield block


@dataclass(frozen=True)
class Study002:
    """The dice of study 002: Python's own generator, seeded once, 15 dice set aside for each turn."""

    seed: int
    in_turn: bool = True

    def blocks(self, rules: Rules, games: int, size: int) -> Iterator[Block]:
        """Dice drawn one after the other, top three bits of a word, 6 and 7 drawn again."""
        if rules.face_probabilities:
            raise NotationError(
                f"the dice of study 002 are fair, those of {rules.name!r} are not; take the default dice."
            )
        generator = Random(self.seed)
        bits = rules.faces.bit_length()
        for begin in range(0, games, size):
            block = room_for_dice(rules, min(size, games - begin))
            drawn = (generator.getrandbits(bits) for _ in iter(int, 1))
            faces = (face + 1 for face in drawn if face < rules.faces)
            block[:] = np.fromiter(faces, np.uint8, block.size).reshape(block.shape)
            yield block


@dataclass(frozen=True)
class DiceFile:
    """Dice from a file, as in study 000: a line for each die and turn, with one value for each roll of the turn."""

    path: Path
    in_turn: bool = False

    def blocks(self, rules: Rules, games: int, size: int) -> Iterator[Block]:
        """Dice in the order of the file; more games than it holds are refused."""
        if rules.most_saved:
            raise NotationError(
                f"dice file {str(self.path)!r} has a value for each roll, and {rules.name} saves rolls."
            )
        values = self._values(rules)
        per_game = rules.turns * rules.dice
        held = len(values) // per_game
        if games > held:
            raise NotationError(
                f"dice file {str(self.path)!r} holds {held} games of {per_game} lines; {games} are asked for."
            )
        by_throw = values[: games * per_game].reshape(games, rules.turns, rules.dice, rules.rolls).swapaxes(2, 3)
        dice = room_for_dice(rules, games)
        dice[:] = by_throw.reshape(dice.shape)
        for begin in range(0, games, size):
            yield dice[begin : begin + size]

    def _values(self, rules: Rules) -> NDArray[np.uint8]:
        rows = []
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise NotationError(f"dice file {str(self.path)!r} cannot be read: {error}.") from None
        for number, words in enumerate(csv.reader(line.replace(" ", ",").replace("\t", ",") for line in lines), 1):
            faces = [word for word in words if word]
            if not faces:
                continue
            allowed = {str(face) for face in range(1, rules.faces + 1)}
            if len(faces) != rules.rolls or not allowed.issuperset(faces):
                raise NotationError(
                    f"dice file {str(self.path)!r}, line {number}: {' '.join(words)!r} is not {rules.rolls} faces "
                    f"from 1 to {rules.faces}."
                )
            rows.append([int(face) for face in faces])
        return np.array(rows, np.uint8).reshape(-1, rules.rolls)


def face_limits(rules: Rules) -> NDArray[np.uint64] | None:
    """uint64[faces], the part of 2³² below which a random word shows a face or a lower one; None for fair dice."""
    if not rules.face_probabilities:
        return None
    chances = np.cumsum([float(one) for one in rules.dice_set.face_chances])
    return np.asarray(np.rint(chances / chances[-1] * 2**32), np.uint64)


StreamLike = Stream | str | PathLike[str]
"""A stream; "default" or "study-002"; the path of a file of dice."""


def read_stream(dice: StreamLike = "default", seed: int = 1) -> Stream:
    """The stream that is meant; a file needs no seed."""
    if not isinstance(dice, str | PathLike):
        return dice
    if dice == "default":
        return Counter(seed)
    if dice == "study-002":
        return Study002(seed)
    if not Path(dice).is_file():
        raise NotationError(
            f"dice {str(dice)!r} is no source of dice; it must be default, study-002 or a file that exists."
        )
    return DiceFile(Path(dice))
