"""Requests about games that are over: reports, records, high scores, players."""

from statistics import fmean
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fivedice.errors import FivediceError
from fivedice.rules import Rules
from fivedice.rules.toml import format_rules
from fivedice.table.listing import ScoreRow
from fivedice.table.record import format_record, record_json, record_of
from fivedice.web.protocol import Refused
from fivedice.web.reviews import NotYet
from fivedice.web.security import refuse
from fivedice.web.services import services_of

MOST_ROWS = 200


async def report(request: Request) -> Response:
    """The report on a game."""
    try:
        return JSONResponse(await services_of(request).reviews.of(request.path_params["id"]))
    except NotYet as wait:
        return JSONResponse({"pending": True, "done": wait.done, "total": wait.total}, 202)
    except Refused as error:
        return refuse(str(error), 409)


async def record(request: Request) -> Response:
    """The record of a game, for a machine or for a spreadsheet."""
    storing = services_of(request).storing
    game_id, kind = request.path_params["id"], request.path_params["kind"]
    if kind not in ("json", "csv"):
        return refuse(f"a record is had as .json or .csv, not as .{kind[:20]}.", 404)
    game = await storing.read(lambda store: store.load(game_id))
    headers = {"content-disposition": f'attachment; filename="fivedice-{game.id}.{kind}"'}
    if kind == "json":
        return Response(format_record(record_of(game)), 200, headers, "application/json")
    text = await services_of(request).helper.ask("record_csv", record_json(record_of(game)))
    return Response(text, 200, headers, "text/csv")


async def scores(request: Request) -> Response:
    """The greatest scores of a variant, of people or of robots."""
    storing = services_of(request).storing
    variant = request.query_params.get("variant", "yahtzee")[:60]
    kind = request.query_params.get("kind", "person")
    if kind not in ("person", "robot"):
        raise Refused(f"kind is {kind[:20]!r}; allowed is person or robot.")
    limit = _limit(request, 20)
    rows = await storing.read(lambda store: store.high_scores(variant, "robot" if kind == "robot" else "person", limit))
    return JSONResponse({"variant": variant, "kind": kind, "scores": [row.as_json() for row in rows]})


async def player(request: Request) -> Response:
    """What a person has played, and how optimal play would be spread beside it."""
    storing = services_of(request).storing
    name = request.path_params["name"][:80]
    rows = await storing.read(lambda store: store.player(name))
    if not rows:
        return refuse(f"nobody called {name!r} has finished a game here.", 404)
    wanted = request.query_params.get("variant") or rows[-1].variant
    games = [row for row in rows if row.variant == wanted]
    known = services_of(request).variants
    found = {
        "name": rows[-1].name,
        "variant": wanted,
        "variants": sorted({row.variant for row in rows}),
        **_summary(games),
        "games": [row.as_json() for row in games],
        "optimal": None,
    }
    if wanted in known:
        found["optimal"] = await _optimal(request, known[wanted][0])
    return JSONResponse(found)


def _summary(games: list[ScoreRow]) -> dict[str, Any]:
    regrets = [row.regret for row in games if row.regret is not None]
    scores = [row.score for row in games]
    return {
        "count": len(games),
        "mean": fmean(scores) if scores else None,
        "best": max(scores, default=None),
        "regret": fmean(regrets) if regrets else None,
    }


async def _optimal(request: Request, rules: Rules) -> dict[str, Any] | None:
    """The distribution of optimal play, if it is known; else it is begun, and there the next time."""
    services = services_of(request)
    try:
        found: dict[str, Any] | None = await services.helper.ask("start_bars", format_rules(rules), False)
    except FivediceError:
        return None
    if found is None:
        services.strengths.spread(rules)
    return found


def _limit(request: Request, usual: int) -> int:
    text = request.query_params.get("limit", str(usual))
    if not text.isdecimal() or len(text) > 6 or not 1 <= int(text) <= MOST_ROWS:
        raise Refused(f"limit is {text[:20]!r}; allowed is 1 to {MOST_ROWS}.")
    return int(text)
