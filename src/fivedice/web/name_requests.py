"""Requests about names: whether one is free, and how another device gets it.

Secrets and codes are sent in bodies: URLs stay in the logs of proxies.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from fivedice.table.claims import CODE_MINUTES
from fivedice.table.names import checked_name
from fivedice.web.bodies import read_body
from fivedice.web.names import checked_device
from fivedice.web.protocol import Refused
from fivedice.web.services import address_of, services_of


async def show_name(request: Request) -> Response:
    """Whether a name is free, claimed by this device, or taken."""
    name, device = await _wish(request, "name")
    found = await services_of(request).store.read(lambda store: store.standing(name, device))
    return JSONResponse({"name": name, "standing": "own" if found == "old" else found})


async def make_link(request: Request) -> Response:
    """A code that lets another device use a name of this one."""
    name, device = await _wish(request, "name")
    _count(request)
    code = await services_of(request).store.write(lambda store: store.new_code(name, device))
    return JSONResponse({"name": name, "code": code, "minutes": CODE_MINUTES}, 201)


async def use_link(request: Request) -> Response:
    """Let this device use the name that a code was made for."""
    code, device = await _wish(request, "code")
    _count(request)
    return JSONResponse({"name": await services_of(request).store.write(lambda store: store.use_code(code, device))})


async def leave_name(request: Request) -> Response:
    """Stop using a name on this device."""
    name, device = await _wish(request, "name")
    await services_of(request).store.write(lambda store: store.leave_name(name, device))
    return JSONResponse({"name": name})


def routes() -> list[BaseRoute]:
    """The routes of these requests."""
    found = {"": show_name, "/link": make_link, "/move": use_link, "/leave": leave_name}
    return [Route(f"/api/names{path}", ask, methods=["POST"]) for path, ask in found.items()]


def _count(request: Request) -> None:
    services_of(request).names.quota.check(address_of(request))


async def _wish(request: Request, key: str) -> tuple[str, str]:
    wish: dict[str, Any] = await read_body(request, f'{{"{key}": "…", "device": "…"}}')
    value, device = wish.get(key), checked_device(wish.get("device"))
    if not isinstance(value, str) or not device:
        raise Refused(f"{key} and device must be text.")
    return (checked_name(value) if key == "name" else value[:200]), device
