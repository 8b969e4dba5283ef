"""The tables of a log: recorded games as data frames, one row a turn, a throw, a decision or a game; and their files.

Study 002 keeps the sets of dice, what each throw threw, the rolls with what was held and why, the scoring and the
master score sheet; study 003 keeps each decision with the points on the card and what the player may expect. Games,
turns, rolls and dice are numbered from 1; dice in words stand in the order of the table.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray
from xlsxwriter import Workbook

from fivedice.arrays import Bools, Bytes
from fivedice.rules.dice import FACE_SYMBOLS, format_dice
from fivedice.simulation.games import Games
from fivedice.simulation.regret import before, decision_values, states_of
from fivedice.solver import Solution
from fivedice.solver.tables import compile_rules
from fivedice.strategies.policy import Policy, TablePolicy

Array = NDArray[np.generic]
Places = tuple[NDArray[np.int64], ...]


class Record:
    """Recorded games, ready to be written down; each method is a table.

    throws : where a throw took place, as indices into arrays [games, turns, rolls]
    last   : bool[throws], whether the turn was scored after this throw
    held   : bool[throws, n], the dice held after it; none where the turn was scored
    thrown : bool[throws, n], the dice that it threw: all of them, or those not held before
    """

    def __init__(self, games: Games, policy: Policy, solution: Solution) -> None:
        if games.held is None or games.shown is None:
            raise ValueError("games have to be played with record=True to be logged.")
        self.games, self.rules, self.policy, self.solution = games, games.rules, policy, solution
        self.throws: Places = np.nonzero(games.shown[..., 0])
        self.table: Bytes = games.shown[self.throws]
        scored = np.full((*games.boxes.shape, 1), -1, np.int32)
        bits = np.concatenate([games.held, scored], axis=2)[self.throws]
        self.last: Bools = bits < 0
        self.held: Bools = ((bits[:, None] >> np.arange(self.rules.dice) & 1) > 0) & ~self.last[:, None]
        self.thrown: Bools = np.roll(~self.held, 1, axis=0) | (self.throws[2] == 0)[:, None]

    def sets_of_dice(self) -> pl.DataFrame:
        """The dice that were set aside for each turn."""
        dice = self.games.dice
        return pl.DataFrame({**self._numbers(_all(dice.shape[:2])), **_columns("die", dice.reshape(-1, dice.shape[2]))})

    def dice_values(self) -> pl.DataFrame:
        """What each throw threw; nothing where a die was held."""
        values = _columns("die", self.table).items(), self.thrown.T
        thrown = {name: pl.Series(die).set(pl.Series(~some), None) for (name, die), some in zip(*values, strict=True)}
        return pl.DataFrame({**self._numbers(self.throws), **thrown})

    def rolls(self) -> pl.DataFrame:
        """Each throw: the dice on the table, which of them were held, and why."""
        holds = {
            name: pl.Series(held).set(pl.Series(self.last), None) for name, held in _columns("hold", self.held).items()
        }
        return pl.DataFrame(
            {**self._numbers(self.throws), **_columns("die", self.table), **holds, "reason": self._reasons()}
        )

    def scoring(self) -> pl.DataFrame:
        """Each box that was filled: with which dice, for how many points."""
        turns = _all(self.games.boxes.shape)
        return pl.DataFrame(
            {
                **self._numbers(turns),
                "dice": spell(self.table[self.last]),
                "category": self._categories(turns),
                "points": self.games.points[turns],
                "yahtzee_bonus": self.games.bonuses[turns],
            }
        )

    def score_sheet(self) -> pl.DataFrame:
        """Each game's card."""
        games, card = self.games, self.games.card
        boxes = {one.name: card[:, box] for box, one in enumerate(self.rules.categories)}
        return pl.DataFrame(
            {
                **self._numbers(_all(games.boxes.shape[:1])),
                **boxes,
                "upper_bonus": games.upper_bonuses,
                "yahtzee_bonus": games.bonuses.sum(axis=1, dtype=np.int64),
                "total": games.scores,
            }
        )

    def decisions(self) -> pl.DataFrame:
        """Each decision: the points on the card before it, and the final score to expect after it from optimal play."""
        score = before(self.games.points + self.games.bonuses)[self.throws[:2]]
        value = decision_values(self.games, self.solution).taken[self.throws]
        scored = pl.Series(self.last)
        return pl.DataFrame(
            {
                **self._numbers(self.throws[:2]),
                "dice": spell(self.table),
                "action": pl.Series(["keep", "score"]).gather(self.last.astype(np.uint8)),
                "written": self._categories(self.throws[:2]).set(~scored, None),
                "kept": spell(self.table, self.held).set(scored, None),
                "score": score,
                "expectation": score + value,
            }
        )

    def _numbers(self, places: Places) -> dict[str, Array]:
        """Columns that say which game, turn and roll a row is about."""
        first = (self.games.first + 1, 1, 1)
        names = ("game", "turn", "roll")
        return {name: (at + one).astype(np.int32) for name, at, one in zip(names, places, first, strict=False)}

    def _categories(self, turns: Places) -> pl.Series:
        return pl.Series([one.name for one in self.rules.categories]).gather(self.games.boxes[turns])

    def _served(self) -> Bools:
        """bool[throws], whether no die was thrown again in the turn so far: all that was held was everything."""
        assert self.games.held is not None
        whole = self.games.held == (1 << self.rules.dice) - 1
        still = np.concatenate([np.ones((*whole.shape[:2], 1), np.bool_), whole], axis=2)
        return np.logical_and.accumulate(still, axis=2)[self.throws]

    def _reasons(self) -> pl.Series:
        """Why each decision was taken, where the policy knows."""
        if not isinstance(self.policy, TablePolicy):
            return pl.Series([None], dtype=pl.String).new_from_index(0, len(self.last))
        states, tables = states_of(self.games), compile_rules(self.rules)
        roll = tables.rolls_of(self.table) + self._served() * tables.served_from
        why, turns = self.policy.why, self.throws[:2]
        upper = np.minimum(states.upper[turns], why.shape[3] - 1)
        low, high = (self.table == tables.pairs[roll, at, None] for at in (0, 1))
        order = (high.any(axis=1) & (high.argmax(axis=1) < low.argmax(axis=1))).astype(np.int64) * (len(why) - 1)
        left = self.rules.rolls - 1 - self.throws[2]
        numbers = why[order, states.flags[turns], states.places[turns], upper, left, roll]
        return pl.Series([reason or None for reason in self.policy.reasons], dtype=pl.String).gather(numbers)


