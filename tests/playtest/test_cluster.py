"""Parts on a real Dask scheduler with worker processes, one of which is killed in the middle."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fivedice import cluster
from fivedice.errors import PlaytestError
from fivedice.playtest.ladder import Ladder
from fivedice.playtest.parts import Part, kept_parts, run_parts
from fivedice.playtest.sweep import run_sweep
from fivedice.playtest.vary import Vary
from tests.command import PATIENCE
from tests.dask_processes import scheduler_process, worker
from tests.playtest import stubs
from tests.small import TINY


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    with scheduler_process() as address:
        yield address


def tables(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.csv")}


def test_a_sweep_on_two_workers_of_which_one_is_killed_ends_with_the_table_of_a_local_run(
    scheduler: str, tmp_path: Path
) -> None:
    varies, ladder = (Vary("upper_threshold", (0, 4, 7, 9, 12)),), Ladder("strategies", ("random", "greedy", "optimal"))
    kept = tmp_path / "on-dask"

    def anywhere(folder: Path, address: str | None) -> dict[str, bytes]:
        slow = [Part.of(stubs.slow_square, number=float(number), seconds=0.5) for number in range(8)]

        def run(parts: list[Part]) -> list[object]:
            return run_parts([*slow, *parts], folder=folder, scheduler=address, workers=2)[len(slow) :]

        run_sweep(TINY, varies, ladder, run, games=50).report(folder / "report")  # type: ignore[arg-type]
        return tables(folder / "report")

    with worker(scheduler) as doomed, worker(scheduler):

        def kill() -> None:
            deadline = time.monotonic() + PATIENCE
            while kept_parts(kept) < 3 and time.monotonic() < deadline:
                time.sleep(0.02)
            os.kill(doomed.pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        there = anywhere(kept, scheduler)
        killer.join(PATIENCE)
        assert doomed.wait(PATIENCE) == -signal.SIGKILL
    here = anywhere(tmp_path / "here", None)
    assert {"sweep.csv", "ladders.csv", "optimal.csv", "boxes.csv"} == set(there)
    assert there == here


def test_what_goes_wrong_on_a_worker_is_told_in_its_sentence(scheduler: str, tmp_path: Path) -> None:
    with worker(scheduler):
        with pytest.raises(PlaytestError, match=r"^faces=1 is not allowed\.$"):
            run_parts([Part.of(stubs.breaks_a_rule)], folder=tmp_path, scheduler=scheduler)
        with pytest.raises(PlaytestError, match="divides_by_zero, fails: ZeroDivisionError"):
            run_parts([Part.of(stubs.divides_by_zero)], folder=tmp_path, scheduler=scheduler)


def test_a_scheduler_without_workers_is_told_and_not_waited_for_forever(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ALONE", 2.0)
    with pytest.raises(PlaytestError, match="has had no worker for 2 s"):
        run_parts([Part.of(stubs.square, number=1.0)], folder=tmp_path, scheduler=scheduler)


def test_a_scheduler_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "REACH", 1.0)
    with pytest.raises(PlaytestError, match="no Dask scheduler answers at tcp:"):
        run_parts([Part.of(stubs.square, number=1.0)], folder=tmp_path, scheduler="tcp://127.0.0.1:9")


def test_without_dask_one_sentence_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(PlaytestError, match=r"pip install 'fivedice\[cluster\]'"):
        run_parts([Part.of(stubs.square, number=1.0)], folder=tmp_path, scheduler="tcp://127.0.0.1:9")
