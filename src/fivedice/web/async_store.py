"""The store behind `await`: one thread writes in order, others read."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fivedice.table.game import Game
from fivedice.table.store import Store

T = TypeVar("T")
READERS = 2


class AsyncStore:
    """Runs the calls of a store in threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.writer = ThreadPoolExecutor(1, "store-writer")
        self.readers = ThreadPoolExecutor(READERS, "store-reader")

    async def load(self, game_id: str) -> Game:
        """The game as it is stored."""
        return await self.read(lambda store: store.load(game_id))

    async def read(self, question: Callable[[Store], T]) -> T:
        """Run a query."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, question, self.store)

    async def write(self, work: Callable[[Store], T]) -> T:
        """Run a change, after all changes that came before."""
        return await asyncio.get_running_loop().run_in_executor(self.writer, work, self.store)

    def close(self) -> None:
        """Wait for the writes under way."""
        self.writer.shutdown()
        self.readers.shutdown()