def spell(dice: Bytes, among: Bools | None = None) -> pl.Series:
    """Dice in words as `rules.format_dice` writes them, in the order of the table; only those `among` if given."""
    symbols = pl.Series(list(FACE_SYMBOLS))
    faces = [symbols.gather(face) for face in dice.T]
    if among is not None:
        faces = [face.set(pl.Series(~some), None) for face, some in zip(faces, among.T, strict=True)]
    words = pl.select(pl.concat_str(faces, ignore_nulls=True)).to_series()
    return words.set(words == "", format_dice(()))


def _all(shape: Sequence[int]) -> Places:
    """Indices of all entries of an array."""
    return tuple(places.reshape(-1) for places in np.indices(shape))


def _columns(name: str, array: Array) -> dict[str, Array]:
    """Columns name_1, name_2, ... of a table."""
    return {f"{name}_{number}": np.ascontiguousarray(column) for number, column in enumerate(array.T, 1)}


Parts = dict[str, list[Path]]
"""Parquet files of each table, in order: written as games come, then combined without reading them all at once."""


def write_parquet(folder: Path, parts: Parts) -> None:
    """One Parquet file a table."""
    for table, files in parts.items():
        pl.scan_parquet(files).sink_parquet(folder / f"{table}.parquet")


def write_csv(folder: Path, parts: Parts) -> None:
    """One CSV file a table; an empty field is a value that does not exist."""
    for table, files in parts.items():
        pl.scan_parquet(files).sink_csv(folder / f"{table}.csv")


def write_xlsx(folder: Path, parts: Parts) -> None:
    """One workbook with a sheet for each table."""
    options = {"constant_memory": True, "tmpdir": str(folder), "strings_to_formulas": False, "strings_to_urls": False}
    with Workbook(str(folder / "log.xlsx"), options) as workbook:
        for table, files in parts.items():
            sheet = workbook.add_worksheet(table)
            sheet.write_row(0, 0, pl.read_parquet_schema(files[0]))
            rows = (row for file in files for row in pl.read_parquet(file).iter_rows())
            for number, row in enumerate(rows, 1):
                sheet.write_row(number, 0, row)


WRITERS = {"parquet": write_parquet, "csv": write_csv, "xlsx": write_xlsx}
