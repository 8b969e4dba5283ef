"""A program that plays: its process, spoken to in lines, with a limit on how long it may take to answer."""

import os
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from contextlib import suppress
from queue import Empty, Queue
from typing import IO

from fivedice.errors import ProgramError
from fivedice.strategies.engine_lines import LONGEST_LINE

MOST_QUEUED = 10_000
"""Lines of a program that are not read yet; one that says more is held up."""
LEAVE_SECONDS = 0.5
"""How long a program may take to leave after its input has ended."""


class Ended(Exception):
    """The program ended; the words say how."""


class Silent(Exception):
    """The program did not say the next line in time."""


class Program:
    """A running program; it is ended with this object, or with the interpreter."""

    def __init__(self, command: str) -> None:
        try:
            self.process = subprocess.Popen(
                command_words(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us, and what it starts can be ended with it
            )
        except OSError as error:
            raise ProgramError(f"program {command!r} cannot be started: {error.strerror}; name another.") from None
        self.said: Queue[str | None] = Queue(MOST_QUEUED)
        self.complaints: deque[str] = deque(maxlen=1)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        answers = _thread(_read, self.process.stdout, self.said)
        complaints = _thread(_listen, self.process.stderr, self.complaints)
        self._finalizer = weakref.finalize(self, _end, self.process, [answers, complaints], self.said)

    @property
    def is_running(self) -> bool:
        """Whether it can be asked."""
        return self._finalizer.alive and self.process.poll() is None

    def send(self, line: str) -> None:
        """Send a line; Ended if it does not listen any more."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def line(self, end: float) -> str:
        """Its next line; Silent at a time of `time.monotonic`, Ended when there will be no more."""
        try:
            found = self.said.get(timeout=max(end - time.monotonic(), 0.0))
        except Empty:
            raise Silent from None
        if found is None:
            self.said.put(None)
            raise self._ended()
        return found

    def forget(self) -> None:
        """Drop lines that were not asked for."""
        with suppress(Empty):
            while (found := self.said.get_nowait()) is not None:
                pass
            self.said.put(found)

    def end(self) -> None:
        """End it: it may leave by itself for a moment, and is killed then."""
        self._finalizer()

    def _ended(self) -> Ended:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(LEAVE_SECONDS)
        code = self.process.returncode
        how = "closed its output" if code is None else f"ended with {_signal(code)}"
        self.end()
        return Ended(f"{how}: {self.complaints[-1][:200]}" if self.complaints else how)


def command_words(command: str) -> list[str]:
    """The program and its arguments, as a shell would split them."""
    try:
        if words := shlex.split(command):
            return words
        why = "nothing is named"
    except ValueError as error:
        why = str(error)
    raise ProgramError(f"command {command!r} cannot be read: {why}; write it as in a shell.")


def check_program(command: str) -> None:
    """Refuse a command whose program is not there."""
    program = command_words(command)[0]
    if shutil.which(program) is None:
        raise ProgramError(f"program {program!r} is not found; name one that exists and can be run.")


def _signal(code: int) -> str:
    with suppress(ValueError):
        if code < 0:
            return f"the signal {signal.Signals(-code).name}"
    return f"exit code {code}"


def _thread(target: object, *arguments: object) -> threading.Thread:
    found = threading.Thread(target=target, args=arguments, daemon=True)  # type: ignore[arg-type]
    found.start()
    return found


def _read(lines: IO[bytes], said: "Queue[str | None]") -> None:
    with suppress(OSError, ValueError):
        while line := lines.readline(LONGEST_LINE):
            said.put(line.decode("utf-8", "replace").strip())
    said.put(None)


def _listen(lines: IO[bytes], complaints: "deque[str]") -> None:
    with suppress(OSError, ValueError):
        while line := lines.readline(LONGEST_LINE):
            if text := line.decode("utf-8", "replace").strip():
                complaints.append(text)


def _end(process: "subprocess.Popen[bytes]", threads: list[threading.Thread], said: "Queue[str | None]") -> None:
    """Close the input, wait a moment, kill what is left, and free everything."""
    with suppress(OSError):
        process.stdin.close()  # type: ignore[union-attr]
    with suppress(subprocess.TimeoutExpired):
        process.wait(LEAVE_SECONDS)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)  # with whatever it started
    process.wait()
    while any(one.is_alive() for one in threads):  # a full queue holds up its reader
        with suppress(Empty):
            said.get_nowait()
        for one in threads:
            one.join(0.01)
    for stream in (process.stdout, process.stderr):
        stream.close()  # type: ignore[union-attr]
