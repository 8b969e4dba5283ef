"""The requests that answer with JSON; see PROTOCOL.md."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fivedice.errors import StoreError
from fivedice.rules import Rules, variant
from fivedice.table.events import Seat
from fivedice.table.game import MOST_SEATS
from fivedice.web.protocol import SPEEDS, Refused
from fivedice.web.security import HEADERS, refuse
from fivedice.web.services import services_of
from fivedice.web.state import title_of

LARGEST_BODY = 16 * 1024


async def variants(request: Request) -> Response:
    """What can be played."""
    services = services_of(request)
    found = []
    for rules, summary in services.variants.values():
        optimal = services.strengths.so_far(rules).get("optimal", {})
        found.append(
            {
                "name": rules.name,
                "title": title_of(rules.name),
                "summary": summary,
                "turns": rules.turns,
                "dice": rules.dice,
                "faces": rules.faces,
                "rolls": rules.rolls,
                "mean": optimal.get("mean"),
            }
        )
    return JSONResponse({"variants": found})


async def strategies(request: Request) -> Response:
    """Who can play, with their exact means as far as these are known."""
    rules = _rules(request, request.query_params.get("variant", "yahtzee"))
    return JSONResponse(await services_of(request).strengths.table(rules))


async def create_table(request: Request) -> Response:
    """Lay a new table."""
    services = services_of(request)
    wish = await _body(request)
    rules = _rules(request, wish.get("variant", "yahtzee"))
    speed = wish.get("speed", "normal")
    if speed not in SPEEDS:
        raise Refused(f"speed is {str(speed)[:20]!r}; allowed is {', '.join(SPEEDS)}.")
    seats, free = _seats(wish.get("seats"))
    robots = sorted({seat.strategy for seat in seats if seat.strategy is not None})
    if robots:
        refusals = await services.strengths.refusals(rules, robots)
        for sentence in refusals.values():
            raise Refused(sentence)
    table, tokens = await services.hub.create(rules, seats, free, {"speed": speed})
    found = {"id": table.game.id, "url": f"/table/{table.game.id}", "tokens": tokens}
    return JSONResponse(found, 201)


async def list_tables(request: Request) -> Response:
    """Tables that are not finished."""
    hub = services_of(request).hub
    rows = await hub.storing.read(lambda store: store.open_games(50))
    return JSONResponse({"tables": [hub.overview(row) for row in rows]})


async def show_table(request: Request) -> Response:
    """A table as it stands."""
    hub = services_of(request).hub
    table = await hub.table(request.path_params["id"])
    return JSONResponse(table.message())


async def complain(request: Request, error: Exception) -> Response:
    """A mistake of whoever asks, in one sentence."""
    return refuse(str(error), 404 if isinstance(error, StoreError) else 400)


async def apologise(request: Request, error: Exception) -> Response:
    """A mistake of ours; this answer passes no guard, so that it brings the headers itself."""
    response = refuse("something went wrong here, and was written down; the game is kept, so try again.", 500)
    response.headers.update(HEADERS)
    return response


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object that was sent."""
    received = bytearray()
    async for chunk in request.stream():
        received += chunk
        if len(received) > LARGEST_BODY:
            raise Refused(f"the request is longer than {LARGEST_BODY:,} bytes, which is too much.")
    try:
        found = json.loads(received)
    except (ValueError, RecursionError):
        raise Refused("the request is not JSON.") from None
    if not isinstance(found, dict):
        raise Refused('the request is no JSON object; send one such as {"seats": [{"kind": "person"}]}.')
    return found


def _rules(request: Request, name: object) -> Rules:
    known = services_of(request).variants
    if isinstance(name, str) and name in known:
        return known[name][0]
    return variant(str(name)[:40])


def _seats(value: object) -> tuple[list[Seat], list[int]]:
    """The seats that are asked for, and which of them wait for somebody."""
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_SEATS:
        raise Refused(f"seats must be a list of 1 to {MOST_SEATS} seats.")
    seats: list[Seat] = []
    free: list[int] = []
    names: set[str] = set()
    for number, one in enumerate(value):
        if not isinstance(one, dict) or one.get("kind", "person") not in ("person", "robot"):
            raise Refused(f"seat {number + 1} is {str(one)[:40]}; allowed is a person or a robot.")
        robot = one.get("kind") == "robot"
        strategy = one.get("strategy")
        if robot and not isinstance(strategy, str):
            raise Refused(f"seat {number + 1} is a robot without a strategy; name one.")
        usual = title_of(str(strategy)) if robot else f"Player {number + 1}"
        name = one.get("name") or _unused(usual, names)
        if not isinstance(name, str):
            raise Refused(f"the name of seat {number + 1} is no text.")
        names.add(name)
        if one.get("open") and not robot:
            free.append(number)
        physical = one.get("physical") is True
        seats.append(Seat(name, "robot" if robot else "person", strategy if robot else None, physical))
    return seats, free


def _unused(name: str, taken: set[str]) -> str:
    """The name, with a number if somebody has it."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name} {number}"
    return found
