"""What an event changes in a game."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from fivedice.table.dice import parse_seed
from fivedice.table.events import (
    Coached,
    Deputed,
    Ended,
    Event,
    Filled,
    Joined,
    Played,
    Pledged,
    Renamed,
    Resigned,
    Retracted,
    Shared,
    Stopped,
    Thrown,
    Undone,
)
from fivedice.table.shares import mixed

if TYPE_CHECKING:
    from fivedice.table.standing import Standing

T = TypeVar("T")


def changes(game: "Standing", event: Event) -> dict[str, Any]:
    """The fields of a game that a legal event changes, with their new values; its log aside."""
    found: dict[str, Any] = {}
    if isinstance(event, Pledged):
        found["links"] = _with(game.links, event.seat, event.pledge)
    elif isinstance(event, Thrown | Shared) and event.share:
        found |= {"links": _with(game.links, event.seat, event.share), "mix": mixed(game.mix, event.share)}
    if isinstance(event, Played):
        found |= {"point": game.point + 1, "retractable": None, **_by_play(game, event)}
        if isinstance(event, Retracted | Deputed | Resigned | Stopped):
            found["remarkable"] = True
    elif isinstance(event, Coached):
        found["coached"] = game.coached | {event.seat}
    elif isinstance(event, Joined | Renamed):
        seat = game.seats[event.seat]
        seat = replace(seat, name=event.name, kind=event.kind if isinstance(event, Joined) else seat.kind)
        found["seats"] = _with(game.seats, event.seat, seat)
        if isinstance(event, Joined):
            found["deputies"] = _with(game.deputies, event.seat, None)
    elif isinstance(event, Ended):
        found |= {"ended": event, "seed": parse_seed(event.seed) if event.seed else None}
    return found


def _by_play(game: "Standing", event: Played) -> dict[str, Any]:
    if isinstance(event, Thrown):
        return {"throws": (*game.throws, event)}
    if isinstance(event, Undone):
        return {"throws": game.throws[:-1]}
    if isinstance(event, Filled):
        return _by_box(game, event)
    if isinstance(event, Retracted):
        assert game.retractable is not None, "a box is taken back that was filled last"
        _, card, throws = game.retractable
        return {"cards": _with(game.cards, event.seat, card), "throws": throws}
    if isinstance(event, Stopped):
        return {"stopped": True}
    deputies = _with(game.deputies, event.seat, event if isinstance(event, Deputed) else None)
    if isinstance(event, Resigned):
        throws = () if event.seat == game.mover else game.throws
        return {"resigned": game.resigned | {event.seat}, "throws": throws, "deputies": deputies}
    return {"deputies": deputies}


def _by_box(game: "Standing", event: Filled) -> dict[str, Any]:
    category = game.rules.categories[game.rules.index[event.category]]
    turn, deputy, card = game.turn, game.deputies[event.seat], game.cards[event.seat]
    assert turn is not None, "a box is filled once dice lie on the table"
    scored = card.score(game.rules, turn.roll, category, rerolls=turn.rerolls, served=turn.served)
    stays = None if deputy and deputy.until == "turn" else deputy
    return {
        "cards": _with(game.cards, event.seat, scored),
        "throws": (),
        "deputies": _with(game.deputies, event.seat, stays),
        "retractable": None if game.strategy_of(event.seat) else (event, card, game.throws),
    }


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])
