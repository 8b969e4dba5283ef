"""QR codes: a link for the camera of a phone."""

import io

import segno
from starlette.requests import Request
from starlette.responses import Response

from fivedice.web.bodies import read_body
from fivedice.web.protocol import Refused

LONGEST_TEXT = 500
"""Limit on the characters of a link, so that its code can be read from a screen."""


def qr_code(text: str) -> str:
    """The QR code of a text as an SVG image, black on white on any page.

    >>> qr_code("https://dice.example.org/table/7kq2mxbt4hyp")[:46]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBo'
    """
    out = io.BytesIO()
    look = {"omitsize": True, "border": 4, "light": "#fff", "dark": "#000"}
    plain = {"xmldecl": False, "svgclass": None, "lineclass": None, "nl": False}
    segno.make_qr(text, error="m").save(out, kind="svg", **plain, **look)
    return out.getvalue().decode()


async def draw_qr_code(request: Request) -> Response:
    """The QR code of the text in the body; a link may hold a secret, which must not be part of a URL."""
    text = (await read_body(request, '{"text": "https://…"}')).get("text")
    if not isinstance(text, str) or not text.isprintable() or not 1 <= len(text) <= LONGEST_TEXT:
        raise Refused(f"text must be a link of at most {LONGEST_TEXT} characters.")
    return Response(qr_code(text), 200, {"cache-control": "no-store"}, "image/svg+xml")
