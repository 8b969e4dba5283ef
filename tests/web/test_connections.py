"""The door of the server: how many may come, who makes room, and how long a request may take."""

import asyncio
import logging
import resource
import socket
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from bench.clients import RunningServer, lay_tables
from fivedice.web import connections
from fivedice.web.connections import MOST_FILES, RESERVED, Door, Seldom, most_connections
from tests.command import PATIENCE
from tests.faults.servers import attacked, log_of, open_files


class FakeTransport:
    """A connection from an address."""

    def __init__(self, address: str) -> None:
        self.address, self.aborted = address, False

    def get_extra_info(self, name: str) -> tuple[str, int]:
        assert name == "peername"
        return self.address, 1

    def abort(self) -> None:
        self.aborted = True


def in_a_loop(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def come(door: Door, address: str, *, waits: bool = True) -> Any:
    """A connection that has entered, or None."""
    found: Any = FakeTransport(address)
    if not door.enter(found):
        return None
    if waits:
        door.wait(found)
    return found


def test_when_all_places_are_taken_the_one_that_was_silent_longest_makes_room() -> None:
    async def run() -> None:
        door = Door(3)
        seated = come(door, "127.0.0.1", waits=False)
        first, second = come(door, "127.0.0.1"), come(door, "127.0.0.1")
        assert come(door, "127.0.0.1")
        assert (seated.aborted, first.aborted, second.aborted) == (False, True, False)
        assert len(door.addresses) == 3

    in_a_loop(run)


def test_nobody_at_a_table_makes_room() -> None:
    async def run() -> None:
        door = Door(2)
        seated = [come(door, "127.0.0.1", waits=False) for _ in range(2)]
        assert come(door, "127.0.0.1") is None
        door.leave(seated[0])
        assert come(door, "127.0.0.1")
        assert not any(one.aborted for one in seated)

    in_a_loop(run)


def test_one_address_has_a_quarter_of_the_places_unless_it_is_a_proxy() -> None:
    async def run() -> None:
        door = Door(40, ["10.0.0.1"])
        assert [come(door, "10.0.0.2") is not None for _ in range(11)] == [True] * 10 + [False]
        assert all(come(door, address) for address in ("10.0.0.1", "10.0.0.3") for _ in range(10))
        assert come(door, "10.0.0.1")
        assert come(door, "10.0.0.3") is None

    in_a_loop(run)


def test_who_has_left_is_counted_no_more() -> None:
    async def run() -> None:
        door = Door(4)
        for _ in range(9):
            door.leave(come(door, "10.0.0.2"))
        assert (door.addresses, door.counts, door.waiting) == ({}, {}, {})

    in_a_loop(run)


def test_a_request_that_takes_too_long_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.01)
        door = Door(4)
        slow, quick = come(door, "10.0.0.2"), come(door, "10.0.0.3")
        door.proceed(quick)
        while not slow.aborted:
            await asyncio.sleep(0.001)
        assert not quick.aborted
        assert len(door.addresses) == 1

    in_a_loop(run)


def test_there_are_fewer_connections_than_files() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        found = most_connections()
        after, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert found == min(after, MOST_FILES) - RESERVED
        assert after >= before[0]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_warning_is_written_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    seldom = Seldom()

    def passes(text: str, error: Exception | None = None) -> bool:
        info = (type(error), error, None) if error else None
        return seldom.filter(logging.LogRecord("x", logging.WARNING, "x", 1, text, (), info))

    assert [passes("a"), passes("a"), passes("b"), passes("a", ValueError())] == [True, False, True, True]
    now += 61
    assert passes("a")


def test_more_silent_connections_than_files_leave_a_door_open(tmp_path: Path) -> None:
    with ExitStack() as stack:
        running = stack.enter_context(attacked(tmp_path, files=128))
        (ann,) = lay_tables(running, 1, 1, (0, 0))
        silent = [stack.enter_context(connect(running)) for _ in range(160)]
        for one in silent[::2]:
            with suppress(OSError):  # it has made room already
                one.sendall(b"GET / HTTP/1.1\r\nHost: ")

        async def throw() -> None:
            await ann.enter()
            playing = asyncio.create_task(ann.play())
            while not ann.waits:
                await asyncio.sleep(0.01)
            playing.cancel()
            assert ann.connection
            await ann.connection.close()

        asyncio.run(asyncio.wait_for(throw(), PATIENCE))
        assert running.get("/api/variants")["variants"]
        assert open_files(running.process.pid) <= 128
        assert log_of(tmp_path).read_text().count("\n") == 1


def connect(running: RunningServer) -> socket.socket:
    host, _, port = running.address.rpartition(":")
    return socket.create_connection((host, int(port)))
