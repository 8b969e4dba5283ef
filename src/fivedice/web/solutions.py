"""What is computed once for the rules of a table: the solution, with its progress, and what builds on it."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from fivedice.errors import FivediceError
from fivedice.progress import Progress
from fivedice.rules import Rules
from fivedice.rules.toml import format_rules
from fivedice.web.helper import Helper


def spawn(work: Coroutine[Any, Any, None], tasks: "set[asyncio.Task[None]]") -> None:
    """Run a task, and keep it in a set until it ends."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


async def cancel(tasks: Iterable["asyncio.Task[Any]"]) -> None:
    """Cancel tasks and wait until they have ended."""
    tasks = tuple(tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@dataclass
class Solving:
    """A computation, and the callbacks of its progress."""

    task: "asyncio.Task[None]" = field(init=False)
    total: int = 1
    listeners: list[Progress] = field(default_factory=list)

    def progress(self, done: int, total: int) -> None:
        """Call all callbacks."""
        self.total = total
        for listener in self.listeners:
            listener(done, total)


class Solutions:
    """Puts solutions of rules on disk, and what else the background helper computes once."""

    def __init__(self, helper: Helper, background: Helper) -> None:
        self.helper, self.background = helper, background
        self.ready: set[str] = set()
        self.jobs: dict[tuple[str, str], Solving] = {}
        """By what is computed and the digest of the rules."""

    async def ensure(self, rules: Rules, progress: Progress | None = None) -> None:
        """Wait for the solution; CalculationError if solving fails."""
        if rules.digest not in self.ready:
            await self._once(("solve", rules.digest), lambda job: self._solve(rules, job), progress)

    async def _solve(self, rules: Rules, job: Solving) -> None:
        try:
            text = format_rules(rules)
            if not await self.helper.ask("solved", text):
                job.progress(0, 1)
                await self.background.ask("solve", text, progress=job.progress)
                job.progress(job.total, job.total)
            self.ready.add(rules.digest)
        finally:
            self.jobs.pop(("solve", rules.digest), None)

    def prepare(
        self, call: str, rules: Rules, *arguments: Any, progress: Progress | None = None
    ) -> "asyncio.Future[None]":
        """Compute something about rules once, in the background; until then callers do without it."""
        return self._once((call, rules.digest), lambda job: self._prepare(call, rules, arguments, job), progress)

    async def _prepare(self, call: str, rules: Rules, arguments: tuple[Any, ...], job: Solving) -> None:
        with suppress(FivediceError):
            await self.background.ask(call, format_rules(rules), *arguments, progress=job.progress)
        job.listeners.clear()

    def _once(
        self, key: tuple[str, str], work: Callable[[Solving], Coroutine[Any, Any, None]], progress: Progress | None
    ) -> "asyncio.Future[None]":
        if (job := self.jobs.get(key)) is None:
            job = self.jobs[key] = Solving()
            job.task = asyncio.create_task(work(job))
        if progress:
            job.listeners.append(progress)
        return asyncio.shield(job.task)

    async def stop(self) -> None:
        """Cancel what is being computed."""
        await cancel(job.task for job in self.jobs.values())
