"""A real Dask scheduler and its workers, each a process of this machine."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.command import PATIENCE

ROOT = Path(__file__).parents[1]


@contextmanager
def process(*arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process of Dask, ended when it is no longer needed."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        "DASK_DISTRIBUTED__SCHEDULER__WORKER_SATURATION": "1.0",
    }
    running = subprocess.Popen(
        [sys.executable, "-m", *arguments], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait(10)


def worker(address: str) -> AbstractContextManager["subprocess.Popen[bytes]"]:
    """A worker without a nanny: once it is killed it stays dead."""
    return process(
        "distributed.cli.dask_worker",
        address,
        "--nthreads",
        "1",
        "--no-nanny",
        "--no-dashboard",
        "--death-timeout",
        "60",
    )


@contextmanager
def scheduler_process() -> Iterator[str]:
    """A scheduler, and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with process(
        "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show"
    ):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with socket.socket() as there:
                if there.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"tcp://127.0.0.1:{port}"
