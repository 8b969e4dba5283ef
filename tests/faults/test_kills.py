"""A server that is killed at any moment: nothing that it acknowledged is lost, and it comes back by itself."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from fivedice.table.record import record_of
from fivedice.table.store import Store
from fivedice.table.verify import verify
from tests.command import PATIENCE
from tests.faults.conftest import Tally
from tests.faults.servers import attacked

AT_ONCE = 2
"""Servers that are killed beside each other, each on a database of its own."""


def test_killed_servers_lose_nothing_that_was_acknowledged(
    tmp_path: Path, random: Random, many: Callable[[int], int], tally: Tally
) -> None:
    tried = many(200)
    folders = [tmp_path / str(number) for number in range(AT_ONCE)]
    for folder in folders:
        folder.mkdir()
    shares = [len(range(number, tried, AT_ONCE)) for number in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(kill_often, folders, [Random(random.random()) for _ in folders], shares))
    lost, acts = map(sum, zip(*found, strict=True))
    tally("kills of a server", tried, lost, f"{acts:,} acts acknowledged")


def kill_often(folder: Path, random: Random, times: int) -> tuple[int, int]:
    """What was lost, and the acts that were acknowledged."""
    lost, acts = 0, 0
    made: dict[str, Any] | None = None
    last: dict[str, Any] = {}
    for _ in range(times):
        with attacked(folder) as running:
            if made is None:
                made = running.post("/api/tables", {"seats": [{"kind": "person"}]})
                last = {}
            with connect(f"ws://{running.address}/ws/{made['id']}", compression=None) as connection:
                state = next_state(connection)
                lost += bool(last) and not continues(last, state)
                connection.send(json.dumps({"do": "join", "tokens": [made["tokens"]["0"]]}))
                end = time.monotonic() + random.uniform(0.0, 0.4)
                while not state["over"] and time.monotonic() < end:
                    connection.send(json.dumps({**decision(state, random), "point": state["point"]}))
                    state, acts = next_state(connection, state["seq"]), acts + 1
                if not state["over"] and random.random() < 0.7:  # killed with an act under way
                    connection.send(json.dumps({**decision(state, random), "point": state["point"]}))
                running.process.kill()
                last = newest(connection, state)
        if last["over"]:
            lost += not is_sound(folder, made["id"])
            made = None
    if made is not None:
        lost += not is_sound(folder, made["id"])
    return lost, acts


def next_state(connection: Any, after: int = -1) -> dict[str, Any]:
    """The next state with a greater number."""
    while True:
        message: dict[str, Any] = json.loads(connection.recv(PATIENCE))
        if message["type"] == "state" and message["seq"] > after:
            return message


def newest(connection: Any, state: dict[str, Any]) -> dict[str, Any]:
    """The last state that a killed server has sent."""
    try:
        while True:
            state = next_state(connection, state["seq"])
    except ConnectionClosed:
        return state


def decision(state: dict[str, Any], random: Random) -> dict[str, Any]:
    """Any legal one."""
    if state["table"] is None or (state["throws_left"] and random.random() < 0.5):
        return {"do": "throw"}
    legal = [name for name, preview in state["previews"].items() if preview["legal"]]
    return {"do": "fill", "category": random.choice(legal)}


def continues(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether a state is the one before the kill, or what the act under way made of it."""
    if after["seq"] == before["seq"]:
        return bool(after["table"] == before["table"] and after["seats"][0]["card"] == before["seats"][0]["card"])
    card = before["seats"][0]["card"]
    return bool(after["seq"] > before["seq"] and card.items() <= after["seats"][0]["card"].items())


def is_sound(folder: Path, game: str) -> bool:
    """Whether every die and decision of a game in the database is as it should be."""
    with Store(folder / "games.sqlite") as store:
        found = store.load(game)
        return not found.is_over or verify(record_of(found)).sound
