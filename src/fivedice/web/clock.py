"""The clock of a table: when the time of a turn is over, a robot plays it.

A turn is timed from the stored event that began it, so that the clock survives a restart. While no player is
connected, no turn ends, and the first player to come back after a while has at least `GRACE` seconds. Real dice have
no clock, since no robot can roll them.
"""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from fivedice.errors import FivediceError, StoreError
from fivedice.table.game import Game
from fivedice.web.timing import DEPUTY

if TYPE_CHECKING:
    from fivedice.web.live import LiveTable

GRACE = 10.0
AGAIN = 1.0
"""Seconds before a robot that could not be stored is retried."""


def seconds_of(game: Game) -> float | None:
    """Seconds for a turn; None without a limit."""
    found = game.options.get("clock")
    return float(found) if isinstance(found, int | float) and found > 0 else None


def seconds_left(table: "LiveTable") -> float | None:
    """Seconds left for the turn; None if it is not timed."""
    game, limit = table.game, seconds_of(table.game)
    if limit is None or game.mover is None or game.seats[game.mover].physical or not table.is_attended:
        return None
    if game.strategy_of(game.mover) is not None or game.mover in game.open_seats:
        return None
    return max(table.turn_since + limit - table.timing.now(), 0.0)


def resume(table: "LiveTable") -> None:
    """Leave the first player who comes back after a while at least `GRACE` seconds for the turn."""
    limit, now = seconds_of(table.game), table.timing.now()
    if limit is not None and now - table.left_alone > GRACE:
        table.turn_since = max(table.turn_since, now - limit + min(GRACE, limit))


class TurnClock:
    """Watches all tables with a clock."""

    def __init__(self) -> None:
        self.timers: WeakKeyDictionary[LiveTable, asyncio.TimerHandle] = WeakKeyDictionary()

    def __call__(self, table: "LiveTable") -> None:
        """Set a timer for the end of the turn."""
        if timer := self.timers.pop(table, None):
            timer.cancel()
        left = seconds_left(table)
        if left:
            self._wait(table, left)
        elif left is not None:
            table.spawn(self._end_turn(table))

    def _wait(self, table: "LiveTable", seconds: float) -> None:
        self.timers[table] = asyncio.get_running_loop().call_later(seconds, self, table)

    async def _end_turn(self, table: "LiveTable") -> None:
        async with table.neighbours.acting(table.game.id) as mine, table.lock:
            seat = table.game.mover
            if seat is None or seconds_left(table) != 0:
                return
            try:
                with suppress(StoreError):
                    if mine:  # else another server acts, unless it crashes
                        await table.happen(lambda game: game.depute(seat, DEPUTY, "turn", "clock"))
                        return
            except FivediceError:
                return  # another server was quicker
        self._wait(table, AGAIN)
