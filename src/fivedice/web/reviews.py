"""Reviews of finished games: computed in the helper, and stored, so that a player's page has every regret."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from fivedice.errors import CalculationError, FivediceError, StoreError
from fivedice.phrases import phrase
from fivedice.table.game import Game
from fivedice.table.record import record_json, record_of
from fivedice.web.async_store import AsyncStore
from fivedice.web.helper import Helper, Urgency
from fivedice.web.live import LiveTable
from fivedice.web.protocol import Refused
from fivedice.web.solutions import Solutions, cancel

PATIENCE = 0.5
"""Seconds that a request waits for a computation, before it is answered with the progress."""


class NotYet(FivediceError):
    """The result is still being computed: `done` of `total` parts of a step (solve, bonus, review or win)."""

    def __init__(self, step: str, done: int, total: int) -> None:
        super().__init__("the report is being computed; ask again in a moment.")
        self.step, self.done, self.total = step, done, total


@dataclass
class Work:
    """A computation for a game, and its progress."""

    step: str
    done: int = 0
    total: int = 0
    task: "asyncio.Task[dict[str, Any]]" = field(init=False)

    def enter(self, step: str) -> None:
        """Start the next step."""
        self.step, self.done, self.total = step, 0, 0

    def progress(self, done: int, total: int) -> None:
        """Record the progress of the step."""
        self.done, self.total = done, total

    async def result(self) -> dict[str, Any]:
        """The result; NotYet if it takes long."""
        try:
            return await asyncio.wait_for(asyncio.shield(self.task), PATIENCE)
        except TimeoutError:
            raise NotYet(self.step, self.done, self.total) from None


class Reviews:
    """Reviews each game that ends, and those that ended without a review."""

    def __init__(self, reporter: Helper, background: Helper, solutions: Solutions, store: AsyncStore) -> None:
        self.reporter, self.background, self.solutions, self.store = reporter, background, solutions, store
        self.making: dict[str, Work] = {}
        self.winning: dict[str, Work] = {}

    def __call__(self, table: LiveTable) -> None:
        """Review a game that has just ended."""
        if table.game.ended and table.game.id not in self.making and not table.reviewed:
            table.reviewed = True
            self._begin(table.game)

    async def of(self, game_id: str) -> dict[str, Any]:
        """The review of a game; NotYet if it takes long."""
        if (found := await self.store.read(lambda store: store.review(game_id))) is not None:
            return found
        game = await self.store.load(game_id)
        if not game.is_over:
            raise Refused(phrase("the game is not over: its report comes with the last box."))
        return await self._begin(game).result()

    async def chances(self, game_id: str) -> dict[str, Any]:
        """The review of a game with the chances to win after every turn: computed once, when they are asked for."""
        found = await self.of(game_id)
        game, seats = await self.store.load(game_id), len(found["seats"])
        boxes = sum(card.state(game.rules).turns_played for card in game.cards)
        begun = sum(card.state(game.rules).turns_played for card in Game.opened(game.began).cards)
        if seats < 2 or len(found["win"]) == 1 + boxes - begun:
            return found
        if game_id not in self.winning:
            work = self.winning[game_id] = Work("win")
            work.task = asyncio.create_task(self._win(game, found, work))
            work.task.add_done_callback(lambda done: _forget(self.winning, game_id, done))
        return await self.winning[game_id].result()

    async def _win(self, game: Game, found: dict[str, Any], work: Work) -> dict[str, Any]:
        record = record_json(record_of(game))
        complete = {**found, "win": await self.background.ask("win_chances", record, progress=work.progress)}
        await self.store.write(lambda store: store.save_review(game.id, complete))
        return complete

    async def catch_up(self) -> None:
        """Review the games that ended without a review, one after the other."""
        with suppress(StoreError):
            for game_id in await self.store.read(lambda store: store.unreviewed()):
                with suppress(FivediceError):
                    await self._begin(await self.store.load(game_id)).task

    def _begin(self, game: Game) -> Work:
        if game.id not in self.making:
            work = self.making[game.id] = Work("review")
            work.task = asyncio.create_task(self._make(game, work))
            work.task.add_done_callback(lambda done: _forget(self.making, game.id, done))
        return self.making[game.id]

    async def _make(self, game: Game, work: Work) -> dict[str, Any]:
        if (kept := await self.store.read(lambda store: store.review(game.id))) is not None:
            return kept
        work.enter("solve")
        await self.solutions.ensure(game.rules, work.progress)
        work.enter("bonus")
        await self.solutions.prepare("bonus", game.rules, progress=work.progress)
        work.enter("review")
        record = record_json(record_of(game))
        found = await self.reporter.ask("review_record", record, progress=work.progress, urgency=Urgency.REVIEWS)
        if not isinstance(found, dict):
            raise CalculationError(f"the review of game {game.id!r} failed.")
        await self.store.write(lambda store: store.save_review(game.id, found))
        return found

    async def stop(self) -> None:
        """Cancel what is being computed."""
        await cancel(work.task for work in (*self.making.values(), *self.winning.values()))


def _forget(works: dict[str, Work], game_id: str, task: "asyncio.Task[dict[str, Any]]") -> None:
    works.pop(game_id, None)
    if not task.cancelled():
        task.exception()  # for those who wait; without them it is not logged
