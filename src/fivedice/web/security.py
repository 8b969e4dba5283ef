"""Security headers on every answer; checks of host and origin on every request."""

import asyncio
from dataclasses import dataclass
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivedice.errors import ServerError
from fivedice.phrases import spoken
from fivedice.rules.category import capital

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True)
class Names:
    """The host names of a server: requests under any other name are refused.

    A foreign page can resolve its own name to this machine (DNS rebinding), but cannot use its address: a server for a
    network answers under every address (`addresses`), under `hosts`, and for pages of `origins`.
    """

    hosts: frozenset[str] = LOOPBACK
    addresses: bool = False
    origins: frozenset[str] = frozenset()

    @classmethod
    def of_network(cls, *public_urls: str) -> "Names":
        """The names of a server for a network, with the URLs that people open if it is behind a proxy."""
        parts = [urlsplit(url) for url in public_urls]
        for url, part in zip(public_urls, parts, strict=True):
            if part.scheme not in ("http", "https") or not part.hostname or part.path not in ("", "/"):
                raise ServerError(f"public URL {url[:80]!r} is not of the form https://dice.example.org.")
        hosts = {part.hostname or "" for part in parts} | {gethostname().lower()}
        return cls(LOOPBACK | hosts, True, frozenset(f"{part.scheme}://{part.netloc}".lower() for part in parts))

    def has_host(self, headers: Headers) -> bool:
        """Whether the requested host is this server."""
        name = host_name(headers)
        return name in self.hosts or (self.addresses and is_address(name))

    def has_origin(self, headers: Headers) -> bool:
        """Whether a request comes from a page of this server; programs other than browsers send no origin."""
        origin = headers.get("origin")
        if headers.get("sec-fetch-site") == "cross-site":
            return False
        try:
            same = origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
        except ValueError:
            return False
        return same or (origin or "").lower() in self.origins


def is_address(name: str) -> bool:
    """Whether a text is an address of IPv4 or IPv6."""
    try:
        return bool(ip_address(name))
    except ValueError:
        return False


def host_name(headers: Headers) -> str:
    """The requested host, without its port."""
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


class Guard:
    """Refuses requests from other origins and text that databases cannot store; sets security headers on every answer.

    Without `names` it answers under any host name, to pages of that host.
    """

    def __init__(self, app: ASGIApp, names: Names | None = None) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with a sentence."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            started = True
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await (self._refusal(scope, Headers(scope=scope)) or self.app)(scope, receive, send_guarded)
        except asyncio.CancelledError:  # the server stops while something is computed: uvicorn would log a traceback
            if started or scope["type"] == "websocket":
                raise
            await refuse("the server is being stopped; try again later.", 503)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        if self.names and not self.names.has_host(headers):
            return refuse("this server does not answer under that name; its owner names it with --public-url.", 421)
        names = self.names or Names()
        if (scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS) and not names.has_origin(headers):
            return refuse("requests from pages of another origin are refused; open the table itself.", 403)
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            return refuse("the address holds a NUL character, which no name and no id has.", 400)
        return None


def refuse(sentence: str, status: int) -> Response:
    """An answer with an error sentence, as pages show it."""
    return JSONResponse(spoken(capital(sentence)), status)
