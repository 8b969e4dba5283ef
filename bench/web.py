"""How the table in the browser bears people: start, memory, click to update, whole games of many at once.

The clients are simulated in this process and share the machine with the server: figures are those of a server on
half of it.
"""

import asyncio
import json
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from rich.console import Console

from bench.clients import Client, RunningServer, enter_all, lay_tables, play_for, server
from bench.laboratory import laboratory
from bench.throughput import show, throughput
from fivedice.rules import variant
from fivedice.solver import cached_solution

MOST_SECONDS_TO_START = 2.0
MOST_WAIT = 0.050
"""Seconds from click to update, 95th percentile, with 200 clients."""
MOST_DESIGNER = 0.6
"""Seconds from a slider that is let go to the new exact mean on the page, official Yahtzee, median."""
MOST_ANALYSE = 0.1
"""Seconds from a die that is changed to the ranked decisions on the page, median."""
MOST_WAIT_BESIDE = 0.020
"""Seconds from click to update at a table beside a designer, 95th percentile."""
MOST_MEMORY = 200_000
"""Bytes for each connected client."""

_RESULTS = Path(__file__).parent / "results" / "web.json"


def run(console: Console, quick: bool) -> bool:
    """Measure, print, write the results; True if every claim held."""
    cached_solution(variant("yahtzee"))
    tables = 10 if quick else 100
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        figures["start"] = median(_start(f"{folder}/start{turn}.sqlite") for turn in range(3))
        with server(f"{folder}/games.sqlite") as running:
            figures |= asyncio.run(_wait(running, tables // 2))
            figures |= asyncio.run(_whole_games(running, tables))
        with server(f"{folder}/laboratory.sqlite") as running:
            figures |= asyncio.run(laboratory(running))
    figures["throughput"] = throughput(2 if quick else 5)
    console.print(f"start of the process to a throw on the table: {figures['start']:.2f} s", highlight=False)
    console.print(
        f"click to update with {figures['wait_clients']} clients: median {figures['wait_median'] * 1000:.1f} ms, "
        f"95 % {figures['wait_95'] * 1000:.1f} ms, worst {figures['wait_worst'] * 1000:.0f} ms",
        highlight=False,
    )
    console.print(
        f"{figures['clients']} clients at {tables} tables played whole games in {figures['seconds']:.0f} s: "
        f"{figures['acts']:,} acts, {figures['received']:,} states received, {figures['missed']} missed, "
        f"{figures['errors']} errors; {figures['memory'] / 1000:.0f} KB a client",
        highlight=False,
    )
    console.print(
        f"designer: {figures['designer_changes']} changes of a slider to the exact mean on the page, median "
        f"{figures['designer_median'] * 1000:.0f} ms, worst {figures['designer_worst'] * 1000:.0f} ms; beside "
        f"{figures['designer_beside']} more, {figures['designer_clicks']} clicks at a table, 95 % within "
        f"{figures['designer_wait_95'] * 1000:.1f} ms (with nothing beside it "
        f"{figures['alone_wait_95'] * 1000:.1f} ms); analyse: from a die to ranked decisions, median "
        f"{figures['analyse_median'] * 1000:.0f} ms, worst {figures['analyse_worst'] * 1000:.0f} ms",
        highlight=False,
    )
    claims = {
        f"a table within {MOST_SECONDS_TO_START} s": figures["start"] < MOST_SECONDS_TO_START,
        f"95 % of clicks within {MOST_WAIT * 1000:.0f} ms": figures["wait_95"] < MOST_WAIT,
        f"a designed mean within {MOST_DESIGNER * 1000:.0f} ms": figures["designer_median"] <= MOST_DESIGNER,
        f"95 % of clicks beside a designer within {MOST_WAIT_BESIDE * 1000:.0f} ms": figures["designer_wait_95"]
        <= MOST_WAIT_BESIDE,
        f"ranked decisions within {MOST_ANALYSE * 1000:.0f} ms": figures["analyse_median"] <= MOST_ANALYSE,
        "no error, no lost message": figures["errors"] == figures["missed"] == figures["unfinished"] == 0,
        f"a client in {MOST_MEMORY / 1000:.0f} KB": figures["memory"] < MOST_MEMORY,
        **show(console, figures["throughput"]),
    }
    for claim, held in claims.items():
        console.print(f"{'held' if held else 'NOT HELD'}: {claim}", highlight=False)
    _RESULTS.parent.mkdir(exist_ok=True)
    _RESULTS.write_text(json.dumps(figures, indent=2) + "\n")
    return all(claims.values())


def _start(database: str) -> float:
    """Seconds from the start of a process to dice on a table."""
    began = time.perf_counter()
    with server(database) as running:
        clients = lay_tables(running, 1, 1, (0, 0))
        asyncio.run(_one_throw(clients[0]))
        return time.perf_counter() - began


async def _one_throw(client: Client) -> None:
    await client.enter()
    assert client.connection is not None
    await client.connection.send(json.dumps({"do": "throw", "point": 0}))
    async for text in client.connection:
        if json.loads(text).get("table"):
            break
    await client.connection.close()


async def _wait(running: RunningServer, tables: int) -> dict[str, Any]:
    """How long clicks take while many play at the pace of quick people."""
    clients = lay_tables(running, tables, 4, (0.3, 0.9))
    await enter_all(clients)
    await play_for(clients, 20)
    waits = [wait for client in clients for wait in client.waits]
    return {
        "wait_clients": len(clients),
        "waits": len(waits),
        "wait_median": median(waits),
        "wait_95": quantiles(waits, n=20)[-1],
        "wait_worst": max(waits),
    }


async def _whole_games(running: RunningServer, tables: int) -> dict[str, Any]:
    """Everybody plays a game to its end, as fast as one may."""
    clients = lay_tables(running, tables, 4, (0.06, 0.1))
    before = running.memory
    await enter_all(clients)
    await asyncio.sleep(1)
    memory = (running.memory - before) / len(clients)
    began = time.perf_counter()
    await asyncio.wait_for(asyncio.gather(*(client.play() for client in clients)), 600)
    return {
        "clients": len(clients),
        "seconds": time.perf_counter() - began,
        "acts": sum(len(client.waits) for client in clients),
        "received": sum(len(client.seen) for client in clients),
        "missed": sum(client.missed for client in clients),
        "errors": sum(len(client.errors) for client in clients),
        "unfinished": sum(not client.final for client in clients),
        "memory": memory,
    }
