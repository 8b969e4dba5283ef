"""Two servers on one PostgreSQL, killed and started again at random while people at both play the same games."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import URLError

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bench.clients import RunningServer
from fivedice.table.store import Store
from tests import databases
from tests.faults.conftest import Tally
from tests.faults.history import History
from tests.faults.servers import attacked

PERSON, ROBOT = {"kind": "person"}, {"kind": "robot", "strategy": "greedy"}
SLOTS = ([PERSON, PERSON], [PERSON, PERSON], [PERSON, PERSON, ROBOT])
"""Who sits at the tables that are played at, one game after the other."""
LOST = (ConnectionClosed, InvalidHandshake, OSError, URLError, TimeoutError, EOFError)
LONGEST_GAME = 600.0
"""Seconds for the games under way when the last kill is over."""

pytestmark = [
    pytest.mark.skipif("postgresql" not in databases.kinds(), reason="PostgreSQL is not installed"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]


@dataclass
class Server:
    """A server that is started again on its port."""

    folder: Path
    database: str
    running: RunningServer | None = None
    address: str = ""
    stack: ExitStack = field(default_factory=ExitStack)

    def start(self) -> None:
        port = int(self.address.rpartition(":")[2] or 0)
        self.running = self.stack.enter_context(attacked(self.folder, port=port, database=self.database))
        self.address = self.running.address

    def kill(self) -> None:
        self.stack.close()


@pytest.fixture
def servers(postgresql: str, tmp_path: Path) -> Iterator[list[Server]]:
    """Two servers with a folder each."""
    with databases.fresh_schema(postgresql) as url:
        found = [Server(tmp_path / name, url) for name in ("one", "other")]
        for server in found:
            server.folder.mkdir()
            server.start()
        yield found
        for server in found:
            server.kill()


class Match:
    """People at both servers who play one game after the other until no more are killed."""

    def __init__(self, servers: list[Server], seats: list[dict[str, Any]], random: Random) -> None:
        self.servers, self.seats, self.random = servers, seats, random
        self.histories: dict[str, History] = {}

    async def play(self, calm: asyncio.Event) -> None:
        """Play games to their end, at least one."""
        while not (calm.is_set() and self.histories):
            server = self.random.choice(self.servers)
            assert server.running is not None
            wish = {"seats": self.seats, "speed": "off"}
            try:
                made = await asyncio.to_thread(server.running.post, "/api/tables", wish)
            except LOST:
                await asyncio.sleep(0.1)
                continue
            history = self.histories[made["id"]] = History()
            people = [
                self._person(history, made["id"], int(seat), token, self.servers[int(seat) % len(self.servers)])
                for seat, token in made["tokens"].items()
            ]
            await asyncio.gather(*people)

    async def _person(self, history: History, game: str, seat: int, token: str, server: Server) -> None:
        """Play a seat to the end, at any server that answers."""
        last = -1
        while True:
            with suppress(*LOST):
                async with connect(f"ws://{server.address}/ws/{game}", compression=None, open_timeout=20) as connection:
                    await connection.send(json.dumps({"do": "join", "tokens": [token]}))
                    last = await self._sit(connection, history, seat, last)
                    if history.seen[last]["over"]:
                        return
            server = self.random.choice(self.servers)
            await asyncio.sleep(0.05)

    async def _sit(self, connection: Any, history: History, seat: int, last: int) -> int:
        """Play on one connection, until an act is refused; the number of the last state that was seen."""
        here, wish = -1, None
        async for text in connection:
            state = json.loads(text)
            if state["type"] == "error":
                break  # an act from before a kill may have happened meanwhile
            if state["type"] != "state":
                continue
            history.see(state, here)
            here, point = state["seq"], state["point"]
            if wish and point > wish[0]:
                history.acknowledged[wish[0]] = (seat, wish[1], state)
                wish = None
            if state["over"]:
                break
            if state["mover"] == seat and wish is None:
                wish = (point, decision(state, self.random))
                history.sent[point].append((seat, wish[1]))
                await connection.send(json.dumps({**wish[1], "point": point}))
        return max(here, last)


def decision(state: dict[str, Any], random: Random) -> dict[str, Any]:
    """Any legal one; boxes are filled early, so that games are short."""
    if state["table"] is None:
        return {"do": "throw"}
    held = [random.random() < 0.5 for _ in state["table"]]
    if state["throws_left"] and random.random() < 0.2 and not all(held):
        return {"do": "throw", "held": held}
    return {"do": "fill", "category": random.choice([name for name, one in state["previews"].items() if one["legal"]])}


def test_two_servers_that_are_killed_lose_and_double_nothing(
    servers: list[Server], random: Random, many: Callable[[int], int], tally: Tally
) -> None:
    tried = many(50)
    matches = [Match(servers, list(seats), Random(random.random())) for seats in SLOTS]

    async def kill(calm: asyncio.Event) -> None:
        for _ in range(tried):
            await asyncio.sleep(random.uniform(0.0, 0.6))
            victims = servers if random.random() < 0.1 else [random.choice(servers)]
            for victim in victims:
                await asyncio.to_thread(victim.kill)
            for victim in victims:
                await asyncio.to_thread(victim.start)
        calm.set()

    async def run() -> None:
        calm = asyncio.Event()
        playing = asyncio.gather(*(match.play(calm) for match in matches))
        await kill(calm)
        await asyncio.wait_for(playing, LONGEST_GAME)

    asyncio.run(run())
    histories = {game: one for match in matches for game, one in match.histories.items()}
    with Store(servers[0].database) as store:
        faults = [fault for game, one in histories.items() for fault in one.check(store.load(game))]
    assert not faults, faults[:10]
    acts = sum(len(one.acknowledged) for one in histories.values())
    figures = f"{len(histories)} games, {acts:,} acts acknowledged"
    tally("kills of two servers on one database", tried, len(faults), figures)
