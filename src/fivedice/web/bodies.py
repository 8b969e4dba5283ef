"""The JSON object in the body of a request."""

from typing import Any

from starlette.requests import ClientDisconnect, Request

from fivedice.web.protocol import Refused, read_object

LARGEST_BODY = 16 * 1024


async def read_body(request: Request, example: str = '{"seats": [{"kind": "person"}]}') -> dict[str, Any]:
    """The JSON object that was sent."""
    received = bytearray()
    try:
        async for chunk in request.stream():
            received += chunk
            if len(received) > LARGEST_BODY:
                raise Refused(f"the request is longer than {LARGEST_BODY:,} bytes, which is too much.")
    except ClientDisconnect:
        raise Refused("the request was broken off.") from None
    return read_object(received, "request", example)
