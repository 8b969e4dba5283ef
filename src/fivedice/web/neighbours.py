"""Other servers on the same PostgreSQL database: all show the same tables, and only one plays a table's robots.

Every transaction sends a notification (NOTIFY) of the games that it changed, with the events if they fit
(`table.database`); all servers listen (LISTEN) and update their open tables. What is not stored is sent in the same
way: who is connected, which dice are held, and every other message of a table. A server that crashes has sent a
notification of all that it committed.

Robots and clocks act for a game while this server holds an advisory lock on its id. The lock ends with the connection,
and so with the server; then another one takes it. If two act at once all the same, the numbers of events let only one
write. A second lock shows the others that this server is running.
"""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from fivedice.errors import FivediceError
from fivedice.table.database import LARGEST_TOLD
from fivedice.table.store import Store
from fivedice.web.solutions import cancel, spawn

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    from fivedice.web.hub import Hub
    from fivedice.web.live import LiveTable

ROLL_CALL = 1.0
"""Seconds between two checks of which servers are running, and before a lost connection is opened again."""
HERE_ONLY = frozenset({"state", "presence", "solving", "error"})
"""Messages of a table that each server makes for itself."""

Presence = tuple[frozenset[int], int]
"""Seats that are connected, and connections without a seat."""
NOBODY: Presence = (frozenset(), 0)


class Neighbours:
    """Used without other servers: this one has the database for itself."""

    def start(self, hub: "Hub") -> None:
        """Start to listen, for the tables of a hub."""

    async def stop(self) -> None:
        """Close all connections."""

    def tell(self, game_id: str, message: dict[str, Any]) -> None:
        """Send a message to the connections of a table on other servers."""

    def tell_presence(self, game_id: str, here: Presence) -> None:
        """Tell other servers who is connected to a table here."""

    def present(self, game_id: str) -> Presence:
        """Who is connected to a table on other servers."""
        return NOBODY

    @asynccontextmanager
    async def acting(self, game_id: str) -> AsyncIterator[bool]:
        """Whether this server may act for a game by itself, until the end of the block."""
        yield True


