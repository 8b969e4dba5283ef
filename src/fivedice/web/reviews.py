"""Reports on finished games: made in the helper, kept in the store, so that a player's page knows every regret."""

import asyncio
from contextlib import suppress
from typing import Any

from fivedice.errors import CalculationError, FivediceError, StoreError
from fivedice.table.game import Game
from fivedice.table.record import record_json, record_of
from fivedice.web.helper import Helper
from fivedice.web.live import LiveTable
from fivedice.web.protocol import Refused
from fivedice.web.solving import Solutions
from fivedice.web.storing import Storing


class NotYet(FivediceError):
    """A report that is being worked out: how much of the solution behind it is done, of none if that is there."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__("the report is being worked out; ask again in a moment.")
        self.done, self.total = done, total


class Reviews:
    """Makes a report for each game that ends, and for those that ended while nobody was there to make it."""

    def __init__(self, helper: Helper, solutions: Solutions, storing: Storing) -> None:
        self.helper, self.solutions, self.storing = helper, solutions, storing
        self.making: dict[str, asyncio.Task[dict[str, Any]]] = {}

    def __call__(self, table: LiveTable) -> None:
        """A game that has just ended is reviewed."""
        if table.game.ended and table.game.id not in self.making and not table.reviewed:
            table.reviewed = True
            self._begin(table.game)

    async def of(self, game_id: str, patience: float = 5.0) -> dict[str, Any]:
        """The report on a game; `NotYet` if it takes longer than one waits for a page."""
        if (found := await self.storing.read(lambda store: store.review(game_id))) is not None:
            return found
        game = await self.storing.read(lambda store: store.load(game_id))
        if not game.is_over:
            raise Refused("the game is not over: its report comes with the last box.")
        task = self._begin(game)
        try:
            return await asyncio.wait_for(asyncio.shield(task), patience)
        except TimeoutError:
            job = self.solutions.jobs.get(game.rules.digest)
            raise NotYet(job.done if job else 0, job.total if job else 0) from None

    async def catch_up(self) -> None:
        """Review what ended unreviewed, one game after the other."""
        with suppress(StoreError):
            for game_id in await self.storing.read(lambda store: store.unreviewed()):
                with suppress(FivediceError):
                    await self._begin(await self.storing.read(lambda store, one=game_id: store.load(one)))  # type: ignore[misc]

    def _begin(self, game: Game) -> "asyncio.Task[dict[str, Any]]":
        if game.id not in self.making:
            task = self.making[game.id] = asyncio.create_task(self._make(game))
            task.add_done_callback(lambda done: self._end(game.id, done))
        return self.making[game.id]

    def _end(self, game_id: str, task: "asyncio.Task[dict[str, Any]]") -> None:
        self.making.pop(game_id, None)
        if not task.cancelled():
            task.exception()  # whoever waits for the report is told; nobody else needs to be

    async def _make(self, game: Game) -> dict[str, Any]:
        if (kept := await self.storing.read(lambda store: store.review(game.id))) is not None:
            return kept
        await self.solutions.ensure(game.rules)
        await self.solutions.prepare_bonus(game.rules)
        found = await self.helper.ask("review_record", record_json(record_of(game)))
        if not isinstance(found, dict):
            raise CalculationError(f"the report on game {game.id!r} could not be made.")
        await self.storing.write(lambda store: store.save_review(game.id, found))
        return found

    async def stop(self) -> None:
        """Leave the rest for another time."""
        tasks = list(self.making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
