"""Parts on many machines, by Dask: the scheduler shares them out, and gives those of a lost worker to another."""

import queue
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from fivedice.errors import PlaytestError
from fivedice.playtest.local import Call, sentence_of
from fivedice.playtest.parts import Done, call

REACH = 10.0
"""Seconds to reach the scheduler."""
ALONE = 60.0
"""Seconds to wait for a worker while there is none."""
FAILED = ("error", "cancelled", "lost")
LOOK = 1.0
"""Seconds between two looks at the scheduler while no part is finished."""


def run_on_cluster(calls: Sequence[Call], scheduler: str, done: Done) -> None:
    """Run all calls on the workers of a scheduler such as tcp://host:8786."""
    client = _connect(scheduler)
    try:
        finished: queue.Queue[Any] = queue.Queue()
        futures = client.map(call, *zip(*calls, strict=True), pure=False)
        place = {future.key: at for at, future in enumerate(futures)}
        for future in futures:
            future.add_done_callback(finished.put)
        seen = time.monotonic()
        while place:
            try:
                future = finished.get(timeout=LOOK)
            except queue.Empty:
                seen = _look(client, scheduler, seen)
                continue
            at = place[future.key]
            if future.status in FAILED:
                if future.status != "error":
                    raise PlaytestError(f"the Dask scheduler {scheduler} is gone; finished parts are kept.")
                raise PlaytestError(sentence_of(future.exception(timeout=REACH), calls[at][0]))
            try:
                text = future.result(timeout=REACH)
            except TimeoutError:  # its worker is gone and the result with it: another one computes it again
                finished.put(future)
                seen = _look(client, scheduler, seen)
                continue
            seen = time.monotonic()
            del place[future.key]
            done(at, text)
    finally:
        client.close(timeout=REACH)


def _connect(scheduler: str) -> Any:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise PlaytestError(
            f"scheduler {scheduler} needs Dask, which is not installed; pip install 'fivedice[cluster]'."
        ) from None
    try:
        return distributed.Client(scheduler, timeout=REACH, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        why = f"{type(error).__name__}: {error}".splitlines()[0].rstrip(".")
        raise PlaytestError(
            f"no Dask scheduler answers at {scheduler} ({why}); start one with `dask scheduler`, and workers with "
            "`dask worker ADDRESS --nthreads 1`."
        ) from None


def _look(client: Any, scheduler: str, seen: float) -> float:
    """When a worker was seen last, which must not be long ago."""
    if client.status not in ("running", "connecting"):
        raise PlaytestError(f"the Dask scheduler {scheduler} is gone; finished parts are kept.")
    try:
        alive = bool(client.scheduler_info(n_workers=1)["workers"])
    except (OSError, TimeoutError):
        alive = False
    now = time.monotonic()
    if alive:
        return now
    if now - seen > ALONE:
        raise PlaytestError(
            f"the Dask scheduler {scheduler} has had no worker for {ALONE:.0f} s; start some with "
            f"`dask worker {scheduler} --nthreads 1`. Finished parts are kept."
        )
    return seen
