"""Worker processes that compute for the server: robots' decisions, advice, outlooks, solutions.

Compiling a kernel holds the GIL for seconds, and no table should wait for it. So the server computes nothing itself:
it asks a child process, with a line of JSON for each question and each answer. The child exits when its standard input
ends, so that it never outlives the server.

A process answers a few questions at a time; the others wait in a priority queue. A question can be cancelled: the
process stops at the next step of its progress.
"""

import asyncio
import heapq
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from typing import Any

from fivedice.errors import CalculationError
from fivedice.progress import Progress

LONGEST_LINE = 32 * 2**20
AT_ONCE = 4
"""Questions that a process answers at the same time."""
Hear = Callable[[Any], None]
"""Callback: called with partial answers."""
Questions = dict[int, tuple["asyncio.Future[Any]", Progress | None, Hear | None]]


class Urgency(IntEnum):
    """Priority of a question: the smallest is answered first."""

    PLAYERS = 0
    """Robots at tables where people wait for them."""
    ADVICE = 1
    PAGES = 2
    ROBOTS = 3
    """Robots among themselves, advice to those who only watch."""
    REVIEWS = 4
    DOWNLOADS = 5


@dataclass(eq=False)
class Running:
    """A process, the questions that only it can answer, and the task that reads its answers until it ends."""

    process: Process
    questions: Questions = field(default_factory=dict)
    leaving: "dict[int, asyncio.Future[None]]" = field(default_factory=dict)
    """Cancelled questions, until the process has stopped working on them."""
    reading: asyncio.Task[None] = field(init=False)

    def __post_init__(self) -> None:
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            while line := await self.process.stdout.readline():
                self._take(json.loads(line))
        except ValueError:  # not JSON, or longer than any answer
            self.kill()
        finally:
            for answer, *_ in self.questions.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the helper has ended"))
            for left in self.leaving.values():
                left.set_result(None)
            self.leaving.clear()

    def kill(self) -> None:
        """Kill the process; Process.kill would poll it first, and asyncio would miss its exit."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)

    def leave(self, number: int) -> None:
        """Cancel a question: the process stops at the next step of its progress."""
        assert self.process.stdin is not None
        if not self.reading.done() and not self.process.stdin.is_closing():
            self.leaving[number] = asyncio.get_running_loop().create_future()
            self.process.stdin.write(json.dumps([number, None, []]).encode() + b"\n")

    def _take(self, message: dict[str, Any]) -> None:
        if ("result" in message or "error" in message) and (left := self.leaving.pop(message["number"], None)):
            left.set_result(None)
        answer, progress, hear = self.questions.get(message["number"], (None, None, None))
        if answer is None or answer.done():
            return
        if "done" in message:
            if progress:
                progress(message["done"], message["total"])
        elif "so_far" in message:
            if hear:
                hear(message["so_far"])
        elif "error" in message:
            answer.set_exception(CalculationError(message["error"]))
        else:
            answer.set_result(message["result"])


class Child:
    """One process, started with the first question and again if it dies."""

    def __init__(self, niceness: int, module: str) -> None:
        self.niceness, self.module = niceness, module
        self.running: Running | None = None
        self.asked = self.busy = 0
        self.starting = asyncio.Lock()

    async def ask(
        self, call: str, arguments: tuple[Any, ...], progress: Progress | None, hear: Hear | None = None
    ) -> Any:
        """The answer to a question; ConnectionError if the process dies meanwhile."""
        running = await self.start()
        self.asked += 1
        number, answer = self.asked, asyncio.get_running_loop().create_future()
        running.questions[number] = (answer, progress, hear)
        try:
            assert running.process.stdin is not None
            running.process.stdin.write(json.dumps([number, call, arguments]).encode() + b"\n")
            await running.process.stdin.drain()
            return await answer
        finally:
            running.questions.pop(number, None)
            if answer.cancelled():
                running.leave(number)
            elif answer.done():
                answer.exception()  # a broken pipe was reported already

    async def start(self) -> Running:
        """The running process."""
        async with self.starting:
            if self.running is None or self.running.process.returncode is not None or self.running.reading.done():
                command = (sys.executable, "-m", self.module, str(self.niceness))
                try:
                    process = await asyncio.create_subprocess_exec(
                        *command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
                    )
                except OSError as error:
                    raise CalculationError(
                        f"the helper process cannot be started: {error.strerror}; try again later."
                    ) from None
                self.running = Running(process)
            return self.running

    async def left(self, patience: float) -> bool:
        """Whether the process stops all cancelled questions within `patience` seconds."""
        leaving = tuple(self.running.leaving.values()) if self.running else ()
        return not leaving or not (await asyncio.wait(leaving, timeout=patience))[1]

    async def stop(self) -> None:
        """End the process."""
        running, self.running = self.running, None
        if running is None:
            return
        assert running.process.stdin is not None
        running.process.stdin.close()
        running.kill()
        await running.process.wait()
        await running.reading


class Helper:
    """A pool of processes; the next one is started when the others are busy."""

    def __init__(self, niceness: int = 0, module: str = "fivedice.web.calculations", processes: int = 1) -> None:
        self.children = [Child(niceness, module) for _ in range(processes)]
        self.free = processes * AT_ONCE
        self.waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self.order = count()

    async def ask(
        self,
        call: str,
        *arguments: Any,
        progress: Progress | None = None,
        hear: Hear | None = None,
        urgency: Urgency = Urgency.PAGES,
    ) -> Any:
        """Call a function of the module; retries once if the process dies.

        `progress` is called with the steps done, `hear` with partial answers.
        """
        async with self._turn(urgency):
            for _ in range(2):
                child = next((one for one in self.children if one.busy < AT_ONCE), self.children[0])
                child.busy += 1
                try:
                    with suppress(ConnectionError):
                        return await child.ask(call, arguments, progress, hear)
                finally:
                    child.busy -= 1
        raise CalculationError(f"the calculation {call!r} ended twice without an answer; try again later.")

    @asynccontextmanager
    async def _turn(self, urgency: Urgency) -> AsyncIterator[None]:
        """Wait for a free process; the most urgent question goes first."""
        if self.free:
            self.free -= 1
        else:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self.waiting, (urgency, next(self.order), turn))
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._pass_on()
                raise
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        while self.waiting:
            *_, turn = heapq.heappop(self.waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1

    async def left(self, patience: float) -> bool:
        """Whether all processes stop their cancelled questions, each within `patience` seconds."""
        return all([await child.left(patience) for child in self.children])

    async def stop(self) -> None:
        """End all processes."""
        for child in self.children:
            await child.stop()
