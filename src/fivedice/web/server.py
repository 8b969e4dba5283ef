"""Runs the server and shuts it down cleanly."""

import asyncio
import logging
import socket
from collections.abc import Callable, Sequence
from typing import Any

import uvicorn

from fivedice.errors import ServerError
from fivedice.table.store import Store
from fivedice.web.app import create_app
from fivedice.web.connections import ACCEPTED_AT_ONCE, Config, Door, Seldom, most_connections
from fivedice.web.lab.levels import read_level
from fivedice.web.protocol import LARGEST_MESSAGE
from fivedice.web.security import LOOPBACK, Names, is_address

BACKLOG = 1024
"""Limit on connections that wait to be accepted."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; ServerError if the address cannot be used."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
        )[0]
        # With the protocol given, asyncio sets TCP_NODELAY; else small messages would wait 40 ms for each other.
        found = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not a host name"
        raise ServerError(f"cannot listen on {host[:80]!r}: {why}; choose another with --host.") from None
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(where)
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        raise ServerError(
            f"cannot listen on {host} port {port}: {error.strerror}; choose another with --port."
        ) from None
    return found


def address(listening: socket.socket) -> str:
    """The URL of the server."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Server(uvicorn.Server):
    """A uvicorn server with a callback for when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call back."""
        asyncio.get_running_loop().set_exception_handler(_log_seldom)
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(BACKLOG)  # asyncio takes one number for this and for what it accepts at once
        if not self.should_exit:
            self.ready()


def _log_seldom(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report errors of the event loop in the server's log."""
    error = context.get("exception")
    logging.getLogger("uvicorn.error").error(context["message"], exc_info=None if isinstance(error, OSError) else error)


def run(
    store: Store,
    listening: socket.socket,
    ready: Callable[[], None],
    *,
    public_urls: Sequence[str] = (),
    proxies: Sequence[str] = (),
    laboratory: str | None = None,
    **options: Any,
) -> None:
    """Serve until the process is stopped; see `create_app` for the options.

    public_urls : URLs that people open, if the server is behind a proxy
    proxies     : addresses of proxies whose X-Forwarded-For is trusted
    laboratory  : "off", "light" or "all", see `lab.levels`
    """
    for proxy in proxies:
        if not is_address(proxy):  # a host name would never match, and "*" would trust every client
            raise ServerError(f"proxy {proxy[:80]!r} is not an address such as 10.0.0.1.")
    local = listening.getsockname()[0] in LOOPBACK and not public_urls
    names = Names() if local else Names.of_network(*public_urls)
    config = Config(
        create_app(store, names=names, laboratory=read_level(laboratory, local=local), **options),
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        log_level="warning",
        access_log=False,
        lifespan="on",
        door=Door(most_connections(), proxies),
        backlog=ACCEPTED_AT_ONCE,
        ws_max_size=16 * LARGEST_MESSAGE,  # too long messages up to this get an error, longer ones a close
        ws_per_message_deflate=False,  # states are small, and a compressor for each client is not
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    logging.getLogger("uvicorn.error").addFilter(Seldom())
    Server(config, ready).run([listening])
