"""A server under attack, in a process of its own, and honest people who play on it meanwhile."""

import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import TypeVar

from bench.clients import RunningServer, enter_all, lay_tables, play_for
from tests.command import PATIENCE

T = TypeVar("T")
SAYS = re.compile(r"The table is at http://(\S+?)/ ")
MOST_WAIT = 0.1
"""Seconds from an act to its state, 95th percentile."""
SLOWER = 3
"""How many times as long as in calm people may wait on a machine that is busy with other things."""


@contextmanager
def attacked(
    folder: Path, *options: str, files: int | None = None, port: int = 0, database: str = ""
) -> Iterator[RunningServer]:
    """A server on a database, by default that of a folder, with a log there, which may open so many files."""
    command = [sys.executable, "-m", "fivedice", "serve", "--port", str(port), "--tables-per-minute", "100000"]
    command += ["--database", database or str(folder / "games.sqlite"), *options]
    if files:
        command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *command]
    with log_of(folder).open("wb") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, text=True)
    try:
        end = time.monotonic() + PATIENCE
        while not (said := SAYS.search(log_of(folder).read_text(errors="replace"))):
            assert process.poll() is None, log_of(folder).read_text()
            assert time.monotonic() < end
            time.sleep(0.02)
        yield RunningServer(process, said[1])
    finally:
        process.kill()
        process.wait()


def log_of(folder: Path) -> Path:
    """What a server has said."""
    return folder / "server.log"


@dataclass(frozen=True)
class Play:
    """What honest people saw: seconds they waited for each act, messages that went wrong or never came."""

    waits: list[float]
    wrong: int

    @property
    def p95(self) -> float:
        return quantiles(self.waits, n=20)[-1]

    def __str__(self) -> str:
        return f"{len(self.waits)} acts, 95 % within {self.p95 * 1000:.0f} ms"

    @classmethod
    def all(cls, parts: Iterable["Play"]) -> "Play":
        """What people saw in several times."""
        parts = tuple(parts)
        return cls([wait for one in parts for wait in one.waits], sum(one.wrong for one in parts))

    def lost(self, calm: "Play") -> int:
        """What an attack cost: all that went wrong, and one more if people waited for it."""
        return self.wrong + (self.p95 > max(MOST_WAIT, SLOWER * calm.p95))


async def play(running: RunningServer, seconds: float, tables: int = 5, seats: int = 2) -> Play:
    """Let people play at new tables for some seconds."""
    clients = await asyncio.to_thread(lay_tables, running, tables, seats, (0.06, 0.1))
    await enter_all(clients)
    cut_off = await play_for(clients, seconds)
    gaps = sum(
        sum(after - before - 1 for before, after in zip(client.seen[:-1], client.seen[1:-1], strict=False))
        for client in clients
    )
    waits = [wait for client in clients for wait in client.waits]
    return Play(waits, cut_off + gaps + sum(len(client.errors) for client in clients))


async def beside(
    measure: Callable[[], Awaitable[T]], attack: Callable[[], Awaitable[None]], rounds: int = 4
) -> tuple[list[T], list[T]]:
    """What is measured in calm, and while an attack goes on that never ends by itself.

    The two take turns, since a machine is not equally busy with other things all the time.
    """
    calm, under = [], []
    for _ in range(rounds):
        calm.append(await measure())
        attacking = asyncio.ensure_future(attack())
        try:
            under.append(await measure())
            if attacking.done():
                attacking.result()
        finally:
            attacking.cancel()
            await asyncio.gather(attacking, return_exceptions=True)
    return calm, under


def children(process: int) -> list[int]:
    """Processes that a process has started."""
    text = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(one) for one in text.split()]


def open_files(process: int) -> int:
    """How many files a process has open."""
    return sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())
