"""Connections that say nothing, or half of something: how many there may be, and how long they may take.

A client has `REQUEST_SECONDS` for a whole request and `ANSWER_SECONDS` to read on while an answer waits for it. There
are never more connections than files may be open, with some left for the database and the helpers. When all are taken,
the one that has waited longest for a request makes room, so that silent connections lock nobody out. A connection in a
request or at a table is never cut off for others.
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
"""For the head and the body of a request, however slowly they come."""
ANSWER_SECONDS = 30.0
"""For a client that does not read on."""
ACCEPTED_AT_ONCE = 4
"""Connections that are accepted before any of them is counted."""
RESERVED = 64
"""Files for the database, helpers and pages, and for connections that are not counted yet."""
MOST_FILES = 65_536
MOST_OF_ONE = 512
"""Connections from one address, if so many are allowed at all."""
QUIET_SECONDS = 60.0
"""For which a warning of the server is not repeated."""


def most_connections() -> int:
    """How many connections there may be: the soft limit on open files is raised as far as the hard one allows."""
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
    """Counts connections, in all and by address; `trusted` addresses stand for many people, as proxies do."""

    def __init__(self, most: int, trusted: Iterable[str] = ()) -> None:
        self.most, self.most_of_one = most, max(min(most // 4, MOST_OF_ONE), 1)
        self.trusted = {network(one) for one in LOOPBACK.union(trusted)}
        self.addresses: dict[asyncio.Transport, str] = {}
        self.counts: Counter[str] = Counter()
        self.waiting: dict[asyncio.Transport, asyncio.TimerHandle] = {}
        """Those without a whole request, each with its deadline, the first to come first."""

    def enter(self, transport: asyncio.Transport) -> bool:
        """Count a connection; False if there is no room for it."""
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
        """Count a connection no more."""
        self.proceed(transport)
        address = self.addresses.pop(transport, None)
        if address is not None:
            self.counts[address] -= 1
            if not self.counts[address]:
                del self.counts[address]

    def wait(self, transport: asyncio.Transport) -> None:
        """Begin to wait for a request, unless that is so already."""
        if transport in self.addresses and transport not in self.waiting:
            deadline = asyncio.get_running_loop().call_later(REQUEST_SECONDS, self._cut_off, transport)
            self.waiting[transport] = deadline

    def proceed(self, transport: asyncio.Transport) -> None:
        """The request has come."""
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
    """What both protocols do: a connection leaves by the door that it came through."""

    config: Any
    transport: asyncio.Transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave."""
        self.config.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes that no parser foresaw end the connection, and nothing else."""
        try:
            super().data_received(data)
        except Exception as error:
            logging.getLogger("uvicorn.error").warning("A connection was cut off: %s.", type(error).__name__)
            self.transport.abort()


class Http(Counted, H11Protocol):
    """HTTP/1.1 with a deadline for each request and each answer."""

    config: Config
    reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Go through the door."""
        super().connection_made(transport)
        if self.config.door.enter(transport):
            self.config.door.wait(transport)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave."""
        self._stop_clock()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """After each event, see whether a request is whole."""
        super().handle_events()
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            return  # a WebSocket by now
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.config.door.wait(self.transport)
        else:
            self.config.door.proceed(self.transport)

    def pause_writing(self) -> None:
        """Wait for a reader, for some time."""
        super().pause_writing()
        self.reading = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The reader has read on."""
        self._stop_clock()
        super().resume_writing()

    def _stop_clock(self) -> None:
        if self.reading:
            self.reading.cancel()
            self.reading = None


class WebSocket(Counted, WebSocketsSansIOProtocol):
    """A WebSocket that came through the door as a request; pings end it when nobody is there."""

    config: Config

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is no longer waited for."""
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
