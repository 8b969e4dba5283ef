"""The parts of a running application: tables, store, helper processes, and what these compute."""

import asyncio
from collections.abc import Mapping

from starlette.requests import HTTPConnection

from fivedice.rules import Rules
from fivedice.table.store import Store
from fivedice.web.async_store import AsyncStore
from fivedice.web.coach import AdviceAnswers, OutlookAnswers
from fivedice.web.helper import Helper
from fivedice.web.hub import Hub
from fivedice.web.lab.laboratory import Laboratory
from fivedice.web.lab.levels import Level
from fivedice.web.limits import NewTables
from fivedice.web.opponents import Opponents
from fivedice.web.reviews import Reviews
from fivedice.web.robots import Robots
from fivedice.web.solutions import Solutions, cancel

Variants = Mapping[str, tuple[Rules, str]]

NICENESS = 10
"""Of the background helper, see `os.nice`."""


class Services:
    """Created when the application starts, in its event loop."""

    def __init__(self, store: Store, variants: Variants, tables_per_minute: int, laboratory: Level = "all") -> None:
        self.variants = variants
        self.new_tables = NewTables(tables_per_minute)
        self.helper, self.background = Helper(), Helper(NICENESS)
        self.store = AsyncStore(store)
        self.solutions = Solutions(self.helper, self.background)
        self.opponents = Opponents(self.helper, self.background)
        self.reviews = Reviews(self.helper, self.background, self.solutions, self.store)
        coach = (AdviceAnswers(self.helper, self.solutions), OutlookAnswers(self.helper, self.solutions))
        self.hub = Hub(self.store, [Robots(self.helper, self.solutions), *coach, self.reviews])
        self.laboratory = Laboratory(laboratory, variants)
        self.waking: list[asyncio.Task[None]] = []

    def wake(self) -> None:
        """Start the helper process, and the reviews that are missing."""
        known = [rules for rules, _ in self.variants.values()]
        self.waking = [asyncio.create_task(one) for one in (self.opponents.look_up(known), self.reviews.catch_up())]

    async def stop(self) -> None:
        """Stop everything; games are in the store."""
        await cancel(self.waking)
        for one in (self.laboratory, self.hub, self.reviews, self.opponents, self.solutions):
            await one.stop()
        for process in (self.helper, self.background):
            await process.stop()
        await self.store.close()


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that a request came to."""
    found: Services = connection.app.state.services
    return found
