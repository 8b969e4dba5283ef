"""Layers on a real Dask scheduler with worker processes, one of which is killed in the middle."""

import os
import signal
from pathlib import Path

import pytest

from fivedice.errors import ClusterError
from fivedice.rules import Rules, variant
from fivedice.solver.layers import cluster
from fivedice.solver.layers.files import layers_folder
from fivedice.solver.layers.plan import Plan
from fivedice.solver.layers.solve import solve_layers
from tests.command import PATIENCE
from tests.dask_processes import scheduler_process, worker

SMALL = variant("yatzy").change(
    {"dice": 3, "faces": 4, "upper_threshold": 18, "saved_throws": "unlimited"}
    | dict.fromkeys(("two_pairs", "four_of_a_kind", "full_house", "small_straight", "large_straight"), "off")
)


def files(game: Rules) -> dict[str, bytes]:
    """The values of each layer; headers hold how long it took."""
    return {path.name: path.read_bytes().split(b"\n", 2)[2][:-16] for path in layers_folder(game).glob("*")}


@pytest.mark.slow
def test_a_game_on_two_workers_of_which_one_is_killed_has_the_files_of_a_local_run_byte_for_byte(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "LINKS_PER_TASK", 300)
    with scheduler_process() as scheduler, worker(scheduler) as doomed, worker(scheduler):

        def progress(done: int, total: int) -> None:
            if done > total / 3 and doomed.poll() is None:
                os.kill(doomed.pid, signal.SIGKILL)

        there = solve_layers(SMALL, fresh=True, scheduler=scheduler, progress=progress).value
        assert doomed.wait(PATIENCE) == -signal.SIGKILL
        computed = files(SMALL)
    assert solve_layers(SMALL, fresh=True).value == there
    assert files(SMALL) == computed
    assert len(computed) == SMALL.turns + 1


def test_a_scheduler_that_is_not_there_is_told(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivedice.cluster.REACH", 1.0)
    with pytest.raises(ClusterError, match="no Dask scheduler answers at tcp:"):
        solve_layers(SMALL, scheduler="tcp://127.0.0.1:9")


def test_a_worker_of_another_version_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(SMALL)
    part = cluster.part_of(plan, plan.turns - 1, 0, 1, plan.end())
    monkeypatch.setattr(cluster, "version", lambda: "another")
    with pytest.raises(ClusterError, match="install the same version everywhere"):
        cluster.solve_part(SMALL, part)
