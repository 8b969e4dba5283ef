"""The language of a visitor: the one in the address, else the one chosen before, else the browser's, else English."""

import re
from contextvars import ContextVar

from babel import negotiate_locale
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivedice.web.languages.catalogue import NAMES, SOURCE

COOKIE = "fivedice-language"
A_YEAR = 365 * 24 * 3600
ALIASES = {"no": "nb", "nn": "nb"}
"""Language codes that stand for another one."""
MOST_WISHES = 20

reader: ContextVar[str] = ContextVar("reader", default=SOURCE)
"""The language of the request that is being answered."""


def known_language(text: str | None) -> str | None:
    """The language of a tag, or None.

    >>> known_language("sv-SE"), known_language("no"), known_language("tlh"), known_language("")
    ('sv', 'nb', None, None)
    """
    tag = (text or "").strip().lower()
    first = tag.partition("-")[0]
    return negotiate_locale([tag, ALIASES.get(first, first)], NAMES, sep="-", aliases={}) if tag else None


def wished_language(header: str) -> str | None:
    """The known language with the greatest weight in an Accept-Language header.

    >>> wished_language("tlh, da;q=0.4, fr-CH;q=0.9"), wished_language("*"), wished_language("de;q=0")
    ('fr', None, None)
    """
    wishes = []
    for place, part in enumerate(header.split(",")[:MOST_WISHES]):
        tag, _, rest = part.partition(";")
        weight = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", rest)
        if (quality := float(weight[1]) if weight else 1.0) > 0:
            wishes.append((-quality, place, tag))
    return next((found for _, _, tag in sorted(wishes) if (found := known_language(tag))), None)


def language_of(request: HTTPConnection) -> str:
    """The language that a request asks for."""
    return (
        known_language(request.query_params.get("lang"))
        or known_language(request.cookies.get(COOKIE))
        or wished_language(request.headers.get("accept-language", ""))
        or SOURCE
    )


class Reader:
    """Finds the language of each request, and sets the headers of pages that depend on it.

    A language in the URL is stored in a cookie, so that links keep it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with its language in `reader`."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        reader.set(language_of(request))
        chosen = known_language(request.query_params.get("lang"))

        async def send_page(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/html"):
                    headers.add_vary_header("accept-language, cookie")
                    headers["content-language"] = reader.get()
                    if chosen:
                        headers.append("set-cookie", f"{COOKIE}={chosen}; path=/; max-age={A_YEAR}; samesite=lax")
            await send(message)

        await self.app(scope, receive, send_page)
