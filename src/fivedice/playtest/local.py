"""Parts on this machine: a process for each core, replaced when it dies.

Each worker has a pipe of its own, so that it is known which part a dead one was at: that part alone is run again.
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
"""How many workers may die of one part before it is given up."""
PATIENCE = 1.0
"""Seconds between two looks at workers that say nothing."""
GRACE = 5.0
"""Seconds that a killed worker has to be gone."""

Call = tuple[str, str, str]
"""Function, arguments and version of a part."""


def run_locally(calls: Sequence[Call], workers: int, done: Done) -> None:
    """Run all calls, some at a time."""
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
        """Hand a call over; that it died shows in the answer."""
        with suppress(OSError):
            self.pipe.send(one)

    def answer(self) -> tuple[bool, str] | None:
        """Whether it went well and the result or what was wrong; None from a process that died."""
        try:
            found: tuple[bool, str] = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return found

    def end(self) -> None:
        """End the process, whatever it is at."""
        self.process.kill()
        self.process.join(GRACE)
        self.pipe.close()


def serve(pipe: Any) -> None:
    """What a worker does: answer until the other end is closed."""
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
    """Variables of the environment, where they are not set already, for processes that are started meanwhile."""
    added = {name: value for name, value in settings.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile leave Ctrl-C to the one that started them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
