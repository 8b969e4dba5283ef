"""A real server: a process of its own, on a free port of this machine, with a database file."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from fivedice.rules import Rules
from fivedice.rules.toml import load_rules
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.robot import best_paying
from fivedice.table.store import Store, new_token
from tests.tables import SEED

SHORT_FILE = Path(__file__).with_name("short.toml")
SHORT = load_rules(SHORT_FILE)
START_SECONDS = 60
CHOSEN = {"seed": 0}
"""The option that keeps browsers' shares out of the dice, so that these are the same in every run."""
SAYS = re.compile(r"The table is at (http://127\.0\.0\.1:(\d+))/")


@dataclass(frozen=True)
class Laid:
    """A table with the tokens of its seats."""

    id: str
    tokens: dict[int, str]


class Server:
    """`fivedice play` with a browser that opens nothing: all variants, and rules of its own that are soon played."""

    def __init__(self, folder: Path, cache: Path | None = None) -> None:
        self.database = folder / "games.sqlite"
        self.log = folder / "server.log"
        self.environment = {**os.environ, "BROWSER": "true", **({"FIVEDICE_CACHE": str(cache)} if cache else {})}
        self.process: subprocess.Popen[bytes] | None = None
        self.port = 0
        self.address = ""

    def start(self) -> None:
        """Start it, again on the port that it had."""
        words = ["play", "--rules", str(SHORT_FILE), "--port", str(self.port), "--database", str(self.database)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "fivedice", *words],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # so that its helper processes can be ended with it
            )
        end = time.monotonic() + START_SECONDS
        while not (said := SAYS.search(self.log.read_text(errors="replace"))):
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server does not start: {self.log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.02)
        self.address, self.port = said[1], int(said[2])

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def crash(self) -> None:
        """What a power cut does: no handler runs, nothing is put in order."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def end(self) -> None:
        """End it with all processes that it started."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)

    def lay(
        self,
        rules: Rules,
        *seats: Seat,
        free: tuple[int, ...] = (),
        speed: str = "off",
        shares: bool = False,
        rounds_left: int | None = None,
        **options: object,
    ) -> Laid:
        """A new table whose dice are known beforehand, unless browsers have `shares` in them.

        With `rounds_left` all rounds before these are over: everybody scored the best box after the first throw.
        """
        options |= {"speed": speed, "open": list(free), **({} if shares else CHOSEN)}
        game = Game.begin(rules, seats, seed=SEED, options=options)
        for seat in [*range(len(seats))] * (0 if rounds_left is None else rules.turns - rounds_left):
            game = game.after(*game.throw(seat))
            game = game.after(*game.take(seat, best_paying(game)))
        tokens = {
            number: new_token()
            for number, seat in enumerate(seats)
            if number not in free and (seat.kind == "person" or seat.physical)
        }
        with Store(self.database) as store:
            store.create(game, tokens)
        return Laid(game.id, tokens)

    def load(self, game_id: str) -> Game:
        """A game as it is in the database."""
        with Store(self.database) as store:
            return store.load(game_id)


@contextmanager
def running(folder: Path, cache: Path | None = None) -> Iterator[Server]:
    """A server that is ended whatever happens."""
    server = Server(folder, cache)
    try:
        server.start()
        yield server
    finally:
        server.end()
