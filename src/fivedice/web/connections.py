"""Limits on connections: how many, and how long a client may take to send a request or to read an answer.

A client has `REQUEST_SECONDS` to send a whole request, and `ANSWER_SECONDS` to read on when the buffer of an answer is
full. The number of connections is limited by that of open files, less some for the database and the helpers. At the
limit, the connection that has waited longest for a request is closed, so that idle ones block no new ones. A connection
in a request or at a table is never closed for others.
"""

import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fivedice.web.limits import network
from fivedice.web.security import LOOPBACK

REQUEST_SECONDS = 20.0
"""Timeout for the head and the body of a request."""
ANSWER_SECONDS = 30.0
"""Timeout for a client that stops reading."""
ACCEPTED_AT_ONCE = 4
"""Connections that are accepted before any of them is counted."""
RESERVED = 64
"""Files for the database, helpers and pages, and for connections that are not counted yet."""
MOST_FILES = 65_536
MOST_OF_ONE = 512
"""Limit on connections from one address, unless a quarter of the total limit is less."""
QUIET_SECONDS = 60.0
"""Seconds for which a warning of the server is not repeated."""


def most_connections() -> int:
    """The limit on connections: the soft limit on open files is raised as far as the hard one allows."""
    if sys.platform == "win32":  # pragma: no cover
        return 400
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    files = MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)
    return max(files - RESERVED, files // 4, 1)


class Door:
    """Counts connections, in all and by address; `trusted` addresses, such as proxies, have no limit of their own."""

    def __init__(self, most: int, trusted: Iterable[str] = ()) -> None:
        self.most, self.most_of_one = most, max(min(most // 4, MOST_OF_ONE), 1)
        self.trusted = {network(one) for one in LOOPBACK.union(trusted)}
        self.addresses: dict[asyncio.Transport, str] = {}
        self.counts: Counter[str] = Counter()
        self.waiting: dict[asyncio.Transport, asyncio.TimerHandle] = {}
        """Connections without a whole request, each with its timeout, the oldest first."""

    def enter(self, transport: asyncio.Transport) -> bool:
        """Count a connection; False at the limit."""
        address = network(str((transport.get_extra_info("peername") or ("",))[0]))
        if address not in self.trusted and self.counts[address] >= self.most_of_one:
            return False
        if len(self.addresses) >= self.most:
            if not self.waiting:
                return False
            self._cut_off(next(iter(self.waiting)))
        self.addresses[transport] = address
        self.counts[address] += 1
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """Stop counting a connection."""
        self.proceed(transport)
        address = self.addresses.pop(transport, None)
        if address is not None:
            self.counts[address] -= 1
            if not self.counts[address]:
                del self.counts[address]

    def wait(self, transport: asyncio.Transport) -> None:
        """Start the timeout of a request, unless it runs already."""
        if transport in self.addresses and transport not in self.waiting:
            deadline = asyncio.get_running_loop().call_later(REQUEST_SECONDS, self._cut_off, transport)
            self.waiting[transport] = deadline

    def proceed(self, transport: asyncio.Transport) -> None:
        """Stop the timeout: the request is complete."""
        if deadline := self.waiting.pop(transport, None):
            deadline.cancel()

    def _cut_off(self, transport: asyncio.Transport) -> None:
        self.leave(transport)
        transport.abort()


class Config(uvicorn.Config):
    """A configuration of uvicorn with a door; its protocols are the two below."""

    def __init__(self, *arguments: Any, door: Door, **options: Any) -> None:
        super().__init__(*arguments, **{"http": Http, "ws": WebSocket, **options})
        self.door = door


class Counted(asyncio.Protocol):
    """Shared by both protocols: a closed connection is no longer counted."""

    config: Any
    transport: asyncio.Transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self.config.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Close only this connection on bytes that make the parser fail."""
        try:
            super().data_received(data)
        except Exception as error:
            logging.getLogger("uvicorn.error").warning("A connection was cut off: %s.", type(error).__name__)
            self.transport.abort()


class Http(Counted, H11Protocol):
    """HTTP/1.1 with a timeout for each request and each answer."""

    config: Config
    reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or close it at the limit."""
        super().connection_made(transport)
        if self.config.door.enter(transport):
            self.config.door.wait(transport)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._stop_clock()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """After each event, check whether the request is complete."""
        super().handle_events()
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            return  # a WebSocket by now
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.config.door.wait(self.transport)
        else:
            self.config.door.proceed(self.transport)

    def pause_writing(self) -> None:
        """Start the timeout of a client that does not read."""
        super().pause_writing()
        self.reading = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timeout: the client reads again."""
        self._stop_clock()
        super().resume_writing()

    def _stop_clock(self) -> None:
        if self.reading:
            self.reading.cancel()
            self.reading = None


class WebSocket(Counted, WebSocketsSansIOProtocol):
    """A WebSocket, which was counted as a request; pings close it when the client is gone."""

    config: Config

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Stop the timeout of the request."""
        super().connection_made(transport)
        self.config.door.proceed(self.transport)


class Seldom(logging.Filter):
    """Lets each warning through once a minute, without the traceback of what a client sent."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        kind = record.exc_info[0] if record.exc_info else None
        if kind is UnicodeDecodeError and "UTF-8" in record.msg:
            record.exc_info = record.exc_text = None
        key, now = (str(record.msg), kind.__name__ if kind else ""), time.monotonic()
        if now - self.said.get(key, -QUIET_SECONDS) < QUIET_SECONDS:
            return False
        self.said[key] = now
        return True
