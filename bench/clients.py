"""Simulated people: they join tables of a real server, play whole games over WebSockets, and count what they miss."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

ANSWER_SECONDS = 120
"""A first answer may wait for a helper process that starts on a busy machine."""


@dataclass(frozen=True)
class RunningServer:
    """A server process of our own."""

    process: "subprocess.Popen[str]"
    address: str

    def get(self, path: str) -> Any:
        with urlopen(f"http://{self.address}{path}", timeout=ANSWER_SECONDS) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any) -> Any:
        with urlopen(
            Request(f"http://{self.address}{path}", json.dumps(body).encode()), timeout=ANSWER_SECONDS
        ) as answer:
            return json.load(answer)

    @property
    def memory(self) -> int:
        """Bytes of memory of the server itself, its helpers left out."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    @property
    def seconds(self) -> float:
        """Processor time of the server itself, its helpers left out."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(database: str) -> Iterator[RunningServer]:
    """Start `fivedice serve` on a free port of this machine and end it."""
    command = [sys.executable, "-m", "fivedice", "serve", "--port", "0", "--database", database]
    command += ["--tables-per-minute", "10000"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://(\S+?)/", line)
        assert found, line + process.stderr.read()
        yield RunningServer(process, found[1])
    finally:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


@dataclass
class Client:
    """One person at a table, who plays any legal decision after a moment of thought."""

    address: str
    table: str
    seat: int
    token: str
    random: Random
    thought: tuple[float, float] = (0.06, 0.1)
    seen: list[int] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    connection: ClientConnection | None = None
    final: dict[str, Any] = field(default_factory=dict)

    async def enter(self) -> None:
        """Connect and take the seat."""
        self.connection = await connect(f"ws://{self.address}/ws/{self.table}", compression=None, open_timeout=60)
        await self._say({"do": "join", "tokens": [self.token]})

    async def play(self) -> None:
        """Play until the game is over."""
        assert self.connection is not None
        sent_at, sent = 0.0, -1
        async for text in self.connection:
            message = json.loads(text)
            if message["type"] == "error":
                self.errors.append(message["sentence"])
            if message["type"] != "state":
                continue
            sequence = message["seq"]
            if self.seen and sequence == self.seen[-1]:
                continue
            self.seen.append(sequence)
            if sent >= 0 and sequence > sent:
                self.waits.append(time.perf_counter() - sent_at)
                sent = -1
            if message["over"]:
                self.final = message
                break
            if message["mover"] == self.seat:
                await asyncio.sleep(self.random.uniform(*self.thought))
                sent_at, sent = time.perf_counter(), sequence
                await self._say({**self._decision(message), "point": message["point"]})
        await self.connection.close()

    @property
    def missed(self) -> int:
        """States that never came: each act adds one event, the last one two."""
        last = len(self.seen) - 1
        gaps = [after - before for before, after in zip(self.seen, self.seen[1:], strict=False)]
        return sum(gap - 1 for number, gap in enumerate(gaps, 1) if number < last) + (gaps[-1] - 2 if gaps else 0)

    def _decision(self, state: dict[str, Any]) -> dict[str, Any]:
        if state["table"] is None:
            return {"do": "throw"}
        if state["throws_left"]:
            held = [self.random.random() < 0.5 for _ in state["table"]]
            if not all(held):
                return {"do": "throw", "held": held}
        legal = [name for name, preview in state["previews"].items() if preview["legal"]]
        return {"do": "fill", "category": self.random.choice(legal)}

    async def _say(self, message: dict[str, Any]) -> None:
        assert self.connection is not None
        await self.connection.send(json.dumps(message))


def lay_tables(running: RunningServer, tables: int, seats: int, thought: tuple[float, float]) -> list[Client]:
    """New tables with people at every seat."""
    clients = []
    for number in range(tables):
        made = running.post("/api/tables", {"seats": [{"kind": "person"}] * seats})
        for seat, token in made["tokens"].items():
            random = Random(f"{number} {seat}")
            clients.append(Client(running.address, made["id"], int(seat), token, random, thought))
    return clients


async def enter_all(clients: list[Client]) -> None:
    """Connect everybody, a few at a time."""
    doors = asyncio.Semaphore(20)

    async def enter(client: Client) -> None:
        async with doors:
            await client.enter()

    await asyncio.gather(*map(enter, clients))


async def play_for(clients: list[Client], seconds: float) -> int:
    """Let people who are connected play for some seconds; how many of them were cut off."""
    playing = [asyncio.create_task(client.play()) for client in clients]
    ended, under_way = await asyncio.wait(playing, timeout=seconds)
    cut_off = sum(task.exception() is not None for task in ended)
    for task in under_way:
        task.cancel()
    await asyncio.gather(*under_way, return_exceptions=True)
    for client in clients:
        assert client.connection is not None
        await client.connection.close()
    return cut_off
