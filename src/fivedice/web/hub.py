"""All live tables: loaded from the store for the first connection, dropped some time after the last has left."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fivedice.phrases import phrase
from fivedice.rules import Rules
from fivedice.rules.category import heading
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.listing import GameRow
from fivedice.table.store import new_token
from fivedice.web.async_store import AsyncStore
from fivedice.web.clock import seconds_of
from fivedice.web.live import Listener, LiveTable, Watcher
from fivedice.web.neighbours import Neighbours
from fivedice.web.protocol import SPEEDS, Refused
from fivedice.web.solutions import cancel
from fivedice.web.state import compact
from fivedice.web.timing import Timing

FORGET_AFTER = 600.0
"""Seconds for which a table without connections stays in memory; its game is in the store in any case."""
KEPT = ("casual", "clock", "away_after")
"""Options of a game that its rematch has too."""
MOST_TABLES = 5000
"""Tables in memory at once."""


class Hub:
    """Finds, creates and drops tables."""

    def __init__(
        self,
        store: AsyncStore,
        watchers: Sequence[Watcher] = (),
        neighbours: Neighbours | None = None,
        timing: Timing | None = None,
    ) -> None:
        self.store, self.watchers, self.neighbours = store, tuple(watchers), neighbours or Neighbours()
        self.timing = timing or Timing()
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
                    game = await self.store.load(game_id)
                    table = self._lay(game, await self.store.read(lambda store: store.settings(game_id)))
                    if seconds_of(game):
                        table.turn_since = await self.store.read(lambda store: store.time_of(game_id, game.turn_event))
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
        pledges: Mapping[int, str] | None = None,
        hashes: Mapping[int, str] | None = None,
    ) -> tuple[LiveTable, dict[int, str]]:
        """Create a table; returns it with the tokens of all seats that a person acts for. `free` seats are open.

        `own` are tokens that people have already, `hashes` those of tokens that are not known here; other seats get new
        ones. `pledges` were made before the seed is drawn here.
        """
        if len(self.tables) >= MOST_TABLES and not self._drop_one():
            raise Refused(phrase("all {most} tables are taken; come back in some minutes.", most=f"{MOST_TABLES:,}"))
        game = Game.begin(rules, seats, options={**(options or {}), "open": list(free)}, pledges=pledges)
        tokens = {
            number: (own or {}).get(number) or new_token()
            for number, seat in enumerate(seats)
            if number not in free and number not in (hashes or {}) and (seat.kind != "robot" or seat.physical)
        }
        await self.store.write(lambda store: store.create(game, tokens, hashes))
        return self._lay(game, game.options), tokens

    def _lay(self, game: Game, settings: Mapping[str, Any]) -> LiveTable:
        table = LiveTable(game, self.store, self.watchers, neighbours=self.neighbours, timing=self.timing)
        _set(table, settings)
        self.tables[game.id] = table
        self.forget_later(table)
        return table

    async def rematch(self, table: LiveTable, listener: Listener) -> None:
        """Open a new table for the same people and tell them; the seats of those who are not connected are open."""
        async with self.neighbours.acting(table.game.id) as mine, table.lock:
            if not mine:
                raise Refused(phrase("the rematch is being made; wait a moment."), "rematch")
            if not table.game.is_over:
                raise Refused(phrase("the game is not over: finish it before the rematch."), "rematch")
            if not listener.tokens:
                raise Refused(phrase("only players ask for a rematch."), "rematch")
            if table.rematch is not None:
                raise Refused(phrase("the rematch has begun already; follow the link to it."), "rematch")
            settings = await self.store.read(lambda store: store.settings(table.game.id))
            if settings.get("rematch"):
                raise Refused(phrase("the rematch has begun already at another server; reload the page."), "rematch")
            here = {seat: token for one in table.listeners for seat, token in one.tokens.items()}
            there = self.neighbours.present(table.game.id)[0] - here.keys()
            hashes = await self.store.read(lambda store: store.token_hashes(table.game.id, there))
            seats = table.game.seats
            kept = {key: table.game.options[key] for key in KEPT if key in table.game.options}
            options = {**kept, "speed": table.speed}
            # Tokens stay the same, for those who miss the message. A robot's real dice are typed by the one who asks.
            own = dict.fromkeys(range(len(seats)), next(iter(listener.tokens.values()))) | here
            free = [number for number, seat in enumerate(seats) if seat.kind != "robot" and number not in here | hashes]
            seats = tuple(replace(seat, kind="person") if number in free else seat for number, seat in enumerate(seats))
            new, tokens = await self.create(table.game.rules, seats, free, options, own, hashes=hashes)
            await self.store.write(lambda store: store.set(table.game.id, rematch=new.game.id))
            table.rematch = new.game.id
            _tell_rematch(table, tokens)

    async def set_again(self, table: LiveTable) -> None:
        """Read the settings of a table that another server has changed."""
        settings = await self.store.read(lambda store: store.settings(table.game.id))
        before = table.rematch
        _set(table, settings)
        if (new := table.rematch) and not before:
            own = {token for one in table.listeners for token in one.tokens.values()}
            tokens = await self.store.read(
                lambda store: {seat: token for token in own for seat in store.seats_of(new, token)}
            )
            _tell_rematch(table, tokens)
        table.say_state()

    def enter(self, table: LiveTable, listener: Listener) -> None:
        """Add a connection to a table."""
        if timer := self.forgetting.pop(table.game.id, None):
            timer.cancel()
        self.tables[table.game.id] = table
        table.enter(listener)

    def leave(self, table: LiveTable, listener: Listener) -> None:
        """Remove a connection from a table."""
        table.leave(listener)
        if not table.listeners:
            self.forget_later(table)

    def forget_later(self, table: LiveTable) -> None:
        """Drop the table unless a connection comes back in time."""
        if timer := self.forgetting.pop(table.game.id, None):
            timer.cancel()
        loop = asyncio.get_running_loop()
        self.forgetting[table.game.id] = loop.call_later(FORGET_AFTER, self._forget, table)

    def _drop_one(self) -> bool:
        """Drop the table that has been without connections for longest; False if all are in use."""
        idle = (self.tables[game_id] for game_id in self.forgetting if game_id in self.tables)
        table = next((one for one in idle if not one.listeners and not one.tasks), None)
        if table is None:
            return False
        self.forgetting[table.game.id].cancel()
        self._forget(table)
        return True

    def _forget(self, table: LiveTable) -> None:
        if table.listeners:
            return
        if table.tasks:
            self.forget_later(table)  # robots play to the end among themselves
            return
        self.forgetting.pop(table.game.id, None)
        self.tables.pop(table.game.id, None)

    def overview(self, row: GameRow) -> dict[str, Any]:
        """A row of the list of open tables."""
        live = self.tables.get(row.id)
        seats_there, watching_there = self.neighbours.present(row.id)
        seats = [
            {"name": seat.name, "kind": seat.kind, "open": seat.kind == "person" and not seat.taken}
            for seat in row.seats
        ]
        return {
            "id": row.id,
            "variant": row.variant,
            "title": heading(row.variant),
            "created": row.created,
            "acted": row.acted,
            "round": row.round,
            "seats": seats,
            "open": sum(seat["open"] is True for seat in seats),
            "connected": (len(live.listeners) if live else 0) + len(seats_there) + watching_there,
        }

    async def stop(self) -> None:
        """Stop the tasks of all tables."""
        for timer in self.forgetting.values():
            timer.cancel()
        await cancel(task for table in self.tables.values() for task in table.tasks)


def _set(table: LiveTable, settings: Mapping[str, Any]) -> None:
    """Apply stored settings to a table."""
    speed = str(settings.get("speed"))
    table.speed, table.rematch = speed if speed in SPEEDS else "normal", settings.get("rematch")


def _tell_rematch(table: LiveTable, tokens: Mapping[int, str]) -> None:
    """Announce the rematch to the connections here, each with its own tokens."""
    for one in tuple(table.listeners):
        told = {seat: token for seat, token in tokens.items() if token in one.tokens.values()}
        url = f"/table/{table.rematch}"
        one.send(compact({"type": "rematch", "id": table.rematch, "url": url, "tokens": told}))
