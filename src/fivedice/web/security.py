"""Security headers on every answer; checks of host and origin on every request."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
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


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of this server; programs other than browsers send no origin."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


def host_name(headers: Headers) -> str:
    """The host that was asked for, without its port."""
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


class Guard:
    """Refuses requests from other origins and text that no database holds, and sets security headers on every answer.

    `hosts` are the host names that are accepted: a server for one machine refuses all others, so that no page elsewhere
    can reach it by DNS rebinding. None accepts any name.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None = None) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with a sentence."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await (self._refusal(scope, Headers(scope=scope)) or self.app)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        if self.hosts is not None and host_name(headers) not in self.hosts:
            return refuse(f"this server answers under {' or '.join(sorted(self.hosts))} only.", 421)
        if (scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS) and not same_origin(headers):
            return refuse("requests from pages of another origin are refused; open the table itself.", 403)
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            return refuse("the address holds a NUL character, which no name and no id has.", 400)
        return None


def refuse(sentence: str, status: int) -> Response:
    """An answer with an error sentence."""
    return JSONResponse({"sentence": sentence}, status)
