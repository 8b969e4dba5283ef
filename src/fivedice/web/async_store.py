"""Asynchronous access to the store: one thread writes in order, others read.

Group commit: writes that arrive while the disk is busy wait and are committed together, so that the rate of commits
depends on the disk and not on the number of players. A write returns when it is on disk.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from fivedice.table.game import Game
from fivedice.table.store import Store

T = TypeVar("T")
Work = Callable[[Store], Any]
READERS = 2


class AsyncStore:
    """Runs the calls of a store in threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.writer = ThreadPoolExecutor(1, "store-writer")
        self.readers = ThreadPoolExecutor(READERS, "store-reader")
        self.waiting: list[tuple[Work, asyncio.Future[Any]]] = []
        self.writing: asyncio.Task[None] | None = None

    async def load(self, game_id: str) -> Game:
        """The game as it is stored."""
        return await self.read(lambda store: store.load(game_id))

    async def read(self, question: Callable[[Store], T]) -> T:
        """Run a query."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, question, self.store)

    async def write(self, work: Callable[[Store], T]) -> T:
        """Run a write, after all earlier writes."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting.append((work, done))
        if self.writing is None:
            self.writing = asyncio.create_task(self._write_waiting())
        return await done

    async def _write_waiting(self) -> None:
        loop = asyncio.get_running_loop()
        while self.waiting:
            group, self.waiting = self.waiting, []
            try:
                outcomes = await loop.run_in_executor(self.writer, self._commit, [work for work, _ in group])
            except Exception as error:  # of the commit: nothing of the group was written
                outcomes = [error] * len(group)
            for (_, done), outcome in zip(group, outcomes, strict=True):
                if done.cancelled():
                    continue
                if isinstance(outcome, Exception):
                    done.set_exception(outcome)
                else:
                    done.set_result(outcome)
        self.writing = None

    def _commit(self, group: list[Work]) -> list[Any]:
        """Commit a group; returns the result of each write, or its exception."""
        if len(group) == 1:
            return [_tried(group[0], self.store)]
        try:
            with self.store.together(savepoints=False):
                return [work(self.store) for work in group]
        except Exception:  # rare: again, with savepoints, so that one write can fail alone
            with self.store.together():
                return [_tried(work, self.store) for work in group]

    async def close(self) -> None:
        """Wait for pending writes."""
        if self.writing:
            await self.writing
        self.writer.shutdown()
        self.readers.shutdown()


def _tried(work: Work, store: Store) -> Any:
    try:
        return work(store)
    except Exception as error:
        return error
