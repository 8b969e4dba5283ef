"""The requests of the laboratory: its pages, questions that are answered at once, and jobs; see PROTOCOL.md."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from fivedice.rules.category import capital
from fivedice.web.bodies import read_body
from fivedice.web.documents import Documents
from fivedice.web.lab.jobs import NoSuchJob
from fivedice.web.lab.laboratory import QUESTIONS
from fivedice.web.security import refuse
from fivedice.web.services import address_of, services_of

PAGES = {"": "lab", "/analyse": "lab-analyse", "/strategies": "lab-strategies", "/rules": "lab-rules"}
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
    found = await services_of(request).laboratory.ask(call, await read_body(request), address_of(request))
    if "refused" in found:
        return JSONResponse({"sentence": capital(found["refused"]), "key": found.get("key", "")}, 400)
    return JSONResponse(found)


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
