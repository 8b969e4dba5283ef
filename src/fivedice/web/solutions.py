"""Solutions for tables: from disk, or solved once in the background helper while the page shows the progress."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from fivedice.errors import FivediceError
from fivedice.progress import Progress
from fivedice.rules import Rules
from fivedice.rules.toml import format_rules
from fivedice.web.helper import Helper


@dataclass
class Solving:
    """A solution that is being computed, and the callbacks of its progress."""

    task: "asyncio.Task[None] | None" = None
    done: int = 0
    total: int = 1
    listeners: list[Progress] = field(default_factory=list)

    def progress(self, done: int, total: int) -> None:
        """Call all callbacks."""
        self.done, self.total = done, total
        for listener in self.listeners:
            listener(done, total)


class Solutions:
    """Makes sure that the solutions of rules are on disk."""

    def __init__(self, helper: Helper, background: Helper) -> None:
        self.helper, self.background = helper, background
        self.ready: set[str] = set()
        self.jobs: dict[str, Solving] = {}
        self.preparing: dict[str, asyncio.Task[None]] = {}

    async def ensure(self, rules: Rules, progress: Progress | None = None) -> None:
        """Wait for the solution; CalculationError if solving fails."""
        if rules.digest in self.ready:
            return
        job = self.begin(rules)
        if progress:
            job.listeners.append(progress)
        assert job.task is not None
        await asyncio.shield(job.task)

    def begin(self, rules: Rules) -> Solving:
        """Start solving, unless that is under way."""
        if rules.digest not in self.jobs:
            self.jobs[rules.digest] = Solving()
            self.jobs[rules.digest].task = asyncio.create_task(self._solve(rules, self.jobs[rules.digest]))
        return self.jobs[rules.digest]

    async def _solve(self, rules: Rules, job: Solving) -> None:
        try:
            text = format_rules(rules)
            if not await self.helper.ask("solved", text):
                job.progress(0, 1)
                await self.background.ask("solve", text, progress=job.progress)
                job.progress(job.total, job.total)
            self.ready.add(rules.digest)
        finally:
            self.jobs.pop(rules.digest, None)

    def prepare_bonus(self, rules: Rules) -> "asyncio.Future[None]":
        """Compute the probabilities of the upper bonus, once; the coach names them as soon as they are there."""
        if rules.digest not in self.preparing:
            self.preparing[rules.digest] = asyncio.create_task(self._prepare_bonus(rules))
        return asyncio.shield(self.preparing[rules.digest])

    async def _prepare_bonus(self, rules: Rules) -> None:
        with suppress(FivediceError):
            await self.background.ask("bonus", format_rules(rules))

    async def stop(self) -> None:
        """Cancel what is being computed."""
        tasks = [*(job.task for job in self.jobs.values() if job.task), *self.preparing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
