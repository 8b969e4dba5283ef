"""Rows of lists of games and scores, as a store gives them."""

from dataclasses import dataclass
from typing import Any

from fivedice.reports.result import Result
from fivedice.reports.table import Table, plural
from fivedice.table.events import Kind
from fivedice.table.ranking import ScoreList


@dataclass(frozen=True)
class SeatRow:
    """A seat in a list of games; `taken` says whether its token was given out, `coached` whether it was advised.

    A card that was not full at the end, because a player resigned or the game was ended early, has no score.
    """

    name: str
    kind: Kind
    strategy: str | None
    score: int | None
    taken: bool
    coached: bool

    def __str__(self) -> str:
        score = "" if self.score is None else f" {self.score}"
        marks = [word for word, holds in (("bot", self.kind == "bot"), ("coached", self.coached)) if holds]
        return f"{self.name}{score}" + (f" ({', '.join(marks)})" if marks else "")


@dataclass(frozen=True)
class GameRow:
    """A game in a list; `acted` is when something happened last, `round` the one that is played, from 1.

    For a finished game that is its end, even if its record was imported later.
    """

    id: str
    variant: str
    created: str
    ended: str | None
    seats: tuple[SeatRow, ...]
    acted: str
    round: int

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {**vars(self), "seats": [vars(seat) for seat in self.seats]}


@dataclass(frozen=True, repr=False)
class GameList(Result):
    """Games, the newest first."""

    rows: tuple[GameRow, ...]

    def headline(self) -> str:
        """How many."""
        return plural(len(self.rows), "game")

    def parts(self) -> list[str | Table]:
        """A row for each game."""
        rows: list[list[object]] = [
            [
                row.id,
                row.created[:16].replace("T", " "),
                row.variant,
                ", ".join(map(str, row.seats)) + ("" if row.ended else " (not over)"),
            ]
            for row in self.rows
        ]
        return [
            Table("games", "Games", ["Game", "Begun (UTC)", "Variant", "Players"], rows) if rows else "No games yet."
        ]

    def to_dict(self) -> list[dict[str, Any]]:
        """Plain values."""
        return [row.as_json() for row in self.rows]


@dataclass(frozen=True)
class ScoreRow:
    """One final score, with the list that it stands in (see `ranking`); regret and luck once the game was reviewed."""

    game: str
    seat: int
    name: str
    kind: Kind
    strategy: str | None
    variant: str
    ended: str
    score: int
    coached: bool
    list: ScoreList
    regret: float | None
    luck: float | None

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))
