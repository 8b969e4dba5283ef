"""Runs pure functions on many machines by Dask: the scheduler distributes calls, and repeats those of a lost worker.

Calls may be submitted a few at a time, so that their arguments never fill the memory of the scheduler.
"""

import queue
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from fivedice.errors import ClusterError

REACH = 10.0
"""Timeout in seconds to reach the scheduler."""
ALONE = 60.0
"""Timeout in seconds while there is no worker."""
FAILED = ("error", "cancelled", "lost")
LOOK = 1.0
"""Seconds between two checks of the scheduler while no call is finished."""


@contextmanager
def connected(scheduler: str) -> Iterator[Any]:
    """A client of a scheduler such as tcp://host:8786."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise ClusterError(
            f"scheduler {scheduler} needs Dask, which is not installed; pip install 'fivedice[cluster]'."
        ) from None
    try:
        client = distributed.Client(scheduler, timeout=REACH, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        why = f"{type(error).__name__}: {error}".splitlines()[0].rstrip(".")
        raise ClusterError(
            f"no Dask scheduler answers at {scheduler} ({why}); start one with `dask scheduler`, and workers with "
            "`dask worker ADDRESS --nthreads 1`."
        ) from None
    try:
        yield client
    finally:
        client.close(timeout=REACH)


def run_calls(
    client: Any,
    function: Callable[..., Any],
    calls: Iterable[tuple[Any, ...]],
    done: Callable[[int, Any], None],
    *,
    failed: Callable[[BaseException, int], str],
    for_each_worker: int | None = None,
) -> None:
    """Run a function with the arguments of each call; `done` is called with the number and the result of each.

    failed          : returns the error sentence for an exception and the number of its call
    for_each_worker : calls submitted at a time, for each worker; None for all at once
    """
    waiting, finished, futures = enumerate(calls), queue.Queue[Any](), dict[str, tuple[int, Any]]()
    scheduler, seen, more = client.scheduler.address, time.monotonic(), True
    while True:
        while more and (for_each_worker is None or len(futures) < for_each_worker * max(1, _workers(client))):
            at, call = next(waiting, (-1, ()))
            if not (more := at >= 0):
                break
            future = client.submit(function, *call, pure=False)
            futures[future.key] = at, future
            future.add_done_callback(finished.put)
        if not futures:
            return
        try:
            future = finished.get(timeout=LOOK)
        except queue.Empty:
            seen = _look(client, scheduler, seen)
            continue
        at, _ = futures[future.key]
        if future.status in FAILED:
            if future.status != "error":
                raise ClusterError(f"the Dask scheduler {scheduler} is gone; finished parts are kept.")
            raise ClusterError(failed(future.exception(timeout=REACH), at))
        try:
            result = future.result(timeout=REACH)
        except TimeoutError:  # the worker was lost with its result: another one computes it again
            finished.put(future)
            seen = _look(client, scheduler, seen)
            continue
        seen = time.monotonic()
        del futures[future.key]
        done(at, result)


def _workers(client: Any) -> int:
    try:
        return len(client.scheduler_info(n_workers=-1)["workers"])
    except (OSError, TimeoutError):
        return 0


def _look(client: Any, scheduler: str, seen: float) -> float:
    """When a worker was seen last; ClusterError if that is too long ago."""
    if client.status not in ("running", "connecting"):
        raise ClusterError(f"the Dask scheduler {scheduler} is gone; finished parts are kept.")
    now = time.monotonic()
    if _workers(client):
        return now
    if now - seen > ALONE:
        raise ClusterError(
            f"the Dask scheduler {scheduler} has had no worker for {ALONE:.0f} s; start some with "
            f"`dask worker {scheduler} --nthreads 1`. Finished parts are kept."
        )
    return seen
