"""A game as plain data for the review, in a module of its own, since the server imports no numpy."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fivedice.rules import Card, Decision, Rules, Scoring, Turn


@dataclass(frozen=True)
class Decided:
    """A decision in turn `turn` after throw `throw`, both from 0; `dice` in their order on the table.

    `deputy` says that a robot took it for the player of the seat.
    """

    seat: int
    turn: int
    throw: int
    card: Card
    dice: tuple[int, ...]
    point: Turn
    decision: Decision
    held: tuple[int, ...]
    scoring: Scoring | None
    deputy: bool = False

    @property
    def key(self) -> tuple[int, int, int]:
        """Identifies the decision within its game."""
        return self.seat, self.turn, self.throw


@dataclass(frozen=True)
class Played:
    """A game as the coach needs it: `seats` are plain values about who plays, decisions in the order of play.

    `start` has the card of each seat, which is empty unless the game starts from a position, and dice on the table.
    `left` says after how many filled boxes of all players a seat resigned.
    """

    id: str
    rules: Rules
    seats: tuple[Mapping[str, Any], ...]
    start: tuple[tuple[Card, Turn | None], ...]
    decisions: tuple[Decided, ...]
    over: bool
    left: Mapping[int, int] = field(default_factory=dict)
