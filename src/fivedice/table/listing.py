"""Rows of lists of games and scores, as a store gives them."""

from dataclasses import dataclass
from typing import Any

from fivedice.table.events import Kind


@dataclass(frozen=True)
class SeatRow:
    """A seat in a list of games; `taken` says whether somebody holds its token."""

    name: str
    kind: Kind
    strategy: str | None
    score: int | None
    taken: bool


@dataclass(frozen=True)
class GameRow:
    """A game in a list."""

    id: str
    variant: str
    created: str
    ended: str | None
    seats: tuple[SeatRow, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {**vars(self), "seats": [vars(seat) for seat in self.seats]}


@dataclass(frozen=True)
class ScoreRow:
    """One final score; regret and luck once the game was reviewed."""

    game: str
    seat: int
    name: str
    kind: Kind
    strategy: str | None
    variant: str
    ended: str
    score: int
    regret: float | None
    luck: float | None

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))
