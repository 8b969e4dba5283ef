"""Random messages to tables of others and to one's own: no honest game changes, nothing ends in a traceback."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bench.clients import RunningServer
from tests.command import PATIENCE
from tests.faults.conftest import Tally
from tests.faults.servers import Play, attacked, log_of, play
from tests.web.strange import strange_message

SENDERS, OF_ONE = 20, 40
"""Connections that send at a time, and messages of each before it comes again; too many offences end it sooner."""


def test_random_messages_change_no_honest_game(
    tmp_path: Path, random: Random, many: Callable[[int], int], tally: Tally
) -> None:
    wanted, sent = many(50_000), 0

    async def attack(running: RunningServer, victim: str) -> None:
        nonlocal sent

        async def send() -> None:
            nonlocal sent
            while sent < wanted:
                own = await asyncio.to_thread(running.post, "/api/tables", {"seats": [{"kind": "person"}]})
                at_home = random.random() < 0.5
                address = f"ws://{running.address}/ws/{own['id'] if at_home else victim}"
                try:
                    async with connect(address, compression=None, open_timeout=PATIENCE) as connection:
                        await connection.send(json.dumps({"do": "join", "tokens": [own["tokens"]["0"]]}))
                        for _ in range(OF_ONE):
                            await connection.send(strange_message(random))
                            sent += 1
                except (ConnectionClosed, OSError, TimeoutError):
                    continue

        await asyncio.gather(*(send() for _ in range(SENDERS)))

    with attacked(tmp_path) as running:
        made = running.post("/api/tables", {"seats": [{"kind": "person"}] * 2})
        before = running.get(f"/api/record/{made['id']}.json")["events"]

        async def run() -> Play:
            honest, _ = await asyncio.gather(play(running, 5 + many(10)), attack(running, made["id"]))
            return honest

        under = asyncio.run(run())
        changed = running.get(f"/api/record/{made['id']}.json")["events"] != before
        said = log_of(tmp_path).read_text(errors="replace")
    lost = under.wrong + changed + said.count("Traceback")
    tally("random messages", sent, lost, f"beside them {under}")
