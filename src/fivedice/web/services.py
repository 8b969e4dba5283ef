"""The parts of a running application: tables, store, helper processes, and what these compute."""

import asyncio
import os
from collections.abc import Mapping
from contextlib import suppress

from starlette.requests import HTTPConnection

from fivedice.errors import StoreError
from fivedice.phrases import phrase
from fivedice.rules import Rules
from fivedice.table.retention import FOR_EVER, Retention
from fivedice.table.store import Store
from fivedice.web.async_store import AsyncStore
from fivedice.web.clock import TurnClock
from fivedice.web.coach import AdviceAnswers, OutlookAnswers
from fivedice.web.first_game import FIRST_GAME
from fivedice.web.helper import Helper
from fivedice.web.hub import Hub
from fivedice.web.lab.laboratory import Laboratory
from fivedice.web.lab.levels import Level
from fivedice.web.limits import DOWNLOADS_AT_ONCE, DOWNLOADS_PER_MINUTE, Quota
from fivedice.web.live import Watcher
from fivedice.web.names import Names
from fivedice.web.neighbours import Neighbours, PostgresNeighbours
from fivedice.web.opponents import Opponents
from fivedice.web.reviews import Reviews
from fivedice.web.robots import Robots
from fivedice.web.solutions import Solutions, cancel
from fivedice.web.timing import Timing

Variants = Mapping[str, tuple[Rules, str]]

REPORTS, BACKGROUND = 5, 10
"""Niceness of the helper for advice and reports, and of that for long computations; see `os.nice`."""
FORGET_EVERY = 3600.0
"""Seconds between two deletions of games past their retention."""
CORES_OF_ONE = 4
"""Cores per process of each helper."""


class Services:
    """Created when the application starts, in its event loop."""

    def __init__(
        self,
        store: Store,
        variants: Variants,
        tables_per_minute: int,
        retention: Retention = FOR_EVER,
        laboratory: Level = "all",
        timing: Timing | None = None,
    ) -> None:
        self.variants, self.retention = variants, retention
        self.rules = {FIRST_GAME.name: FIRST_GAME} | {name: rules for name, (rules, _) in variants.items()}
        """The rules that can be chosen by name."""
        self.new_tables = Quota(phrase("new tables"), tables_per_minute)
        self.downloads = Quota(phrase("downloads"), DOWNLOADS_PER_MINUTE, DOWNLOADS_AT_ONCE)
        processes = max((os.cpu_count() or 1) // CORES_OF_ONE, 1)
        self.helper = Helper(processes=processes)
        self.reporter, self.background = Helper(REPORTS, processes=processes), Helper(BACKGROUND)
        self.store = AsyncStore(store)
        self.names = Names(self.store)
        self.solutions = Solutions(self.reporter, self.background)
        self.opponents = Opponents(self.helper, self.background)
        self.reviews = Reviews(self.reporter, self.background, self.solutions, self.store)
        coach = (AdviceAnswers(self.reporter, self.solutions), OutlookAnswers(self.reporter, self.solutions))
        watchers: list[Watcher] = [TurnClock(), Robots(self.helper, self.solutions), *coach, self.reviews]
        neighbours = PostgresNeighbours(store) if store.channel else Neighbours()
        self.hub = Hub(self.store, watchers, neighbours, timing)
        self.hub.neighbours.start(self.hub)
        self.laboratory = Laboratory(laboratory, variants)
        self.waking: list[asyncio.Task[None]] = []

    def wake(self) -> None:
        """Start the helper process and the missing reviews, and delete old games from now on."""
        known = [rules for rules, _ in self.variants.values()]
        work = (self.opponents.look_up(known), self.reviews.catch_up(), self._forget_games())
        self.waking = [asyncio.create_task(one) for one in work]

    async def _forget_games(self) -> None:
        while True:
            with suppress(StoreError):  # retried later, when the disk has space again
                while await self.store.write(self.retention.forget_some):
                    pass
            await asyncio.sleep(FORGET_EVERY)

    async def stop(self) -> None:
        """Stop everything; games are in the store."""
        await cancel(self.waking)
        for one in (self.laboratory, self.hub.neighbours, self.hub, self.reviews, self.opponents, self.solutions):
            await one.stop()
        for process in (self.helper, self.reporter, self.background):
            await process.stop()
        await self.store.close()


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that a request came to."""
    found: Services = connection.app.state.services
    return found


def address_of(connection: HTTPConnection) -> str:
    """The address that a request came from; "" if it has none."""
    return connection.client.host if connection.client else ""
