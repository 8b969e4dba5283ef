"""Parts for tests: functions that workers can import, some of which misbehave."""

import os
import signal
import time
from pathlib import Path
from typing import Any

from fivedice.errors import RulesError
from fivedice.kernels.threads import VARIABLE


def square(number: float) -> dict[str, float]:
    return {"square": number * number}


def threads() -> dict[str, Any]:
    return {name: os.environ.get(name) for name in (VARIABLE, "OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "XLA_FLAGS")}


def nothing() -> None:
    return None


def slow_square(number: float, seconds: float) -> dict[str, float]:
    time.sleep(seconds)
    return {"square": number * number}


def counted(number: int, folder: str) -> int:
    """Leaves a mark for each time that it is run."""
    with (Path(folder) / str(number)).open("a") as file:
        file.write("x")
    return number


def dies_once(number: int, folder: str) -> int:
    """Kills its own process the first time, as a machine without memory does."""
    mark = Path(folder) / f"died-{number}"
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def breaks_a_rule() -> None:
    raise RulesError("faces=1 is not allowed.")


def divides_by_zero() -> float:
    return 1 / 0
