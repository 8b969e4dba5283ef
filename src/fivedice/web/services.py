"""What stands behind the pages of one application: tables, store, helper processes, and what they work on."""

import asyncio
from collections.abc import Mapping

from starlette.requests import HTTPConnection

from fivedice.rules import Rules
from fivedice.table.store import Store
from fivedice.web.coach import Advice, Outlooks
from fivedice.web.helper import Helper
from fivedice.web.hub import Hub
from fivedice.web.limits import NewTables
from fivedice.web.reviews import Reviews
from fivedice.web.robots import Robots
from fivedice.web.solving import Solutions
from fivedice.web.storing import Storing
from fivedice.web.strengths import Strengths

Variants = Mapping[str, tuple[Rules, str]]

POLITE = 10
"""How much the patient helper stands back where processors are short; see `os.nice`."""


class Services:
    """Made when the application starts, in its event loop."""

    def __init__(self, store: Store, variants: Variants, tables_per_minute: int) -> None:
        self.variants = variants
        self.new_tables = NewTables(tables_per_minute)
        self.helper, self.patient = Helper(), Helper(POLITE)
        self.storing = Storing(store)
        self.solutions = Solutions(self.helper, self.patient)
        self.strengths = Strengths(self.helper, self.patient)
        self.reviews = Reviews(self.helper, self.solutions, self.storing)
        coach = (Advice(self.helper, self.solutions), Outlooks(self.helper, self.solutions))
        self.hub = Hub(self.storing, [Robots(self.helper, self.solutions), *coach, self.reviews])
        self.waking: list[asyncio.Task[None]] = []

    def wake(self) -> None:
        """Begin what somebody will want soon: the helper process, and reports that are missing."""
        known = [rules for rules, _ in self.variants.values()]
        self.waking = [asyncio.create_task(one) for one in (self.strengths.look_up(known), self.reviews.catch_up())]

    async def stop(self) -> None:
        """End everything; games are in the store."""
        for task in self.waking:
            task.cancel()
        await asyncio.gather(*self.waking, return_exceptions=True)
        for one in (self.hub, self.reviews, self.strengths, self.solutions, self.helper, self.patient):
            await one.stop()
        self.storing.close()


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that a request came to."""
    found: Services = connection.app.state.services
    return found
