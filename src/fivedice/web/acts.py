"""What a connection may do at a table: each intention is checked, and carried out or refused."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from fivedice.errors import IllegalDecision
from fivedice.phrases import phrase
from fivedice.table.events import Kind
from fivedice.table.game import MOST_SEATS
from fivedice.table.legal import over
from fivedice.table.store import is_token, new_token
from fivedice.web.absence import depute, resign, take_over
from fivedice.web.clock import resume, seconds_of
from fivedice.web.consent import answer, ask_to_retract, ask_to_stop
from fivedice.web.protocol import SPEEDS, Intention, Refused
from fivedice.web.state import welcome

if TYPE_CHECKING:
    from fivedice.web.live import Listener, LiveTable

EMOTES = ("up", "laugh", "wow", "cry", "clap", "luck")


async def react(table: "LiveTable", listener: "Listener", wish: Intention) -> None:
    """Show a reaction of a player to all connections for a moment; it is not logged."""
    if wish.emote not in EMOTES:
        raise Refused(f"emote {wish.emote[:20]!r} is not known; it must be one of {', '.join(EMOTES)}.")
    if wish.seat is None or wish.seat not in listener.tokens:
        raise Refused(phrase("only players react; those who watch see it."))
    if not listener.reactions.take():
        raise Refused(phrase("that were many reactions; wait a moment."))
    table.say({"type": "reaction", "seat": wish.seat, "emote": wish.emote})


TOGETHER: dict[str, Callable[["LiveTable", "Listener", Intention], Awaitable[None]]] = {
    "depute": depute,
    "resign": resign,
    "retract": ask_to_retract,
    "stop": ask_to_stop,
    "answer": answer,
    "react": react,
}
"""Intentions about other players, rather than about the dice."""


async def act(table: "LiveTable", listener: "Listener", wish: Intention) -> None:
    """Carry out an intention; FivediceError if it is not allowed. The caller holds the lock of the table."""
    if wish.do == "join":
        await _join(table, listener, wish)
    elif wish.do == "throw":
        seat = _mover(table, listener, wish)
        held = _positions(table, seat, wish)
        await table.happen(lambda game: game.throw(seat, held, wish.shown, wish.share))
    elif wish.do == "fill":
        seat = _mover(table, listener, wish, person=True)
        await table.happen(lambda game: game.fill(seat, wish.category))
    elif wish.do == "undo":
        seat = _mover(table, listener, wish)
        await table.happen(lambda game: game.undo_typed(seat))
    elif wish.do == "hold":
        if wish.point in (None, table.game.point):  # else it came after a throw or a box, and is out of date
            seat = _mover(table, listener, wish, person=True)
            table.say_held(seat, _held(table, wish), but=listener)
    elif wish.do == "rename":
        seat = _own(listener, wish)
        await table.happen(lambda game: game.rename(seat, wish.name))
    elif wish.do == "pledge":
        seat = _own(listener, wish)
        await table.happen(lambda game: game.pledge(seat, wish.pledge))
    elif wish.do == "share":
        seat = _own(listener, wish)
        await table.happen(lambda game: game.share(seat, wish.share))
    elif wish.do == "speed":
        await _set_speed(table, listener, wish)
    else:
        await TOGETHER[wish.do](table, listener, wish)


async def _join(table: "LiveTable", listener: "Listener", wish: Intention) -> None:
    tokens = await table.store.read(
        lambda store: {seat: one for one in wish.tokens[:MOST_SEATS] for seat in store.seats_of(table.game.id, one)}
    )
    if wish.seat is None or wish.seat in tokens:  # the answer to an earlier wish for this seat may have been lost
        if not tokens:
            raise Refused("none of these tokens opens a seat here; you can watch, or take an open seat.", "tokens")
        await _sit(table, listener, tokens)
        return
    seat, token = wish.seat, wish.tokens[0] if wish.tokens else new_token()
    if not is_token(token):
        raise Refused("this is not a token: it must have 32 to 64 letters, digits, - and _.")
    if seat not in table.game.open_seats:
        raise Refused(phrase("this seat is not open: somebody holds it already; watch, or choose another."))
    kind: Kind = "bot" if wish.bot else "person"
    await table.happen(lambda game: game.join(seat, wish.name or game.seats[seat].name, kind), {seat: token})
    await _sit(table, listener, {seat: token}, taken=True)


async def _sit(table: "LiveTable", listener: "Listener", tokens: dict[int, str], *, taken: bool = False) -> None:
    """Let a connection act for seats, in place of robots that played for them."""
    if not table.is_attended:
        resume(table)
    listener.tokens |= tokens
    listener.send(welcome(listener.tokens, tokens if taken else None))
    table.say_presence()
    await take_over(table, sorted(tokens))
    if seconds_of(table.game):
        table.show_again()


def _mover(table: "LiveTable", listener: "Listener", wish: Intention, *, person: bool = False) -> int:
    """The seat to move, if this connection may act for it."""
    game = table.game
    if game.mover is None:
        raise IllegalDecision(over(game))
    name = game.seats[game.mover].name
    if game.mover not in listener.tokens:
        raise Refused(phrase("it is the turn of {name}, whose seat is not yours.", name=name))
    if person and game.seats[game.mover].kind == "robot":
        raise Refused(phrase("{name} decides for itself; only its real dice are typed.", name=name))
    if game.deputies[game.mover]:
        raise Refused(phrase("a robot plays for {name} until the end of this turn.", name=name))
    if wish.do != "hold" and wish.point != game.point:
        raise Refused(f"this came out of order: the table is at {game.point}, not at {wish.point}.")
    return game.mover


def _own(listener: "Listener", wish: Intention) -> int:
    if wish.seat is None or wish.seat not in listener.tokens:
        raise Refused(phrase("only the connection that holds a seat can do that for it."))
    return wish.seat


def _held(table: "LiveTable", wish: Intention) -> tuple[bool, ...]:
    count = table.game.rules.dice
    if wish.held is None or len(wish.held) != count:
        raise Refused(f"held must say true or false for each of the {count} dice.")
    if not table.game.throws and any(wish.held):
        raise IllegalDecision(phrase("no dice lie on the table yet, so none can be held: roll all of them."))
    return wish.held


def _positions(table: "LiveTable", seat: int, wish: Intention) -> tuple[int, ...]:
    """Which dice stay in a throw; for a robot with real dice, those that it has chosen."""
    if table.game.seats[seat].kind == "robot" and table.game.throws:
        if table.held is None:
            raise Refused(phrase("{name} has not decided yet; wait a moment.", name=table.game.seats[seat].name))
        held = table.held
    elif table.game.seats[seat].kind == "robot" or wish.held is None:
        held = ()
    else:
        held = _held(table, wish)
    return tuple(position for position, stays in enumerate(held) if stays)


async def _set_speed(table: "LiveTable", listener: "Listener", wish: Intention) -> None:
    if not listener.tokens:
        raise Refused("only players set the speed of a table.")
    if wish.speed not in SPEEDS:
        raise Refused(f"speed {wish.speed[:20]!r} is not known; it must be one of {', '.join(SPEEDS)}.")
    await table.store.write(lambda store: store.set(table.game.id, speed=wish.speed))
    table.speed = wish.speed
    table.say_state()
