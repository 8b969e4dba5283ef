"""Reviews of finished games: computed in the helper, kept in the store, so that a player's page knows every regret."""

import asyncio
from contextlib import suppress
from typing import Any

from fivedice.errors import CalculationError, FivediceError, StoreError
from fivedice.table.game import Game
from fivedice.table.record import record_json, record_of
from fivedice.web.async_store import AsyncStore
from fivedice.web.helper import Helper
from fivedice.web.live import LiveTable
from fivedice.web.protocol import Refused
from fivedice.web.solutions import Solutions, cancel


class NotYet(FivediceError):
    """A review that is being computed: `done` of `total` steps of the solution that it needs, 0 if that is there."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__("the report is being computed; ask again in a moment.")
        self.done, self.total = done, total


class Reviews:
    """Reviews each game that ends, and those that ended without a review."""

    def __init__(self, helper: Helper, solutions: Solutions, store: AsyncStore) -> None:
        self.helper, self.solutions, self.store = helper, solutions, store
        self.making: dict[str, asyncio.Task[dict[str, Any]]] = {}

    def __call__(self, table: LiveTable) -> None:
        """Review a game that has just ended."""
        if table.game.ended and table.game.id not in self.making and not table.reviewed:
            table.reviewed = True
            self._begin(table.game)

    async def of(self, game_id: str, patience: float = 5.0) -> dict[str, Any]:
        """The review of a game; NotYet if it takes longer than `patience` seconds."""
        if (found := await self.store.read(lambda store: store.review(game_id))) is not None:
            return found
        game = await self.store.load(game_id)
        if not game.is_over:
            raise Refused("the game is not over: its report comes with the last box.")
        task = self._begin(game)
        try:
            return await asyncio.wait_for(asyncio.shield(task), patience)
        except TimeoutError:
            job = self.solutions.jobs.get(game.rules.digest)
            raise NotYet(job.done if job else 0, job.total if job else 0) from None

    async def catch_up(self) -> None:
        """Review the games that ended without a review, one after the other."""
        with suppress(StoreError):
            for game_id in await self.store.read(lambda store: store.unreviewed()):
                with suppress(FivediceError):
                    await self._begin(await self.store.load(game_id))

    def _begin(self, game: Game) -> "asyncio.Task[dict[str, Any]]":
        if game.id not in self.making:
            task = self.making[game.id] = asyncio.create_task(self._make(game))
            task.add_done_callback(lambda done: self._end(game.id, done))
        return self.making[game.id]

    def _end(self, game_id: str, task: "asyncio.Task[dict[str, Any]]") -> None:
        self.making.pop(game_id, None)
        if not task.cancelled():
            task.exception()  # for those who wait; without them it is not logged

    async def _make(self, game: Game) -> dict[str, Any]:
        if (kept := await self.store.read(lambda store: store.review(game.id))) is not None:
            return kept
        await self.solutions.ensure(game.rules)
        await self.solutions.prepare("bonus", game.rules)
        found = await self.helper.ask("review_record", record_json(record_of(game)))
        if not isinstance(found, dict):
            raise CalculationError(f"the review of game {game.id!r} failed.")
        await self.store.write(lambda store: store.save_review(game.id, found))
        return found

    async def stop(self) -> None:
        """Cancel what is being computed."""
        await cancel(self.making.values())
