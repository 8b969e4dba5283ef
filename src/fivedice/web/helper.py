"""The process that computes for the server: robots' decisions, advice, outlooks, solutions.

Compiling a kernel holds the GIL for seconds, and no table should wait for it. So the server computes nothing itself:
it asks a child process, with a line of JSON for each question and each answer, and stays small and quick. The helper
exits when its standard input ends, so that it never outlives a server, however that one ended.
"""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from fivedice.errors import CalculationError
from fivedice.progress import Progress

LONGEST_LINE = 32 * 2**20
Questions = dict[int, tuple["asyncio.Future[Any]", Progress | None]]


@dataclass(eq=False)
class Running:
    """A process, the questions that only it can answer, and the task that reads its answers until it ends."""

    process: Process
    questions: Questions = field(default_factory=dict)
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
            for answer, _ in self.questions.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the helper has ended"))

    def kill(self) -> None:
        """Kill the process; Process.kill would poll it first, and asyncio would miss its exit."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)

    def _take(self, message: dict[str, Any]) -> None:
        answer, progress = self.questions.get(message["number"], (None, None))
        if answer is None or answer.done():
            return
        if "done" in message:
            if progress:
                progress(message["done"], message["total"])
        elif "error" in message:
            answer.set_exception(CalculationError(message["error"]))
        else:
            answer.set_result(message["result"])


class Helper:
    """A helper process, started with the first question and again if it dies."""

    def __init__(self, niceness: int = 0, module: str = "fivedice.web.calculations") -> None:
        self.niceness, self.module = niceness, module
        self.running: Running | None = None
        self.asked = 0
        self.starting = asyncio.Lock()

    async def ask(self, call: str, *arguments: Any, progress: Progress | None = None) -> Any:
        """Call a function of the module; asks once more if the helper died meanwhile."""
        for _ in range(2):
            with suppress(ConnectionError):
                return await self._ask(call, arguments, progress)
        raise CalculationError(f"the calculation {call!r} ended twice without an answer; try again later.")

    async def _ask(self, call: str, arguments: tuple[Any, ...], progress: Progress | None) -> Any:
        running = await self.start()
        self.asked += 1
        number, answer = self.asked, asyncio.get_running_loop().create_future()
        running.questions[number] = (answer, progress)
        try:
            assert running.process.stdin is not None
            running.process.stdin.write(json.dumps([number, call, arguments]).encode() + b"\n")
            await running.process.stdin.drain()
            return await answer
        finally:
            running.questions.pop(number, None)
            if answer.done() and not answer.cancelled():
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
