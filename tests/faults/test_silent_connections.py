"""Connections that say nothing or half of something, more of them than the server may open files."""

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event

from tests.command import PATIENCE
from tests.faults.conftest import Tally
from tests.faults.servers import Play, attacked, beside, log_of, play

FILES = 256
LARGEST_LOG = 10_000
HALF_SAID = (
    b"",
    b"G",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n{",
    b"GET /ws/x HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n",
)


def test_silent_connections_keep_nobody_from_playing(
    tmp_path: Path, random: Random, many: Callable[[int], int], tally: Tally
) -> None:
    tried, seconds = many(300), 1 + many(3)
    with attacked(tmp_path, files=FILES) as running:
        host, _, port = running.address.rpartition(":")

        def be_silent(over: Event) -> None:
            held: list[socket.socket] = []
            while not over.is_set():
                held = [one for one in held if not is_closed(one)]
                while len(held) < tried and not over.is_set():
                    one = socket.create_connection((host, int(port)), timeout=PATIENCE)
                    one.setblocking(False)
                    one.sendall(random.choice(HALF_SAID))
                    held.append(one)
                over.wait(2)  # those that are cut off come again
            for one in held:
                one.close()

        async def attack() -> None:
            over = Event()
            try:
                await asyncio.to_thread(be_silent, over)  # those who play are not to wait for this process
            finally:
                over.set()

        calm, under = map(Play.all, asyncio.run(beside(lambda: play(running, seconds), attack)))
        lost = under.lost(calm) + (running.get("/api/tables") is None)
        said = log_of(tmp_path).stat().st_size
    figures = f"{under}, {calm.p95 * 1000:.0f} in calm, {said:,} bytes of log"
    tally(f"silent connections at {FILES} files", tried, lost + (said > LARGEST_LOG), figures)


def is_closed(one: socket.socket) -> bool:
    """Whether the server has ended a connection."""
    try:
        gone = one.recv(1000) == b""
    except BlockingIOError:
        gone = False
    except OSError:
        gone = True
    if gone:
        one.close()
    return gone
