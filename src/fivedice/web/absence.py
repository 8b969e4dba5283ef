"""Absent players: how long each has been away, and robots that play for them until they return."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fivedice.errors import IllegalDecision
from fivedice.phrases import phrase
from fivedice.table.events import Until
from fivedice.table.legal import over
from fivedice.web.protocol import Intention, Refused
from fivedice.web.timing import DEPUTY, Timing

if TYPE_CHECKING:
    from fivedice.web.live import Listener, LiveTable


class Absence:
    """When each seat of a table lost its connection."""

    def __init__(self, timing: Timing, limit: float | None = None) -> None:
        self.timing, self.limit = timing, limit or timing.away
        self.since: dict[int, float] = {}

    def look(self, connected: Sequence[bool]) -> None:
        """Update the times after connections were opened or closed."""
        for seat, here in enumerate(connected):
            if here:
                self.since.pop(seat, None)
            else:
                self.since.setdefault(seat, self.timing.now())

    def seconds(self, seat: int) -> int | None:
        """For how long a seat has been without a connection; None if it has one."""
        return math.floor(self.timing.now() - self.since[seat]) if seat in self.since else None

    def is_long(self, seat: int) -> bool:
        """Whether a seat has been away long enough for a robot to play."""
        return (self.seconds(seat) or 0) >= self.limit


def is_missed(table: "LiveTable", seat: int) -> bool:
    """Whether the game waits, or will wait, for a player who has been away for long."""
    return plays(table, seat) and table.game.deputies[seat] is None and table.absence.is_long(seat)


async def depute(table: "LiveTable", listener: "Listener", wish: Intention) -> None:
    """Let a robot play for an absent player."""
    game, seat = table.game, wish.seat
    check_plays(table, listener)
    if seat is None or not 0 <= seat < len(game.seats):
        raise Refused("seat must say whose turn a robot plays.")
    until: Until = "return" if wish.until == "return" else "turn"
    if wish.until not in ("turn", "return"):
        raise Refused(f"until is {wish.until[:20]!r}; it must be turn or return.")
    if not table.absence.is_long(seat):
        raise Refused(
            phrase(
                "{name} has not been away for long: after {seconds} s without a connection a robot may play.",
                name=game.seats[seat].name,
                seconds=f"{table.absence.limit:.0f}",
            )
        )
    await table.happen(lambda game: game.depute(seat, DEPUTY, until))


async def take_over(table: "LiveTable", seats: Sequence[int]) -> None:
    """Let players who came back decide again, in place of robots."""
    for seat in seats:
        deputy = table.game.deputies[seat]
        if deputy and deputy.reason == "away":
            await table.happen(lambda game, seat=seat: game.take_over(seat))  # type: ignore[misc]


async def resign(table: "LiveTable", listener: "Listener", wish: Intention) -> None:
    """Let a player give up."""
    seat = wish.seat
    if seat is None or seat not in listener.tokens:
        raise Refused(phrase("only the player of a seat can resign."))
    await table.happen(lambda game: game.resign(seat))


def check_plays(table: "LiveTable", listener: "Listener") -> None:
    """Refuse a spectator, or a player who has resigned."""
    if table.game.is_over:
        raise IllegalDecision(over(table.game))
    if not any(plays(table, seat) for seat in listener.tokens):
        raise Refused(phrase("only those who play can do that."))


def plays(table: "LiveTable", seat: int) -> bool:
    """Whether a seat is that of a player who has not resigned."""
    return table.game.seats[seat].kind != "robot" and seat not in table.game.resigned
