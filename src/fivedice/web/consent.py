"""Consent: what a player wants to do that all others must agree to: take a box back, or end the game."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fivedice.phrases import phrase
from fivedice.table.legal import check_retract
from fivedice.web.absence import check_plays, is_missed, plays
from fivedice.web.protocol import Intention, Refused

if TYPE_CHECKING:
    from fivedice.web.live import Listener, LiveTable


@dataclass(frozen=True)
class Request:
    """What the player of a seat wants ("retract" or "stop"), and the seats that have not agreed yet."""

    what: str
    seat: int
    waits: tuple[int, ...]

    @classmethod
    def from_json(cls, value: dict[str, Any] | None) -> "Request | None":
        """A request that another server sent."""
        return cls(value["what"], value["seat"], tuple(value["waits"])) if value else None

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"what": self.what, "seat": self.seat, "waits": list(self.waits)}


async def ask_to_retract(table: "LiveTable", listener: "Listener", wish: Intention) -> None:
    """Take back the box that was filled last, once the other people at the table agree."""
    game = table.game
    if wish.point != game.point:
        raise Refused(phrase("it is too late: the game has gone on."))
    seat = game.retractable[0].seat if game.retractable else next(iter(listener.tokens), -1)
    if seat not in listener.tokens:
        raise Refused(phrase("only the player who filled that box can take it back."))
    check_retract(game, seat)
    free = game.open_seats
    people = (one for one in _others(table, listener) if one not in free and game.deputies[one] is None)
    await _ask(table, Request("retract", seat, tuple(people)))


async def ask_to_stop(table: "LiveTable", listener: "Listener", wish: Intention) -> None:
    """End the game while a player is away, once the other connected people agree."""
    game = table.game
    check_plays(table, listener)
    if not any(is_missed(table, seat) for seat in range(len(game.seats))):
        raise Refused(phrase("the game is ended for all only while somebody is away for long; you can resign."))
    seat = next(one for one in sorted(listener.tokens) if plays(table, one))
    connected = table.connected
    await _ask(table, Request("stop", seat, tuple(one for one in _others(table, listener) if connected[one])))


async def answer(table: "LiveTable", listener: "Listener", wish: Intention) -> None:
    """Agree to the request, or refuse it."""
    request = table.request
    if request is None or not set(request.waits) & listener.tokens.keys():
        raise Refused(phrase("nothing is asked of you now."))
    if not wish.on:
        table.set_request(None)
        return
    await _ask(table, Request(request.what, request.seat, tuple(set(request.waits) - listener.tokens.keys())))


def _others(table: "LiveTable", listener: "Listener") -> list[int]:
    """The seats of other people who have not resigned."""
    gone = table.game.resigned | listener.tokens.keys()
    return [number for number, seat in enumerate(table.game.seats) if seat.kind == "person" and number not in gone]


async def _ask(table: "LiveTable", request: Request) -> None:
    """Ask those who have not agreed yet, with a timeout; carry the request out once all have."""
    if request.waits:
        table.set_request(request)
        asyncio.get_running_loop().call_later(table.timing.consent, _forget, table, request)
        return
    table.set_request(None)
    if request.what == "retract":
        await table.happen(lambda game: game.retract(request.seat))
    else:
        await table.happen(lambda game: game.stop(request.seat))


def _forget(table: "LiveTable", request: Request) -> None:
    if table.request == request:
        table.set_request(None)
