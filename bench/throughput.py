"""How many acts a second the table bears while 95 % of them take less than 0.1 s: one server, and two on one database.

The people at a table of two servers are spread over both, as a proxy would spread them, so that each act goes to the
other server. Clients, servers and database share the machine: acts per processor second of the servers tell what
they would carry with a core each. The same acts with neither network nor people, one after the other, each checked and
stored, are the reference.
"""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from rich.console import Console

from bench.clients import RunningServer, enter_all, lay_tables, play_for, server
from fivedice.rules import variant
from fivedice.rules.state import previews
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.store import Store
from tests import databases

MOST_WAIT = 0.1
"""Seconds from an act to its state, 95th percentile."""
LEAST_OF_REFERENCE = 0.2
"""Acts per processor second of a server, as a share of the reference."""
SEATS = 4
FIRST, GROWTH = 4, 1.5
"""Tables at first, and by how much they grow until people wait longer."""
FAILURES = 2
"""Loads in a row at which they do; one may be the machine's, which had something else to do."""


def throughput(seconds: float) -> dict[str, Any]:
    """The figures; each load is kept for some seconds."""
    with tempfile.TemporaryDirectory() as folder:
        figures: dict[str, Any] = {"reference_per_cpu": _reference(Path(folder), seconds)}
        figures["sqlite"] = _most_acts([f"{folder}/games.sqlite"], seconds)
    if "postgresql" in databases.kinds():
        with databases.server() as postgresql:
            for count, name in enumerate(("postgresql", "two"), 1):
                with databases.fresh_schema(postgresql) as url:
                    figures[name] = _most_acts([url] * count, seconds)
    return figures


def show(console: Console, figures: dict[str, Any]) -> dict[str, bool]:
    """Print the figures; the claim about them."""
    names = {"sqlite": "one server, SQLite", "postgresql": "one server, PostgreSQL", "two": "two servers, PostgreSQL"}
    for one, name in ((figures[key], name) for key, name in names.items() if key in figures):
        console.print(
            f"{name}: {one['acts']:.0f} acts a second at {one['tables']} tables of {SEATS}, 95 % within "
            f"{one['wait_95'] * 1000:.0f} ms; {one['per_cpu']:.0f} per processor second of its servers",
            highlight=False,
        )
    if "two" in figures:
        one, two = figures["postgresql"], figures["two"]
        console.print(
            f"two servers over one: {two['acts'] / one['acts']:.2f} times the acts on these cores, "
            f"{2 * two['per_cpu'] / one['per_cpu']:.2f} times with a core for each server",
            highlight=False,
        )
    share = figures["sqlite"]["per_cpu"] / figures["reference_per_cpu"]
    console.print(
        f"checked and stored alone: {figures['reference_per_cpu']:.0f} acts per processor second, of which a server "
        f"with people does {share:.2f}",
        highlight=False,
    )
    claim = f"a server does {LEAST_OF_REFERENCE} of the acts that are only checked and stored"
    return {claim: share >= LEAST_OF_REFERENCE}


def _most_acts(urls: Sequence[str], seconds: float) -> dict[str, float]:
    """The greatest load at which few wait for long, of servers on a database each or together; else the last."""
    borne: list[dict[str, float]] = []
    load: dict[str, float] = {}
    tables, failed = FIRST, 0
    with ExitStack() as stack:
        servers = [stack.enter_context(server(url)) for url in urls]
        asyncio.run(_load(servers, tables, seconds))  # while helpers start
        while failed < FAILURES:
            load = asyncio.run(_load(servers, tables, seconds))
            if load["wait_95"] < MOST_WAIT:
                borne.append(load)
                failed = 0
            else:
                failed += 1
            tables = round(tables * GROWTH)
    return max(borne or [load], key=lambda one: one["acts"])


async def _load(servers: Sequence[RunningServer], tables: int, seconds: float) -> dict[str, float]:
    """Figures of one load."""
    clients = lay_tables(servers[0], tables, SEATS, (0.06, 0.1))
    for client in clients:
        client.address = servers[client.seat % len(servers)].address
    await enter_all(clients)
    before = sum(one.seconds for one in servers)
    await play_for(clients, seconds)
    cpu = sum(one.seconds for one in servers) - before
    waits = [wait for client in clients for wait in client.waits]
    return {
        "tables": tables,
        "acts": len(waits) / seconds,
        "wait_95": quantiles(waits, n=20)[-1],
        "per_cpu": len(waits) / cpu,
    }


def _reference(folder: Path, seconds: float) -> float:
    """Acts per processor second, checked and stored without network and people."""
    rules, random, acts = variant("yahtzee"), Random(17), 0
    with Store(folder / "reference.sqlite") as store:
        game = None
        began = time.process_time()
        while time.process_time() < began + seconds:
            if game is None or game.is_over:
                game = Game.begin(rules, [Seat(f"Person {number}") for number in range(SEATS)])
                store.create(game)
            assert game.mover is not None
            if game.turn is not None and random.random() < 0.4:
                new = game.fill(game.mover, random.choice(list(previews(rules, game.turn))))
            elif game.throws_left:
                new = game.throw(game.mover)
            else:
                continue
            game, acts = store.append(game, new, checked=True), acts + 1
        return acts / (time.process_time() - began)
