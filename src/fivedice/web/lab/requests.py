"""The requests of the laboratory: its pages, questions that are answered at once, and jobs; see PROTOCOL.md."""

from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from fivedice.rules.category import capital
from fivedice.web.bodies import read_body
from fivedice.web.documents import Documents
from fivedice.web.lab.jobs import NoSuchJob
from fivedice.web.lab.laboratory import QUESTIONS
from fivedice.web.lab.places import report_file
from fivedice.web.security import refuse
from fivedice.web.services import address_of, services_of

PAGES = {
    "": "lab",
    "/analyse": "lab-analyse",
    "/strategies": "lab-strategies",
    "/rules": "lab-rules",
    "/studies": "lab-studies",
    "/training": "lab-training",
}
CLOSED = "The laboratory of this server is closed."


def routes(pages: Documents) -> list[BaseRoute]:
    """All routes of the laboratory."""

    async def page(request: Request) -> Response:
        if services_of(request).laboratory.level == "off":
            return pages.missing(CLOSED)
        return pages.files.page(PAGES[request.url.path.removeprefix("/lab")])

    return [
        *(Route(f"/lab{path}", page) for path in PAGES),
        Route("/api/lab", about),
        Route("/api/lab/studies", listing, methods=["GET"]),
        Route("/api/lab/studies/{key}", study_report, methods=["GET"]),
        Route("/api/lab/players", listing, methods=["GET"]),
        Route("/api/lab/players", keep_player, methods=["POST"]),
        Route("/api/lab/players", remove_player, methods=["DELETE"]),
        Route("/api/lab/{question}", answer, methods=["POST"]),
        Route("/api/jobs", submit, methods=["POST"]),
        Route("/api/jobs/{id}", show, methods=["GET"]),
        Route("/api/jobs/{id}", withdraw, methods=["DELETE"]),
    ]


async def about(request: Request) -> Response:
    """What is open, and the looks of charts."""
    return JSONResponse(await services_of(request).laboratory.about())


async def answer(request: Request) -> Response:
    """A question that is answered at once; 400 with a sentence, and the control that causes it, if it cannot be."""
    call = request.path_params["question"]
    if call not in QUESTIONS:
        return refuse(f"there is no question {call[:20]!r}; it must be one of {', '.join(QUESTIONS)}.", 404)
    return told(await services_of(request).laboratory.ask(call, await read_body(request), address_of(request)))


def told(found: dict[str, Any], status: int = 200) -> Response:
    """An answer of the helper process, or its refusal."""
    if "refused" in found:
        return JSONResponse({"sentence": capital(found["refused"]), "key": found.get("key", "")}, 400)
    return JSONResponse(found, status)


async def listing(request: Request) -> Response:
    """The studies with their verdicts, or the players that are kept."""
    call = request.url.path.rpartition("/")[2]
    return told(await services_of(request).laboratory.ask(call, {}, address_of(request)))


async def study_report(request: Request) -> Response:
    """The report of a study, as a file of JSON; its key changes with the study."""
    services_of(request).laboratory.check_open()
    path = report_file(request.path_params["key"])
    if path is None:
        return refuse("there is no such report here; run the study.", 404)
    return FileResponse(path, media_type="application/json", headers={"cache-control": "no-cache"})


async def keep_player(request: Request) -> Response:
    """Keep a trained player under a name, from now on a strategy of this server."""
    return await _change_players(request, "keep", 201)


async def remove_player(request: Request) -> Response:
    """Remove a player; only who kept it can."""
    return await _change_players(request, "remove", 200)


async def _change_players(request: Request, call: Literal["keep", "remove"], status: int) -> Response:
    services = services_of(request)
    body = await read_body(request, '{"key": "…", "name": "my-player"}')
    found = await services.laboratory.change_players(call, body, address_of(request))
    services.opponents.look_again()
    return told(found, status)


async def submit(request: Request) -> Response:
    """Ask for a job."""
    laboratory = services_of(request).laboratory
    wish = laboratory.submit(await read_body(request), address_of(request))
    return JSONResponse(laboratory.jobs.show(wish.id), 201)


async def show(request: Request) -> Response:
    """How far a job is."""
    try:
        return JSONResponse(services_of(request).laboratory.jobs.show(request.path_params["id"]))
    except NoSuchJob as error:
        return refuse(str(error), 404)


async def withdraw(request: Request) -> Response:
    """Stop a job, unless somebody else wants it too."""
    try:
        services_of(request).laboratory.jobs.withdraw(request.path_params["id"])
    except NoSuchJob as error:
        return refuse(str(error), 404)
    return JSONResponse({"state": "stopped"})
