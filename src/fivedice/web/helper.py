"""The process that computes: robots' decisions, advice, outlooks, solutions.

Compiling a kernel holds Python's lock for seconds, and nobody at a table should wait for it. So the server computes
nothing itself: it asks a process beside it, a line of JSON for each question and each answer, and stays small and
quick. The helper leaves when its input ends, so that it never outlives a server, however that one ended.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fivedice.errors import CalculationError

LONGEST_LINE = 32 * 2**20
Progress = Callable[[int, int], None]


class Helper:
    """A helper process, started with the first question and again if it dies."""

    def __init__(self, niceness: int = 0) -> None:
        self.niceness = niceness
        self.process: Process | None = None
        self.questions: dict[int, tuple[asyncio.Future[Any], Progress | None]] = {}
        self.asked = 0
        self.starting = asyncio.Lock()
        self.reading: asyncio.Task[None] | None = None

    async def ask(self, call: str, *arguments: Any, progress: Progress | None = None) -> Any:
        """Ask for a calculation of `web.calculations`; a helper that died meanwhile is asked once more."""
        try:
            return await self._ask(call, arguments, progress)
        except ConnectionError:
            pass
        try:
            return await self._ask(call, arguments, progress)
        except ConnectionError:
            raise CalculationError(
                f"the calculation {call!r} ended twice without an answer; try again later."
            ) from None

    async def _ask(self, call: str, arguments: tuple[Any, ...], progress: Progress | None) -> Any:
        process = await self.start()
        self.asked += 1
        number, answer = self.asked, asyncio.get_running_loop().create_future()
        self.questions[number] = (answer, progress)
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps([number, call, arguments]).encode() + b"\n")
            await process.stdin.drain()
            return await answer
        finally:
            self.questions.pop(number, None)

    async def start(self) -> Process:
        """The running process."""
        async with self.starting:
            if self.process is None or self.process.returncode is not None or self.reading is None:
                command = (sys.executable, "-m", "fivedice.web.calculations", str(self.niceness))
                self.process = await asyncio.create_subprocess_exec(
                    *command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
                )
                self.reading = asyncio.create_task(self._read(self.process))
            return self.process

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                self._take(json.loads(line))
        finally:
            self.reading = None
            for answer, _ in self.questions.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the helper has ended"))

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

    async def stop(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is None or process.returncode is not None:
            return
        assert process.stdin is not None
        process.stdin.close()
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if self.reading:
            await self.reading
