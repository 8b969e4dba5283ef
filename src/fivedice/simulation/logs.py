"""Logs of simulated games: complete files in a folder, or none.

A destination is a folder; an ending chooses the type of its files and is not part of the folder's name:

    runs/first, runs/first.parquet   a Parquet file for each table in runs/first
    runs/first.csv                   a CSV file for each table in runs/first
    runs/first.xlsx                  one workbook, runs/first/log.xlsx, with a sheet for each table

`log.json` beside them names the rules and tells a log from a stranger's folder, which is never overwritten.

Everything is written into a hidden folder beside the destination, which is moved into place when the last game is
written. What a killed run leaves behind is that hidden folder; the next run to the same destination removes it.
"""

import json
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fivedice.errors import LogError
from fivedice.rules import Rules

if TYPE_CHECKING:
    from fivedice.simulation.games import Games
    from fivedice.simulation.log_tables import Parts
    from fivedice.solver import Solution
    from fivedice.strategies.policy import Policy

FORMAT = 1
KINDS = ("parquet", "csv", "xlsx")
TABLES = ("sets_of_dice", "dice_values", "rolls", "scoring", "score_sheet", "decisions")
ABOUT, WORKBOOK, UNFINISHED = "log.json", "log.xlsx", ".unfinished"
SHEET_ROWS = 1_048_576
ARRAYS = ("boxes", "points", "bonuses", "dice", "held", "shown")
GAMES_AT_ONCE = 10_000
"""Frames of more games than this are not held in memory, however large the blocks are."""


@dataclass(frozen=True)
class Destination:
    """Where a log goes, and as what type of files."""

    folder: Path
    kind: str

    @classmethod
    def of(cls, path: Path) -> "Destination":
        """Read a destination as people write it.

        >>> Destination.of(Path("/runs/first.csv"))
        Destination(folder=PosixPath('/runs/first'), kind='csv')
        """
        ending = path.suffix.lower().removeprefix(".")
        return cls(path.with_suffix("").resolve(), ending) if ending in KINDS else cls(path.resolve(), KINDS[0])

    def check_free(self) -> None:
        """Refuse a place that holds anything but an earlier log."""
        if self.folder.is_dir():
            names = {path.name for path in self.folder.iterdir()}
            strangers = sorted(names - self._names() if self._is_log() else names)
            if strangers:
                raise LogError(
                    f"log folder {str(self.folder)!r} holds {strangers[0]!r}, which is not part of an earlier log; "
                    "name another folder, or empty this one."
                )
        elif self.folder.exists() or self.folder.is_symlink():
            raise LogError(f"log folder {str(self.folder)!r} is a file; name another folder.")

    def hidden(self) -> Path:
        """A new name beside the folder for what is not finished."""
        return self.folder.with_name(f".{self.folder.name}.{secrets.token_hex(4)}{UNFINISHED}")

    def leftovers(self) -> Iterator[Path]:
        """What killed runs left beside the folder."""
        for path in list(self.folder.parent.iterdir()):
            token = path.name.removeprefix(f".{self.folder.name}.").removesuffix(UNFINISHED)
            if path.name == f".{self.folder.name}.{token}{UNFINISHED}" and token.isalnum() and path.is_dir():
                yield path

    def _is_log(self) -> bool:
        try:
            about = json.loads((self.folder / ABOUT).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False
        return isinstance(about, dict) and about.get("written_by") == "fivedice simulate"

    @staticmethod
    def _names() -> set[str]:
        return {ABOUT, WORKBOOK, *(f"{table}.{kind}" for table in TABLES for kind in ("parquet", "csv"))}


def check_rows(destination: Path, rules: Rules, games: int) -> None:
    """Refuse a workbook whose sheets could not hold this many games."""
    per_game = rules.turns * rules.rolls
    most = (SHEET_ROWS - 1) // per_game
    if Destination.of(destination).kind == "xlsx" and games > most:
        raise LogError(
            f"log {str(destination)!r}: {games:,} games have up to {games * per_game:,} rolls, but a sheet holds "
            f"{SHEET_ROWS:,} rows; log at most {most:,} games, or choose Parquet or CSV."
        )


class GameLog:
    """Writes recorded games to a destination, a block at a time; memory does not grow with their number.

    >>> with GameLog(Path("runs/first"), rules, policy, solution) as log:  # doctest: +SKIP
    ...     for games in play(policy, stream, 1_000_000, record=True):
    ...         log.add(games)
    """

    def __init__(self, destination: Path, rules: Rules, policy: "Policy", solution: "Solution") -> None:
        self.name, self.place = str(destination), Destination.of(destination)
        self.rules, self.policy, self.solution = rules, policy, solution
        self.parts: Parts = {}
        self.games = 0
        for name in {"game", "total", "upper_bonus", "yahtzee_bonus"} & set(rules.index):
            raise LogError(f"category {name!r} has the name of another column of the score sheet; rename it.")

    def __enter__(self) -> "GameLog":
        self.place.check_free()
        with self._errors():
            for leftover in self.place.leftovers():
                shutil.rmtree(leftover)
            self.folder = self.place.hidden()
            self.folder.mkdir()
        return self

    def add(self, games: "Games") -> None:
        """Write a block of games that were played with record=True."""
        from fivedice.simulation.log_tables import Record

        for some in _portions(games):
            record = Record(some, self.policy, self.solution)
            for table in TABLES:
                frame, files = getattr(record, table)(), self.parts.setdefault(table, [])
                files.append(self.folder / f"{table}-{len(files)}.part")
                with self._errors():
                    frame.write_parquet(files[-1])
        self.games += len(games.boxes)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                with self._errors():
                    self._finish()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _finish(self) -> None:
        from fivedice.simulation.log_tables import WRITERS

        WRITERS[self.place.kind](self.folder, self.parts)
        for part in self.folder.glob("*.part"):
            part.unlink()
        text = json.dumps(self._about(), indent=2)
        (self.folder / ABOUT).write_text(text + "\n", encoding="utf-8")
        self.place.check_free()
        earlier = self.place.hidden()
        with suppress(FileNotFoundError):
            self.place.folder.rename(earlier)
        self.folder.rename(self.place.folder)
        shutil.rmtree(earlier, ignore_errors=True)

    def _about(self) -> dict[str, Any]:
        return {
            "written_by": "fivedice simulate",
            "format": FORMAT,
            "rules": self.rules.name,
            "digest": self.rules.digest,
            "objective": self.solution.objective,
            "games": self.games,
        }

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn what the disk says into a sentence."""
        try:
            yield
        except OSError as error:
            raise LogError(f"log {self.name!r} cannot be written: {error.strerror or error}.") from None


def _portions(games: "Games") -> Iterator["Games"]:
    """The games in portions of bounded size."""
    for begin in range(0, len(games.boxes), GAMES_AT_ONCE):
        some = slice(begin, begin + GAMES_AT_ONCE)
        arrays: dict[str, Any] = {name: array[some] for name, array in vars(games).items() if name in ARRAYS}
        yield replace(games, first=games.first + begin, **arrays)
