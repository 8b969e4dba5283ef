"""A live table: one game, its connections, and the order of events.

An intention is checked by the game, written to the store, and only then shown, so that no connection sees what a crash
could undo. A lock for each table keeps intentions in order; tables do not wait for each other.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any, Protocol

from fivedice.errors import FivediceError, StoreError, WrittenMeanwhile
from fivedice.table.events import Event, Played, event_from_json
from fivedice.table.game import Game
from fivedice.table.store import Store
from fivedice.web.absence import Absence
from fivedice.web.acts import act
from fivedice.web.async_store import AsyncStore
from fivedice.web.consent import Request
from fivedice.web.limits import TokenBucket
from fivedice.web.neighbours import Neighbours, Presence
from fivedice.web.protocol import Intention, Refused
from fivedice.web.solutions import spawn
from fivedice.web.state import compact, state_text, welcome
from fivedice.web.timing import Timing


class Listener(Protocol):
    """A connection as a table sees it."""

    tokens: dict[int, str]
    """The seats that it may act for, each with its token."""
    coached: bool
    reactions: TokenBucket

    def send(self, text: str) -> None:
        """Queue a message."""


Watcher = Callable[["LiveTable"], None]
"""Called after each change at a table, and must not block: robots, the coach, reviews."""

ATTEMPTS = 5
"""Attempts for an intention when other servers write to the same game."""


@dataclass(eq=False)
class LiveTable:
    """A game that is being played or watched."""

    game: Game
    store: AsyncStore
    watchers: Sequence[Watcher] = ()
    speed: str = "normal"
    rematch: str | None = None
    reviewed: bool = False
    held: tuple[bool, ...] | None = None
    says: dict[str, Any] | None = None
    request: Request | None = None
    """What the others are asked to agree to."""
    timing: Timing = field(default_factory=Timing)
    absence: Absence = field(init=False)
    turn_since: float = field(init=False)
    """When the turn began."""
    left_alone: float = -inf
    """When the last player left."""
    listeners: set[Listener] = field(default_factory=set)
    neighbours: Neighbours = field(default_factory=Neighbours)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.absence, self.turn_since = Absence(self.timing, self.game.options.get("away_after")), self.timing.now()
        self.absence.look(self.connected)

    # ------------------------------------------------------------------------------------------- connections

    def enter(self, listener: Listener) -> None:
        """Add a connection."""
        self.listeners.add(listener)
        listener.send(welcome(listener.tokens))
        listener.send(state_text(self))
        self.say_presence(but=listener)
        self.tell_watchers()

    def leave(self, listener: Listener) -> None:
        """Remove a connection."""
        self.listeners.discard(listener)
        if not self.is_attended:
            self.left_alone = self.timing.now()
        self.say_presence()

    @property
    def here(self) -> Presence:
        """Who is connected to this server."""
        seats = frozenset(seat for listener in self.listeners for seat in listener.tokens)
        return seats, sum(not listener.tokens for listener in self.listeners)

    @property
    def connected(self) -> tuple[bool, ...]:
        """Whether each seat has a connection, here or to another server; true for robots."""
        found = self.here[0] | self.neighbours.present(self.game.id)[0]
        return tuple(seat.kind == "robot" or number in found for number, seat in enumerate(self.game.seats))

    @property
    def is_attended(self) -> bool:
        """Whether a player is connected."""
        return bool(self.here[0] | self.neighbours.present(self.game.id)[0])

    @property
    def watching(self) -> int:
        """Connections without a seat."""
        return self.here[1] + self.neighbours.present(self.game.id)[1]

    # ---------------------------------------------------------------------------------------------- messages

    def say_state(self) -> None:
        """Send the message "state" to all connections to this server."""
        text = state_text(self)
        for listener in tuple(self.listeners):
            listener.send(text)

    def say(self, message: dict[str, Any], *, but: Listener | None = None) -> None:
        """Send a message to all connections, those to other servers included."""
        self.neighbours.tell(self.game.id, message)
        self.say_here(message, but=but)

    def say_here(self, message: dict[str, Any], *, but: Listener | None = None) -> None:
        """Send a message to all connections to this server."""
        text = compact(message)
        for listener in tuple(self.listeners):
            if listener is not but:
                listener.send(text)

    def say_presence(self, *, but: Listener | None = None) -> None:
        """Send who is connected."""
        self.neighbours.tell_presence(self.game.id, self.here)
        self.say_presence_here(but=but)

    def say_presence_here(self, *, but: Listener | None = None) -> None:
        """Send who is connected to the connections to this server."""
        connected = self.connected
        self.absence.look(connected)
        away = [self.absence.seconds(seat) for seat in range(len(connected))]
        message = {"type": "presence", "connected": connected, "away": away, "watching": self.watching}
        self.say_here(message, but=but)

    def say_held(self, seat: int, held: tuple[bool, ...], says: dict[str, Any] | None = None, **to: Any) -> None:
        """Send which dice are held."""
        self.held, self.says = held, says
        self.say({"type": "held", "seat": seat, "held": held, "point": self.game.point, "says": says}, **to)

    async def hear(self, message: dict[str, Any]) -> None:
        """Handle a message about this table from another server."""
        async with self.lock:  # after all that happened before
            if message["type"] == "held":
                if message["point"] != self.game.point:
                    return
                self.held, self.says = tuple(message["held"]), message["says"]
            if message["type"] == "request":
                self.request = Request.from_json(message["request"])
            self.say_here(message)
        self.tell_watchers()

    def set_request(self, request: Request | None) -> None:
        """Set what the others are asked to agree to, or None."""
        if request != self.request:
            self.request = request
            self.say({"type": "request", "request": request.as_json() if request else None})
            self.tell_watchers()

    def show_again(self) -> None:
        """Send the state."""
        self.say_state()
        self.tell_watchers()

    def tell_watchers(self) -> None:
        """Call all watchers."""
        for watcher in self.watchers:
            watcher(self)

    def spawn(self, work: Any) -> None:
        """Run a task that ends with the table."""
        spawn(work, self.tasks)

    # -------------------------------------------------------------------------------------------- intentions

    async def happen(
        self, intention: Callable[[Game], tuple[Event, ...]], tokens: Mapping[int, str] | None = None
    ) -> None:
        """Carry out an intention: check, store, show, in this order. The caller holds the lock.

        If another process has written to the game meanwhile, it is tried again, unless it is a move and the game is at
        another point now.
        """
        point = self.game.point
        for attempt in range(ATTEMPTS):
            events = intention(self.game)
            stored = partial(Store.append, game=self.game, new=events, tokens=tokens, checked=True)
            try:
                self._show(await self.store.write(stored))
                return
            except StoreError as error:
                self._show(await self.store.load(self.game.id))
                moved = self.game.point != point and any(isinstance(one, Played) for one in events)
                if not isinstance(error, WrittenMeanwhile) or moved or attempt == ATTEMPTS - 1:
                    raise

    async def look_again(self, sequence: int | None = None, told: Sequence[dict[str, Any]] = ()) -> None:
        """Show events that others stored, a terminal for instance: up to number `sequence`, or all.

        `told` are the last of these events, if they came with the notification; else they are read.
        """
        async with self.lock:
            if sequence is None or sequence > self.game.sequence:
                if told and sequence == self.game.sequence + len(told):
                    game = self.game.after(*map(event_from_json, told))
                else:
                    game = await self.store.read(lambda store: store.newer(self.game))
                if game.sequence != self.game.sequence:
                    self.reviewed |= game.ended is not None  # the server that it ended at reviews it
                    self._show(game)

    def _show(self, game: Game) -> None:
        """Show the game as it is stored now."""
        if game.point != self.game.point:
            self.held = self.says = self.request = None
        if game.turn_event != self.game.turn_event:
            self.turn_since = self.timing.now()
        self.game = game
        self.show_again()

    async def mark_coached(self, seat: int) -> None:
        """Record that a seat is coached."""
        async with self.lock:
            if seat not in self.game.coached and not self.game.is_over:
                await self.happen(lambda game: game.coach(seat))

    async def act(self, listener: Listener, wish: Intention) -> None:
        """Carry out an intention of a connection; Refused if it is not allowed, and then nothing has changed."""
        async with self.lock:
            try:
                await act(self, listener, wish)
            except Refused as error:
                error.about = error.about or wish.do
                raise
            except FivediceError as error:
                raise Refused(error.sentence, wish.do) from None
