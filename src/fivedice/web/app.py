"""The ASGI application: routes of pages, requests and WebSockets."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route, WebSocketRoute

from fivedice.errors import FivediceError
from fivedice.rules import VARIANTS
from fivedice.table.retention import FOR_EVER, Retention
from fivedice.table.store import Store
from fivedice.web import api, name_requests
from fivedice.web.documents import NO_GAME, NO_TABLE, Documents
from fivedice.web.files import Files
from fivedice.web.invitation import draw_qr_code
from fivedice.web.lab import requests as lab
from fivedice.web.lab.levels import Level
from fivedice.web.languages.choice import Reader
from fivedice.web.limits import TABLES_PER_MINUTE
from fivedice.web.security import Guard, Names
from fivedice.web.services import Services, Variants
from fivedice.web.socket import talk
from fivedice.web.timing import Timing


def create_app(
    store: Store,
    *,
    names: Names | None = None,
    variants: Variants = VARIANTS,
    fresh_files: bool = False,
    tables_per_minute: int = TABLES_PER_MINUTE,
    retention: Retention = FOR_EVER,
    wake: bool = True,
    laboratory: Level = "all",
    timing: Timing | None = None,
) -> Starlette:
    """The table in the browser, on a store; see `security.Guard` for `names` and `Services.wake` for `wake`."""
    files = Files(fresh=fresh_files, hidden=("/lab",) if laboratory == "off" else ())
    pages = Documents(files)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        services = app.state.services = Services(store, variants, tables_per_minute, retention, laboratory, timing)
        if wake:
            services.wake()
        yield
        await services.stop()

    routes: list[BaseRoute] = [
        Route("/", pages.page("lobby")),
        Route("/learn", pages.page("learn")),
        Route("/rules", pages.all_rules),
        Route("/rules/{variant}", pages.rules),
        Route("/table/{id}", pages.page("table", NO_TABLE)),
        Route("/report/{id}", pages.page("report", NO_GAME)),
        Route("/scores", pages.page("scores")),
        Route("/player/{name:path}", pages.page("player")),
        Route("/static/{path:path}", files.serve),
        Route("/api/variants", api.variants),
        Route("/api/strategies", api.strategies),
        Route("/api/tables", api.list_tables, methods=["GET"]),
        Route("/api/tables", api.create_table, methods=["POST"]),
        Route("/api/tables/{id}", api.show_table),
        Route("/api/tables/{id}/rules", api.show_rules),
        Route("/api/qr", draw_qr_code, methods=["POST"]),
        Route("/api/report/{id}", api.report),
        Route("/api/chances/{id}", api.chances),
        Route("/api/record/{id}.{kind}", api.record),
        Route("/api/scores", api.scores),
        Route("/api/player/{name:path}", api.player),
        *name_requests.routes(),
        WebSocketRoute("/ws/{id}", talk),
        *lab.routes(pages),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, names=names), Middleware(GZipMiddleware), Middleware(Reader)],
        exception_handlers={FivediceError: api.complain, HTTPException: pages.refuse, Exception: api.apologise},
        lifespan=lifespan,
    )
