"""`fivedice engine`: the solver as a program that other programs talk to, line by line."""

import os
import sys


def engine() -> None:
    """Speak the engine protocol on standard input and output, as docs/engine.md describes it; `quit` ends it."""
    from fivedice.engine import Engine

    found = Engine(_say)
    found.run(sys.stdin.buffer)
    if found.is_working:
        os._exit(0)  # a thread that solves cannot be stopped otherwise


def _say(line: str) -> None:
    print(line, flush=True)
