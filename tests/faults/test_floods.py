"""Costly requests in numbers, from many addresses at once: people and their robots do not wait for them."""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bench.clients import RunningServer
from fivedice.rules import variant
from tests.command import PATIENCE
from tests.faults.conftest import Tally
from tests.faults.servers import SLOWER, attacked, beside

CLIENTS = 6
MOST_ROBOT_WAIT = 0.05
"""Seconds that a robot takes for an act, 95th percentile."""
ROBOT = {"kind": "robot", "strategy": "greedy"}
EIGHT_ROBOTS = {"seats": [ROBOT] * 8, "speed": "off"}

# An attack may end while it connects.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@dataclass
class Flood:
    """Requests as if each came from another address; the server was told to believe this one."""

    running: RunningServer
    answered: int = 0
    wrong: list[int] = field(default_factory=list)
    numbers: "count[int]" = field(default_factory=count)

    def headers(self) -> dict[str, str]:
        number = next(self.numbers)
        return {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}

    def ask(self, path: str, body: Any = None) -> Any:
        """The answer to a request, None if it was refused."""
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(
                Request(f"http://{self.running.address}{path}", data, self.headers()), timeout=PATIENCE
            ) as answer:
                found = answer.read()
        except HTTPError as error:
            if error.code not in (429, 503):
                self.wrong.append(error.code)
            return None
        self.answered += 1
        return json.loads(found) if body is not None else found

    def watch(self, table: str) -> connect:
        """A connection to a table."""
        address = f"ws://{self.running.address}/ws/{table}"
        return connect(address, compression=None, open_timeout=PATIENCE, additional_headers=self.headers())


async def robot_waits(running: RunningServer, seconds: float) -> list[float]:
    """How long each act of a robot took, at a table with a person who plays at once."""
    waits: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seats = [{"kind": "person"}, ROBOT]
        made = await asyncio.to_thread(running.post, "/api/tables", {"seats": seats, "speed": "off"})
        async with connect(
            f"ws://{running.address}/ws/{made['id']}", compression=None, open_timeout=PATIENCE
        ) as connection:
            await connection.send(json.dumps({"do": "join", "tokens": [made["tokens"]["0"]]}))
            last, before = time.perf_counter(), -1
            async for text in connection:
                state = json.loads(text)
                if state["type"] == "state" and not state["over"] and state["mover"] == 0 and state["point"] != before:
                    before = state["point"]
                    legal = [name for name, preview in (state["previews"] or {}).items() if preview["legal"]]
                    act = {"do": "fill", "category": legal[0]} if legal else {"do": "throw"}
                    await connection.send(json.dumps({**act, "point": state["point"]}))
                elif state["type"] == "state" and state["mover"] == 1 and state["table"]:
                    waits.append(time.perf_counter() - last)
                last = time.perf_counter()
                if time.monotonic() > end or state.get("over"):
                    break
    return waits


def p95(waits: list[float]) -> float:
    return quantiles(waits, n=20)[-1]


async def csv(flood: Flood, finished: str) -> None:
    while True:
        await asyncio.to_thread(flood.ask, f"/api/record/{finished}.csv")


async def coach(flood: Flood, finished: str) -> None:
    """Switch the coach on and off, each time for other dice, as fast as messages are taken."""
    boxes = [box.name for box in variant("yahtzee").categories]
    while True:
        made = await asyncio.to_thread(flood.ask, "/api/tables", {"seats": [{"kind": "person"}]})
        with suppress(ConnectionClosed):
            async with flood.watch(made["id"]) as connection:
                await connection.send(json.dumps({"do": "join", "tokens": [made["tokens"]["0"]]}))
                for point in range(26):
                    act = {"do": "throw"} if point % 2 == 0 else {"do": "fill", "category": boxes[point // 2]}
                    for wish in ({**act, "point": point}, {"do": "coach", "on": False}, {"do": "coach", "on": True}):
                        await connection.send(json.dumps(wish))
                        flood.answered += 1
                        await asyncio.sleep(0.05)


async def robots(flood: Flood, finished: str) -> None:
    """Lay tables of eight robots and watch them play on."""

    async def watch() -> None:
        while True:
            made = await asyncio.to_thread(flood.ask, "/api/tables", EIGHT_ROBOTS)
            async with flood.watch(made["id"]) as connection:
                async for _ in connection:
                    flood.answered += 1

    async with asyncio.TaskGroup() as group:
        for _ in range(4):
            group.create_task(watch())


@pytest.mark.parametrize("attack", [csv, coach, robots])
def test_floods_do_not_slow_robots_down(
    attack: Callable[[Flood, str], Coroutine[Any, Any, None]], tmp_path: Path, many: Callable[[int], int], tally: Tally
) -> None:
    seconds = 1 + many(3)

    async def run(flood: Flood) -> tuple[list[list[float]], list[list[float]]]:
        finished = await play_out(flood)

        async def all_attack() -> None:
            async with asyncio.TaskGroup() as group:
                for _ in range(CLIENTS):
                    group.create_task(attack(flood, finished))

        return await beside(lambda: robot_waits(flood.running, seconds), all_attack)

    with attacked(tmp_path, "--proxy", "127.0.0.1") as running:
        flood = Flood(running)
        calm, under = ([wait for part in parts for wait in part] for parts in asyncio.run(run(flood)))
    slow = p95(under) > max(MOST_ROBOT_WAIT, SLOWER * p95(calm))
    figures = f"robots act within {p95(under) * 1000:.0f} ms (95 %), {p95(calm) * 1000:.0f} in calm"
    tally(f"{CLIENTS} clients flood: {attack.__name__}", flood.answered, len(flood.wrong) + slow, figures)


async def play_out(flood: Flood) -> str:
    """A game of two robots that is over."""
    made = await asyncio.to_thread(flood.ask, "/api/tables", {"seats": [ROBOT] * 2, "speed": "off"})
    async with flood.watch(made["id"]) as connection:
        async for text in connection:
            if json.loads(text).get("over"):
                break
    return str(made["id"])
