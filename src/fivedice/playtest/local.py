"""Runs parts in worker processes on this machine, and replaces workers that die.

Each worker has its own pipe, which shows what part a dead worker was running: only that part is run again.
"""

import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from fivedice.errors import PlaytestError
from fivedice.playtest.parts import ONE_THREAD, Done, call, sentence_of

TRIES = 3
"""Worker deaths after which a part is given up."""
PATIENCE = 1.0
"""Timeout in seconds of a wait for answers."""
GRACE = 5.0
"""Seconds to wait for a killed worker to exit."""

Call = tuple[str, str, str]
"""Function, arguments and version of a part."""


def run_locally(calls: Sequence[Call], workers: int, done: Done) -> None:
    """Run all calls, at most `workers` at a time."""
    waiting, tries = deque(range(len(calls))), Counter[int]()
    free: list[_Worker] = []
    busy: dict[Connection, tuple[_Worker, int]] = {}
    try:
        while waiting or busy:
            while waiting and len(busy) < workers:
                worker, at = free.pop() if free else _Worker(), waiting.popleft()
                busy[worker.pipe] = worker, at
                worker.give(calls[at])
            for pipe in wait(list(busy), PATIENCE):
                assert isinstance(pipe, Connection)
                worker, at = busy.pop(pipe)
                answer = worker.answer()
                if answer is None:  # it died
                    worker.end()
                    tries[at] += 1
                    if tries[at] == TRIES:
                        raise PlaytestError(
                            f"{TRIES} workers died of one part, {calls[at][0]} with {calls[at][1][:200]}; "
                            "it may need more memory than there is."
                        )
                    waiting.appendleft(at)
                    continue
                good, text = answer
                if not good:
                    raise PlaytestError(text)
                free.append(worker)
                done(at, text)
    finally:
        for worker in [*free, *(worker for worker, _ in busy.values())]:
            worker.end()


class _Worker:
    """A process that answers calls, one at a time."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        with _environment(ONE_THREAD), _ignoring_interrupts():
            self.process.start()
        theirs.close()

    def give(self, one: Call) -> None:
        """Send a call; `answer` reports a dead process."""
        with suppress(OSError):
            self.pipe.send(one)

    def answer(self) -> tuple[bool, str] | None:
        """(True, result) or (False, error sentence); None if the process died."""
        try:
            found: tuple[bool, str] = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return found

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join(GRACE)
        self.pipe.close()


def serve(pipe: Any) -> None:
    """Main loop of a worker: answer calls until the pipe is closed."""
    with suppress(EOFError, OSError):
        while True:
            one = pipe.recv()
            try:
                answer = (True, call(*one))
            except Exception as error:
                answer = (False, sentence_of(error, one[0]))
            pipe.send(answer)


@contextmanager
def _environment(settings: dict[str, str]) -> Iterator[None]:
    """Environment variables, unless set already, for processes started inside this context."""
    added = {name: value for name, value in settings.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Processes started inside this context ignore Ctrl-C; the parent process handles it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