class PostgresNeighbours(Neighbours):
    """Other servers, reached through the common database."""

    def __init__(self, store: Store) -> None:
        assert store.channel is not None
        self.me, self.channel = store.teller, store.channel
        self.address = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.there = lock_number(self.channel, "servers")
        self.others: frozenset[int] = frozenset()
        self.elsewhere: dict[str, dict[int, Presence]] = {}
        self.speaking: AsyncConnection[Any] | None = None
        self.connected = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.hub: Hub | None = None

    def start(self, hub: "Hub") -> None:
        """Start to listen, for the tables of a hub."""
        self.hub = hub
        spawn(self._run(), self.tasks)

    async def stop(self) -> None:
        """Close all connections."""
        await cancel(self.tasks)

    def tell(self, game_id: str, message: dict[str, Any]) -> None:
        """Send a message to the connections of a table on other servers."""
        if self.others and message["type"] not in HERE_ONLY:
            self._send(game=game_id, say=message)

    def tell_presence(self, game_id: str, here: Presence) -> None:
        """Tell other servers who is connected to a table here."""
        if self.others:
            self._send(present={game_id: [sorted(here[0]), here[1]]})

    def present(self, game_id: str) -> Presence:
        """Who is connected to a table on other servers."""
        found = self.elsewhere.get(game_id)
        if not found:
            return NOBODY
        return frozenset().union(*(seats for seats, _ in found.values())), sum(count for _, count in found.values())

    @asynccontextmanager
    async def acting(self, game_id: str) -> AsyncIterator[bool]:
        """Whether this server may act for a game by itself, until the end of the block.

        A server that has just started waits until it is connected.
        """
        import psycopg

        with suppress(TimeoutError):
            async with asyncio.timeout(ROLL_CALL):
                await self.connected.wait()
        number, connection, mine = lock_number(self.channel, "game", game_id, bits=63), self.speaking, False
        if connection is not None:
            with suppress(psycopg.Error):
                row = await (await connection.execute("SELECT pg_try_advisory_lock(%s)", [number])).fetchone()
                mine = bool(row and row[0])
        try:
            yield mine
        finally:
            if mine and connection is not None:
                with suppress(psycopg.Error):  # the lock is gone with its connection
                    await connection.execute("SELECT pg_advisory_unlock(%s)", [number])

    # ------------------------------------------------------------------------------------------------- connections

    async def _run(self) -> None:
        """Listen; after a loss, reconnect and reload all tables, since notifications may have been missed."""
        import psycopg
        from psycopg import sql

        while True:
            with suppress(psycopg.Error, OSError):
                connect = psycopg.AsyncConnection.connect
                options: dict[str, Any] = {"autocommit": True, "application_name": self.channel}
                async with (
                    await connect(self.address, **options) as listening,
                    await connect(self.address, **options) as speaking,
                ):
                    await speaking.execute("SELECT pg_advisory_lock(%s, %s)", [self.there, self.me])
                    await listening.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self.channel)))
                    self.speaking = speaking
                    self.connected.set()
                    calling = asyncio.create_task(self._call_roll(speaking))
                    try:
                        self._look_at_all()
                        self._send(who=True)
                        async for told in listening.notifies():
                            with suppress(ValueError, TypeError, LookupError):  # others may use the channel too
                                self._hear(json.loads(told.payload))
                    finally:
                        self.speaking = None
                        self.connected.clear()
                        await cancel([calling])
            await asyncio.sleep(ROLL_CALL)

    async def _call_roll(self, connection: "AsyncConnection[Any]") -> None:
        """Check regularly which servers are running, and drop the connections of those that are not."""
        query = """SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objsubid = 2
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
        while True:
            found = await (await connection.execute(query, [self.there])).fetchall()
            self.others = frozenset(int(one) for (one,) in found) - {self.me}
            for game_id, servers in tuple(self.elsewhere.items()):
                if gone := servers.keys() - self.others:
                    for server in gone:
                        self._note(game_id, server, NOBODY)
            await asyncio.sleep(ROLL_CALL)

    def _send(self, **message: Any) -> None:
        text = json.dumps({"from": self.me, **message}, separators=(",", ":"))
        if self.speaking is not None and len(text.encode()) <= LARGEST_TOLD:
            spawn(self._notify(self.speaking, text), self.tasks)

    async def _notify(self, connection: "AsyncConnection[Any]", text: str) -> None:
        import psycopg

        with suppress(psycopg.Error):  # of a lost connection: after reconnecting all is sent again
            await connection.execute("SELECT pg_notify(%s, %s)", [self.channel, text])

    # ------------------------------------------------------------------------------------------------ what is heard

    def _hear(self, message: dict[str, Any]) -> None:
        if message["from"] == self.me or self.hub is None:
            return
        for game_id, sequence, told in message.get("changed", ()):
            if table := self.hub.tables.get(game_id):
                table.spawn(_updated(self.hub, table, sequence, told))
        if "say" in message and (table := self.hub.tables.get(message["game"])):
            table.spawn(table.hear(message["say"]))
        for game_id, (seats, watching) in message.get("present", {}).items():
            self.others |= {message["from"]}
            self._note(game_id, message["from"], (frozenset(seats), watching))
        if "who" in message:
            self.others |= {message["from"]}
            for table in tuple(self.hub.tables.values()):
                if table.listeners:
                    self.tell_presence(table.game.id, table.here)

    def _note(self, game_id: str, server: int, found: Presence) -> None:
        """Record who is connected to a table on another server."""
        servers = self.elsewhere.setdefault(game_id, {})
        before = servers.pop(server, NOBODY)
        if found != NOBODY:
            servers[server] = found
        if not servers:
            del self.elsewhere[game_id]
        if found != before and self.hub is not None and (table := self.hub.tables.get(game_id)):
            table.say_presence_here()

    def _look_at_all(self) -> None:
        assert self.hub is not None
        for table in tuple(self.hub.tables.values()):
            table.spawn(_updated(self.hub, table))


async def _updated(
    hub: "Hub", table: "LiveTable", sequence: int | None = None, told: Sequence[dict[str, Any]] = ()
) -> None:
    """Bring a table up to date: up to an event, or its settings (0), or all of it (None)."""
    with suppress(FivediceError):  # the next act at the table reports the error
        if sequence != 0:
            await table.look_again(sequence, told)
        if not sequence:
            await hub.set_again(table)


def lock_number(*words: str, bits: int = 31) -> int:
    """The number of an advisory lock; PostgreSQL takes two of 31 bits or one of 63."""
    return int.from_bytes(hashlib.sha256(" ".join(words).encode()).digest()[:8], "big") >> (64 - bits)
