"""The requests that answer with JSON; see PROTOCOL.md."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fivedice.errors import CalculationError, FivediceError, NoSuchGame, RecordError, StoreError
from fivedice.rules import Rules, variant
from fivedice.table.events import Seat
from fivedice.table.game import MOST_SEATS
from fivedice.table.names import checked_name, name_key, unused_name
from fivedice.web.limits import TooMany
from fivedice.web.protocol import SPEEDS, Refused
from fivedice.web.security import HEADERS, refuse
from fivedice.web.services import services_of
from fivedice.web.state import title_of

LARGEST_BODY = 16 * 1024
STATUSES: dict[type[FivediceError], int] = {
    NoSuchGame: 404,
    TooMany: 429,
    StoreError: 503,
    CalculationError: 503,
    RecordError: 500,
}
"""What an error is to whoever asks, the first that fits; all others are mistakes of theirs."""


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
    if not isinstance(speed, str) or speed not in SPEEDS:
        raise Refused(f"speed is {str(speed)[:20]!r}; allowed is {', '.join(SPEEDS)}.")
    seats, free = _seats(wish.get("seats"))
    services.new_tables.check(request.client.host if request.client else "")
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
    """What went wrong, in one sentence."""
    status = next((found for kind, found in STATUSES.items() if isinstance(error, kind)), 400)
    answer = refuse(str(error), status)
    if status in (429, 503):
        answer.headers["retry-after"] = "10"
    return answer


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
    for number, one in enumerate(value, 1):
        _check_seat(number, one)
    free = [number for number, one in enumerate(value) if one.get("open") and one.get("kind") != "robot"]
    taken = {name_key(checked_name(one["name"])) for one in value if one.get("name")}
    seats = []
    for number, one in enumerate(value, 1):
        strategy = one["strategy"] if one.get("kind") == "robot" else None
        name = one.get("name") or unused_name(title_of(strategy) if strategy else f"Player {number}", taken)
        taken.add(name_key(name))
        seats.append(Seat(name, "robot" if strategy else "person", strategy, one.get("physical") is True))
    return seats, free


def _check_seat(number: int, one: object) -> None:
    """Refuse what is no seat."""
    if not isinstance(one, dict) or one.get("kind", "person") not in ("person", "robot"):
        raise Refused(f"seat {number} is {str(one)[:40]}; allowed is a person or a robot.")
    if one.get("kind") == "robot" and not (isinstance(one.get("strategy"), str) and one["strategy"]):
        raise Refused(f"seat {number} is a robot without a strategy; name one.")
    if not isinstance(one.get("name") or "", str):
        raise Refused(f"the name of seat {number} is no text.")
