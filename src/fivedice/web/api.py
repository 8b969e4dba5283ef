"""The requests that are answered with JSON; see PROTOCOL.md."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from statistics import fmean
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fivedice.errors import CalculationError, FivediceError, NameTaken, NoSuchGame, RecordError, StoreError
from fivedice.evaluation.levels import levels
from fivedice.phrases import wired
from fivedice.rules import VARIANTS, Rules, variant
from fivedice.rules.description import describe_bonuses, describe_boxes
from fivedice.rules.toml import format_rules
from fivedice.table.events import Seat
from fivedice.table.game import MOST_SEATS, rules_of
from fivedice.table.listing import ScoreRow
from fivedice.table.names import checked_name, keys_of, unused_name
from fivedice.table.ranking import SCORE_LISTS
from fivedice.web.bodies import read_body
from fivedice.web.helper import Urgency
from fivedice.web.limits import TooMany
from fivedice.web.names import checked_device
from fivedice.web.options import table_options
from fivedice.web.protocol import Refused
from fivedice.web.reviews import NotYet
from fivedice.web.security import HEADERS, refuse
from fivedice.web.services import address_of, services_of
from fivedice.web.state import state_json

MOST_OPEN = 50
"""Open tables in a list."""
MOST_NAMED = 200
"""Ids of tables in one request."""
MOST_ROWS = 200
"""High scores in one answer."""
STATUSES: dict[type[FivediceError], int] = {
    NoSuchGame: 404,
    TooMany: 429,
    NameTaken: 409,
    StoreError: 503,
    CalculationError: 503,
    RecordError: 500,
}
"""HTTP status of each error class, the first that fits; 400 for the rest."""


# ------------------------------------------------------------------------------------ variants and strategies


async def variants(request: Request) -> Response:
    """The variants, with the levels of robots and the mean of optimal play where it is known."""
    services = services_of(request)
    found = [
        {
            **{key: getattr(rules, key) for key in ("name", "title", "turns", "dice", "faces", "rolls")},
            "summary": summary,
            "mean": services.opponents.so_far(rules).get("optimal", {}).get("mean"),
            "levels": [one.as_json() for one in levels(rules, services.opponents.so_far(rules))],
        }
        for rules, summary in services.variants.values()
    ]
    return JSONResponse({"variants": found})


async def strategies(request: Request) -> Response:
    """The strategies that can play, with their means where they are known."""
    rules = _rules(request, request.query_params.get("variant", "yahtzee"))
    return JSONResponse(await services_of(request).opponents.table(rules))


# ------------------------------------------------------------------------------------------------------ tables


async def create_table(request: Request) -> Response:
    """Open a new table."""
    services = services_of(request)
    wish = await read_body(request)
    rules = (
        await _designed(request, wish["rules"]) if "rules" in wish else _rules(request, wish.get("variant", "yahtzee"))
    )
    options = table_options(wish)
    wanted, device = _checked_seats(wish.get("seats")), checked_device(wish.get("device"))
    robots = sorted({one["strategy"] for one in wanted if one.get("kind") == "robot"})
    titles = await services.opponents.titles() if robots else {}
    seats = _seats(wanted, titles)
    services.new_tables.check(address_of(request), max(sum(one.get("kind") == "robot" for one in wanted), 1))
    if robots:
        refusals = await services.opponents.refusals(rules, robots)
        for sentence in refusals.values():
            raise Refused(sentence)
    seats = await services.names.of_robots(seats)
    free = [number for number, one in enumerate(wanted) if one.get("open") and one.get("kind") != "robot"]
    pledges = {number: one["pledge"] for number, one in enumerate(wanted) if one.get("pledge") and number not in free}
    given = [seat.name for seat, one in zip(seats, wanted, strict=True) if seat.kind == "person" and one.get("name")]
    await services.names.use(given, device, address_of(request))
    table, tokens = await services.hub.create(rules, seats, free, options, pledges=pledges)
    found = {"id": table.game.id, "url": f"/table/{table.game.id}", "tokens": tokens}
    return JSONResponse(found, 201)


async def list_tables(request: Request) -> Response:
    """Games that are not over: those that are listed, and those whose ids are named."""
    hub = services_of(request).hub
    own = request.query_params.get("own", "").split(",")[:MOST_NAMED]
    rows = await hub.store.read(lambda store: [*store.open_games(MOST_OPEN, own), *store.listed_games(MOST_OPEN)])
    return JSONResponse({"tables": [hub.overview(row) for row in {row.id: row for row in rows}.values()]})


async def show_table(request: Request) -> Response:
    """The state of a table."""
    return JSONResponse(state_json(await services_of(request).hub.table(request.path_params["id"])))


async def show_rules(request: Request) -> Response:
    """What the boxes of a table pay, in words, with examples."""
    rules = (await services_of(request).hub.table(request.path_params["id"])).game.rules
    boxes = [one.as_json() for one in describe_boxes(rules)]
    known = rules.name if rules.name in services_of(request).variants else None
    found = {"variant": known, "title": rules.title, "boxes": boxes, "bonuses": describe_bonuses(rules)}
    return JSONResponse({**found, "phrases": wired(found)})


def _checked_seats(value: object) -> list[dict[str, Any]]:
    """The seats of a request, each with a valid kind, strategy and name."""
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_SEATS:
        raise Refused(f"seats must be a list of 1 to {MOST_SEATS} seats.")
    for number, one in enumerate(value, 1):
        if not isinstance(one, dict) or one.get("kind", "person") not in ("person", "robot"):
            raise Refused(f"seat {number} is {str(one)[:40]}; it must be a person or a robot.")
        if one.get("kind") == "robot" and not (isinstance(one.get("strategy"), str) and one["strategy"]):
            raise Refused(f"seat {number} is a robot without a strategy; name one.")
        for key in ("name", "pledge"):
            if not isinstance(one.get(key) or "", str):
                raise Refused(f"the {key} of seat {number} is not text.")
    return value


def _seats(wanted: list[dict[str, Any]], titles: dict[str, str]) -> list[Seat]:
    """The seats; one without a name gets a name that is not taken."""
    taken = keys_of(checked_name(one["name"]) for one in wanted if one.get("name"))
    seats = []
    for number, one in enumerate(wanted, 1):
        strategy = one["strategy"] if one.get("kind") == "robot" else None
        usual = titles.get(strategy, strategy) if strategy else f"Player {number}"
        name = one.get("name") or unused_name(usual, taken)
        taken |= keys_of([name])
        seats.append(Seat(name, "robot" if strategy else "person", strategy, one.get("physical") is True))
    return seats


# --------------------------------------------------------------------------------------------- finished games


async def report(request: Request) -> Response:
    """The review of a game."""
    return await _computed(request, services_of(request).reviews.of(request.path_params["id"]))


async def chances(request: Request) -> Response:
    """The review of a game with the chances to win after every turn."""
    return await _computed(request, services_of(request).reviews.chances(request.path_params["id"]))


async def _computed(request: Request, work: Awaitable[dict[str, Any]]) -> Response:
    """The result, with the rules as the laboratory reads them; or 202 with the progress."""
    services = services_of(request)
    try:
        found = await work
        game = await services.store.load(request.path_params["id"])
        return JSONResponse({**found, "rules": services.laboratory.words_of(game.rules)})
    except NotYet as wait:
        return JSONResponse({"pending": True, "step": wait.step, "done": wait.done, "total": wait.total}, 202)
    except Refused as error:
        return refuse(error.sentence, 409)


async def record(request: Request) -> Response:
    """The record of a game as JSON, or its decisions as CSV."""
    services = services_of(request)
    kind = request.path_params["kind"]
    if kind not in ("json", "csv"):
        return refuse(f"a record is available as .json or .csv, not as .{kind[:20]}.", 404)
    services.downloads.check(address_of(request))
    game_id = request.path_params["id"]
    log = await services.store.read(lambda store: store.log(game_id))
    text = await services.reporter.ask(f"record_{kind}", log, urgency=Urgency.DOWNLOADS)
    headers = {"content-disposition": f'attachment; filename="fivedice-{game_id}.{kind}"'}
    return Response(text, 200, headers, "application/json" if kind == "json" else "text/csv")


async def scores(request: Request) -> Response:
    """The greatest scores of a variant, of one list: see `table.ranking`."""
    name = request.query_params.get("variant", "yahtzee")[:60]
    kind = request.query_params.get("kind", "person")
    which = next((one for one in SCORE_LISTS if one == kind), None)
    if which is None:
        raise Refused(f"kind is {kind[:20]!r}; it must be {', '.join(SCORE_LISTS)}.")
    limit = _limit(request)
    rows = await services_of(request).store.read(lambda store: store.high_scores(name, which, limit))
    return JSONResponse({"variant": name, "kind": kind, "scores": [row.as_json() for row in rows]})


async def player(request: Request) -> Response:
    """The games of a person, and the distribution of optimal play beside them."""
    services = services_of(request)
    name = request.path_params["name"][:80]
    rows = await services.store.read(lambda store: store.player(name))
    if not rows:
        return refuse(f"nobody called {name!r} has finished a game here.", 404)
    wanted = request.query_params.get("variant") or rows[-1].variant
    games, known = [row for row in rows if row.variant == wanted], services.variants.get(wanted)
    return JSONResponse(
        {
            "name": rows[-1].name,
            "variant": wanted,
            "variants": sorted({row.variant for row in rows}),
            **_summary(games),
            "games": [row.as_json() for row in games],
            "optimal": await _optimal(request, known[0], games) if known else None,
        }
    )


def _summary(games: list[ScoreRow]) -> dict[str, Any]:
    regrets = [row.regret for row in games if row.regret is not None]
    scores = [row.score for row in games]
    return {
        "count": len(games),
        "mean": fmean(scores) if scores else None,
        "best": max(scores, default=None),
        "regret": fmean(regrets) if regrets else None,
    }


async def _optimal(request: Request, rules: Rules, games: list[ScoreRow]) -> dict[str, Any] | None:
    """The distribution of optimal play; None if it is not cached: then it is computed for later requests."""
    services, scores = services_of(request), [row.score for row in games]
    try:
        found: dict[str, Any] | None = await services.helper.ask("start_bars", format_rules(rules), False, scores)
    except FivediceError:
        return None
    if found is None:
        services.solutions.prepare("start_bars", rules, True)
    return found


# ------------------------------------------------------------------------------------------ requests and errors


async def complain(request: Request, error: Exception) -> Response:
    """The answer to a FivediceError: its sentence."""
    status = next((found for kind, found in STATUSES.items() if isinstance(error, kind)), 400)
    answer = refuse(error.sentence if isinstance(error, FivediceError) else str(error), status)
    if status in (429, 503):
        answer.headers["retry-after"] = "10"
    return answer


async def apologise(request: Request, error: Exception) -> Response:
    """The answer to an unexpected exception; it bypasses the guard, so that it sets the headers itself."""
    response = refuse("something went wrong here, and was written down; the game is kept, so try again.", 500)
    response.headers.update(HEADERS)
    return response


def _rules(request: Request, name: object) -> Rules:
    known = services_of(request).rules
    return known[name] if isinstance(name, str) and name in known else variant(str(name)[:40])


async def _designed(request: Request, text: object) -> Rules:
    """Rules that a visitor wrote as TOML; a helper process parses and checks them first.

    Rules with the name of a variant that they differ from are renamed, since scores are listed by name.
    """
    services = services_of(request)
    found = await services.laboratory.ask("design", {"rules": text}, address_of(request))
    if "refused" in found:
        raise Refused(found["refused"])
    rules = await asyncio.to_thread(rules_of, found["toml"])
    known = {**VARIANTS, **services.variants}
    taken = rules.name in known and known[rules.name][0].digest != rules.digest
    return replace(rules, name=f"my {rules.name}") if taken else rules


def _limit(request: Request) -> int:
    text = request.query_params.get("limit", "20")
    if not text.isdecimal() or len(text) > 6 or not 1 <= int(text) <= MOST_ROWS:
        raise Refused(f"limit is {text[:20]!r}; it must be 1 to {MOST_ROWS}.")
    return int(text)
