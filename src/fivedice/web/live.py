"""A live table: one game, its connections, and the order of what happens.

An intention is checked by the game, written to the store, and only then shown, so that no connection sees what a crash
could take back. A lock for each table keeps intentions in order; tables do not wait for each other.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from fivedice.errors import FivediceError, IllegalDecision, StoreError, WrittenMeanwhile
from fivedice.phrases import phrase
from fivedice.table.events import Event, Kind, Played
from fivedice.table.game import MOST_SEATS, Game
from fivedice.table.store import Store, is_token, new_token
from fivedice.web.async_store import AsyncStore
from fivedice.web.neighbours import Neighbours, Presence, all_seats
from fivedice.web.protocol import SPEEDS, Intention, Refused
from fivedice.web.state import compact, open_seats, state_json, state_text


class Listener(Protocol):
    """A connection as a table sees it."""

    tokens: dict[int, str]
    """The seats that it may act for, each with its token."""
    coached: bool

    def send(self, text: str) -> None:
        """Queue a message."""


Watcher = Callable[["LiveTable"], None]
"""Called after each change at a table, and must not block: robots, the coach, reviews."""

ATTEMPTS = 5
"""How often an intention is tried when other servers write to the same game."""


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
    listeners: set[Listener] = field(default_factory=set)
    neighbours: Neighbours = field(default_factory=Neighbours)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    # ------------------------------------------------------------------------------------------- connections

    def enter(self, listener: Listener) -> None:
        """Add a connection."""
        self.listeners.add(listener)
        listener.send(_welcome(listener))
        listener.send(self.state())
        self.say_presence(but=listener)
        self.tell_watchers()

    def leave(self, listener: Listener) -> None:
        """Remove a connection."""
        self.listeners.discard(listener)
        self.say_presence()

    @property
    def here(self) -> Presence:
        """Who is connected to this server."""
        return all_seats(self.listeners)

    @property
    def connected(self) -> tuple[bool, ...]:
        """Whether each seat has a connection, here or at another server; robots always have."""
        found = self.here[0] | self.neighbours.present(self.game.id)[0]
        return tuple(seat.kind == "robot" or number in found for number, seat in enumerate(self.game.seats))

    @property
    def watching(self) -> int:
        """Connections without a seat."""
        return self.here[1] + self.neighbours.present(self.game.id)[1]

    # ---------------------------------------------------------------------------------------------- messages

    def message(self) -> dict[str, Any]:
        """The message "state"."""
        return state_json(self)

    def state(self) -> str:
        """The message "state" as text."""
        return state_text(self)

    def say_state(self) -> None:
        """Send the message "state" to all connections to this server."""
        text = self.state()
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
        self.say_here({"type": "presence", "connected": self.connected, "watching": self.watching}, but=but)

    def say_held(self, seat: int, held: tuple[bool, ...], says: dict[str, Any] | None = None, **to: Any) -> None:
        """Send which dice are held."""
        self.held, self.says = held, says
        self.say({"type": "held", "seat": seat, "held": held, "point": self.game.point, "says": says}, **to)

    async def hear(self, message: dict[str, Any]) -> None:
        """Take in a message of this table that another server has sent."""
        async with self.lock:  # after all that happened before
            if message["type"] == "held":
                if message["point"] != self.game.point:
                    return
                self.held, self.says = tuple(message["held"]), message["says"]
            self.say_here(message)

    def tell_watchers(self) -> None:
        """Call all watchers."""
        for watcher in self.watchers:
            watcher(self)

    def spawn(self, work: Any) -> None:
        """Run a task that ends with the table."""
        task: asyncio.Task[None] = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

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

    async def look_again(self, sequence: int | None = None) -> None:
        """Show what happened to the game elsewhere, in a terminal for instance; up to an event, if one is named."""
        async with self.lock:
            if sequence is None or sequence > self.game.sequence:
                game = await self.store.read(lambda store: store.newer(self.game))
                if game.sequence != self.game.sequence:
                    self.reviewed |= game.ended is not None  # the server that it ended at reviews it
                    self._show(game)

    def _show(self, game: Game) -> None:
        """Show the game as it is stored now."""
        if game.point != self.game.point:
            self.held = self.says = None
        self.game = game
        self.say_state()
        self.tell_watchers()

    async def mark_coached(self, seat: int) -> None:
        """Record that a seat is coached."""
        async with self.lock:
            if seat not in self.game.coached and not self.game.is_over:
                await self.happen(lambda game: game.coach(seat))

    async def act(self, listener: Listener, wish: Intention) -> None:
        """Carry out an intention of a connection; Refused if it is not allowed, and then nothing has changed."""
        async with self.lock:
            try:
                await self._act(listener, wish)
            except Refused:
                raise
            except FivediceError as error:
                raise Refused(error.sentence, wish.do) from None

    async def _act(self, listener: Listener, wish: Intention) -> None:
        if wish.do == "join":
            await self._join(listener, wish)
        elif wish.do == "throw":
            seat = self._mover(listener, wish)
            held = self._positions(seat, wish)
            await self.happen(lambda game: game.throw(seat, held, wish.shown, wish.share))
        elif wish.do == "fill":
            seat = self._mover(listener, wish, person=True)
            await self.happen(lambda game: game.fill(seat, wish.category))
        elif wish.do == "undo":
            seat = self._mover(listener, wish)
            await self.happen(lambda game: game.undo_typed(seat))
        elif wish.do == "hold":
            if wish.point in (None, self.game.point):  # else it came after a throw or a box, and is out of date
                seat = self._mover(listener, wish, person=True)
                self.say_held(seat, self._held(wish), but=listener)
        elif wish.do == "rename":
            seat = self._own(listener, wish)
            await self.happen(lambda game: game.rename(seat, wish.name))
        elif wish.do == "pledge":
            seat = self._own(listener, wish)
            await self.happen(lambda game: game.pledge(seat, wish.pledge))
        elif wish.do == "share":
            seat = self._own(listener, wish)
            await self.happen(lambda game: game.share(seat, wish.share))
        elif wish.do == "speed":
            await self._set_speed(listener, wish)
        else:
            raise Refused(f"{wish.do} is not done at a table.", wish.do)

    async def _join(self, listener: Listener, wish: Intention) -> None:
        tokens = await self.store.read(
            lambda store: {seat: one for one in wish.tokens[:MOST_SEATS] for seat in store.seats_of(self.game.id, one)}
        )
        if wish.seat is None or wish.seat in tokens:  # the answer to an earlier wish for this seat may have been lost
            if not tokens:
                raise Refused("none of these tokens opens a seat here; you can watch, or take an open seat.", "tokens")
            listener.tokens |= tokens
            listener.send(_welcome(listener))
            self.say_presence()
            return
        seat, token = wish.seat, wish.tokens[0] if wish.tokens else new_token()
        if not is_token(token):
            raise Refused("this is not a token: it must have 32 to 64 letters, digits, - and _.", "join")
        if seat not in open_seats(self.game):
            raise Refused(phrase("this seat is not open: somebody holds it already; watch, or choose another."), "join")
        kind: Kind = "bot" if wish.bot else "person"
        await self.happen(lambda game: game.join(seat, wish.name or game.seats[seat].name, kind), {seat: token})
        listener.tokens[seat] = token
        listener.send(_welcome(listener, {seat: token}))
        self.say_presence()

    def _mover(self, listener: Listener, wish: Intention, *, person: bool = False) -> int:
        """The seat to move, if this connection may act for it."""
        game = self.game
        if game.mover is None:
            raise IllegalDecision(phrase("the game is over: every box is filled."))
        if game.mover not in listener.tokens:
            raise Refused(
                phrase("it is the turn of {name}, whose seat is not yours.", name=game.seats[game.mover].name), wish.do
            )
        if person and game.seats[game.mover].kind == "robot":
            raise Refused(
                phrase("{name} decides for itself; only its real dice are typed.", name=game.seats[game.mover].name),
                wish.do,
            )
        if wish.do != "hold" and wish.point != game.point:
            raise Refused(f"this came out of order: the table is at {game.point}, not at {wish.point}.", wish.do)
        return game.mover

    def _own(self, listener: Listener, wish: Intention) -> int:
        if wish.seat is None or wish.seat not in listener.tokens:
            raise Refused(phrase("only the connection that holds a seat can do that for it."), wish.do)
        return wish.seat

    def _held(self, wish: Intention) -> tuple[bool, ...]:
        count = self.game.rules.dice
        if wish.held is None or len(wish.held) != count:
            raise Refused(f"held must say true or false for each of the {count} dice.", wish.do)
        if not self.game.throws and any(wish.held):
            raise IllegalDecision(phrase("no dice lie on the table yet, so none can be held: roll all of them."))
        return wish.held

    def _positions(self, seat: int, wish: Intention) -> tuple[int, ...]:
        """Which dice stay in a throw; for a robot with real dice, those that it has chosen."""
        if self.game.seats[seat].kind == "robot" and self.game.throws:
            if self.held is None:
                raise Refused(
                    phrase("{name} has not decided yet; wait a moment.", name=self.game.seats[seat].name), "throw"
                )
            held = self.held
        elif self.game.seats[seat].kind == "robot" or wish.held is None:
            held = ()
        else:
            held = self._held(wish)
        return tuple(position for position, stays in enumerate(held) if stays)

    async def _set_speed(self, listener: Listener, wish: Intention) -> None:
        if not listener.tokens:
            raise Refused("only players set the speed of a table.", "speed")
        if wish.speed not in SPEEDS:
            raise Refused(f"speed {wish.speed[:20]!r} is not known; it must be one of {', '.join(SPEEDS)}.", "speed")
        await self.store.write(lambda store: store.set(self.game.id, speed=wish.speed))
        self.speed = wish.speed
        self.say_state()


def _welcome(listener: Listener, tokens: dict[int, str] | None = None) -> str:
    return compact({"type": "welcome", "you": sorted(listener.tokens), "tokens": tokens or {}})
