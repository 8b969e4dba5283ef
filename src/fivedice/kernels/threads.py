"""How many threads share the work of a kernel."""

import os

VARIABLE = "FIVEDICE_THREADS"


def thread_count(threads: int | None = None) -> int:
    """What was asked for, else $FIVEDICE_THREADS if it is a positive whole number, else one for each core."""
    chosen = os.environ.get(VARIABLE, "")
    return threads or (int(chosen) if chosen.isdecimal() else 0) or os.cpu_count() or 1
