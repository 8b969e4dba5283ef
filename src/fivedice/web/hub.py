"""All live tables: loaded from the store when somebody comes, forgotten some time after everybody has left."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from fivedice.rules import Rules
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.listing import GameRow
from fivedice.table.store import new_token
from fivedice.web.live import Listener, LiveTable, Watcher, compact
from fivedice.web.protocol import SPEEDS, Refused
from fivedice.web.state import title_of
from fivedice.web.storing import Storing

FORGET_AFTER = 600.0
"""Seconds for which a table without visitors stays in memory; its game is in the store in any case."""


MOST_TABLES = 5000
"""Tables in memory at once."""


class Hub:
    """Finds, makes and forgets tables."""

    def __init__(self, storing: Storing, watchers: Sequence[Watcher] = ()) -> None:
        self.storing, self.watchers = storing, tuple(watchers)
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.forgetting: dict[str, asyncio.TimerHandle] = {}

    async def table(self, game_id: str) -> LiveTable:
        """The live table of a game; StoreError if there is none."""
        if (known := self.tables.get(game_id)) is not None:
            if not known.listeners:
                await known.look_again()
            return known
        lock = self.loading.setdefault(game_id, asyncio.Lock())
        try:
            async with lock:
                if game_id not in self.tables:
                    game = await self.storing.load(game_id)
                    self._lay(game, await self.storing.read(lambda store: store.settings(game_id)))
        finally:
            if not lock.locked():
                self.loading.pop(game_id, None)
        return self.tables[game_id]

    async def create(
        self,
        rules: Rules,
        seats: Sequence[Seat],
        free: Sequence[int] = (),
        options: Mapping[str, Any] | None = None,
        own: Mapping[int, str] | None = None,
    ) -> tuple[LiveTable, dict[int, str]]:
        """A new table and the tokens of all seats that somebody must act for; `free` seats wait for others.

        Seats are opened by the tokens that people `own` already, others by new ones.
        """
        if len(self.tables) >= MOST_TABLES:
            raise Refused(f"all {MOST_TABLES:,} tables are taken; come back in some minutes.")
        game = Game.begin(rules, seats, options={**(options or {}), "open": list(free)})
        tokens = {
            number: (own or {}).get(number) or new_token()
            for number, seat in enumerate(seats)
            if number not in free and (seat.kind == "person" or seat.physical)
        }
        await self.storing.create(game, tokens)
        return self._lay(game, game.options), tokens

    def _lay(self, game: Game, settings: Mapping[str, Any]) -> LiveTable:
        speed = str(settings.get("speed"))
        table = LiveTable(game, self.storing, self.watchers, speed if speed in SPEEDS else "normal")
        table.rematch = settings.get("rematch")
        self.tables[game.id] = table
        self.forget_later(table)
        return table

    async def rematch(self, table: LiveTable, listener: Listener) -> None:
        """Lay a new table for the same people and tell them; those who are not here find their seats open."""
        async with table.lock:
            if not table.game.is_over:
                raise Refused("the game is not over: finish it before the rematch.", "rematch")
            if not listener.seats:
                raise Refused("only players ask for a rematch.", "rematch")
            if table.rematch is not None:
                raise Refused("the rematch has begun already; follow the link to it.", "rematch")
            here = {seat: token for one in table.listeners for seat, token in one.tokens.items()}
            seats = table.game.seats
            # Tokens stay as they are, for whoever misses the message. Somebody must type a robot's dice.
            own = dict.fromkeys(range(len(seats)), next(iter(listener.tokens.values()))) | here
            free = [number for number, seat in enumerate(seats) if seat.kind == "person" and number not in here]
            new, tokens = await self.create(table.game.rules, seats, free, {"speed": table.speed}, own)
            await self.storing.write(lambda store: store.set(table.game.id, rematch=new.game.id))
            table.rematch = new.game.id
            for one in tuple(table.listeners):
                told = {seat: token for seat, token in tokens.items() if token in one.tokens.values()}
                url = f"/table/{new.game.id}"
                one.send(compact({"type": "rematch", "id": new.game.id, "url": url, "tokens": told}))

    def enter(self, table: LiveTable, listener: Listener) -> None:
        """Somebody comes to a table."""
        if timer := self.forgetting.pop(table.game.id, None):
            timer.cancel()
        self.tables[table.game.id] = table
        table.enter(listener)

    def leave(self, table: LiveTable, listener: Listener) -> None:
        """Somebody goes."""
        table.leave(listener)
        if not table.listeners:
            self.forget_later(table)

    def forget_later(self, table: LiveTable) -> None:
        """Forget a table that nobody comes back to."""
        if timer := self.forgetting.pop(table.game.id, None):
            timer.cancel()
        loop = asyncio.get_running_loop()
        self.forgetting[table.game.id] = loop.call_later(FORGET_AFTER, self._forget, table)

    def _forget(self, table: LiveTable) -> None:
        if table.listeners:
            return
        if table.tasks:
            self.forget_later(table)  # robots play to the end among themselves
            return
        self.forgetting.pop(table.game.id, None)
        self.tables.pop(table.game.id, None)

    def overview(self, row: GameRow) -> dict[str, Any]:
        """A game in the list of open tables."""
        live = self.tables.get(row.id)
        seats = [
            {"name": seat.name, "kind": seat.kind, "open": seat.kind == "person" and not seat.taken}
            for seat in row.seats
        ]
        return {
            "id": row.id,
            "variant": row.variant,
            "title": title_of(row.variant),
            "created": row.created,
            "seats": seats,
            "open": sum(seat["open"] is True for seat in seats),
            "connected": len(live.listeners) if live else 0,
        }

    async def stop(self) -> None:
        """Stop everything that goes on beside the tables."""
        for timer in self.forgetting.values():
            timer.cancel()
        tasks = [task for table in self.tables.values() for task in table.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
