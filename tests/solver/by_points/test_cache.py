"""Curves on disk: the very numbers that were computed, files believed only when sound, checkpoints to go on from."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from hypothesis import given

from fivedice.arrays import Floats
from fivedice.errors import DamagedFile
from fivedice.rules import Rules, State
from fivedice.rules.toml import format_rules
from fivedice.solver import cache as store
from fivedice.solver import cached_solution
from fivedice.solver.by_points.cache import KEPT_LAYERS, Job, cached_curves, read_curves, write_curves
from fivedice.solver.by_points.curves import TARGET, Curves, Utility
from fivedice.solver.by_points.solve import Fill, Plan, best_rows, solve_curves
from fivedice.solver.file_format import UNFINISHED, read_file, write_file
from tests.command import python
from tests.generators import examples, rules, utilities
from tests.small import TINY

JOB = Job(TINY, "reach:60", TARGET, (-60, -1))
OTHER = Job(TINY.change({"upper_bonus": 5}), "reach:60", TARGET, (-60, -1))


@cache
def solved() -> Curves:
    """The curves of JOB, solved once and for all."""
    return solve_curves(Plan(TINY, TARGET, State(), JOB.points), kept_layers=KEPT_LAYERS)


def assert_same(one: Curves, other: Curves) -> None:
    for name in ("keys", "first", "counts", "begins", "values"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert (one.below, one.above) == (other.below, other.above)


# -------------------------------------------------------------------------------------------- round trip


@examples(40)
@given(game=rules(), utility=utilities())
def test_curves_of_any_rules_and_utility_come_back_from_disk(
    tmp_path_factory: pytest.TempPathFactory, game: Rules, utility: Utility
) -> None:
    job = Job(game, "some", utility, (-100, 100))
    curves = solve_curves(Plan(game, utility, State(), job.points), kept_layers=KEPT_LAYERS, threads=1)
    path = tmp_path_factory.getbasetemp() / "some.solution"
    write_curves(path, curves, job)
    assert_same(curves, read_curves(path, job))


def test_the_second_call_reads_what_the_first_one_solved(empty_cache: Path) -> None:
    first, second = cached_curves(JOB), cached_curves(JOB)
    assert_same(first, solved())
    assert_same(first, second)
    assert [path.name for path in empty_cache.iterdir()] == [f"{TINY.digest}-reach-60-c2.solution"]


def test_equal_rules_under_another_name_are_one_file(empty_cache: Path) -> None:
    cached_curves(JOB)
    announced: list[tuple[int, int]] = []
    cached_curves(replace(JOB, rules=replace(TINY, name="renamed")), announce=lambda *sizes: announced.append(sizes))
    assert announced == []


def test_the_sizes_that_are_announced_are_those_of_the_file_and_of_memory(empty_cache: Path) -> None:
    announced: list[tuple[int, int]] = []
    cached_curves(JOB, announce=lambda disk, memory: announced.append((disk, memory)))
    plan = Plan(TINY, TARGET, State(), JOB.points)
    assert announced == [(solved().values.nbytes, plan.memory_needed(KEPT_LAYERS))]
    assert JOB.path.stat().st_size < announced[0][0] + 32 * len(solved().keys) + 1000


def test_a_job_may_bring_its_own_way_to_compute_rows(empty_cache: Path) -> None:
    asked: list[int] = []

    def counted(plan: Plan) -> Fill:
        best = best_rows(plan)

        def fill(before: Floats, after: Floats, masks: np.ndarray) -> None:
            asked.extend(masks.tolist())
            best(before, after, masks)

        return fill

    assert_same(cached_curves(replace(JOB, fill=counted)), solved())
    assert sorted(asked) == list(range((1 << TINY.turns) - 1))


# ------------------------------------------------------------------------------------------------ damage


def assert_noticed_and_replaced(job: Job = JOB) -> None:
    """The next call solves again, and the one after it finds a sound file."""
    with pytest.raises(DamagedFile):
        read_curves(job.path, job)
    told: list[int] = []
    cached_curves(job, progress=lambda done, _: told.append(done))
    assert told
    assert_same(solved(), read_curves(job.path, job))


@pytest.mark.parametrize("place", [0.0, 0.01, 0.3, 0.9, 0.9999], ids="at {:.0%}".format)
def test_a_damaged_byte_is_noticed_and_the_file_replaced(empty_cache: Path, place: float) -> None:
    write_curves(JOB.path, solved(), JOB)
    content = bytearray(JOB.path.read_bytes())
    content[int(place * len(content))] ^= 1
    JOB.path.write_bytes(content)
    assert_noticed_and_replaced()


@pytest.mark.parametrize("content", [b"", b"nonsense\n" * 99], ids=["empty", "foreign"])
def test_a_foreign_file_is_noticed_and_replaced(empty_cache: Path, content: bytes) -> None:
    empty_cache.mkdir()
    JOB.path.write_bytes(content)
    assert_noticed_and_replaced()


def test_a_truncated_file_is_noticed_and_replaced(empty_cache: Path) -> None:
    write_curves(JOB.path, solved(), JOB)
    JOB.path.write_bytes(JOB.path.read_bytes()[:-100])
    assert_noticed_and_replaced()


@pytest.mark.parametrize(
    "other",
    [replace(JOB, objective="reach:61"), replace(JOB, points=(-61, -1)), OTHER],
    ids=["another objective", "other points", "other rules"],
)
def test_the_curves_of_another_job_under_this_name_are_noticed_and_replaced(empty_cache: Path, other: Job) -> None:
    write_curves(JOB.path, solved(), other)
    with pytest.raises(DamagedFile, match="holds the solution of other rules, of another objective or format"):
        read_curves(JOB.path, JOB)
    assert_noticed_and_replaced()


def test_the_solution_for_the_mean_under_this_name_is_noticed_and_replaced(empty_cache: Path) -> None:
    cached_solution(TINY)
    JOB.path.write_bytes(store.path_for(TINY).read_bytes())
    assert_noticed_and_replaced()


@pytest.mark.parametrize("change", [{"states": None}, {"states": 10**6}, {"states": 1}, {"states": 0}, {"below": []}])
def test_a_header_that_does_not_describe_its_file_is_noticed_even_where_the_checksum_fits(
    empty_cache: Path, change: dict[str, object]
) -> None:
    write_curves(JOB.path, solved(), JOB)
    header, payload = read_file(JOB.path)
    write_file(JOB.path, header | change, payload)
    with pytest.raises(DamagedFile, match="has a header that does not describe it"):
        read_curves(JOB.path, JOB)
    assert_noticed_and_replaced()


# ------------------------------------------------------------------------------------------- checkpoints

CHECKPOINT = JOB.path.with_suffix(store.CHECKPOINT).name


class Interrupted(Exception):
    """As if somebody pressed Ctrl+C."""


def interrupt(job: Job, layers: int) -> int:
    """Solve some layers of a job and stop in the next one; returns the work done until then."""
    plan = Plan(job.rules, job.utility, State(), job.points)
    done = sum(map(plan.work, plan.layers[-1 - layers :]))

    def stop(so_far: int, _: int) -> None:
        if so_far > done:
            raise Interrupted

    with pytest.raises(Interrupted):
        cached_curves(job, progress=stop)
    return done


def work_told(job: Job) -> list[int]:
    told: list[int] = []
    curves = cached_curves(job, progress=lambda done, _: told.append(done))
    assert_same(curves, solved())
    return told


@pytest.mark.parametrize("layers", [1, 3, 5])
def test_an_interrupted_solution_goes_on_from_its_last_layer_to_the_same_curves(empty_cache: Path, layers: int) -> None:
    done = interrupt(JOB, layers)
    assert [path.name for path in empty_cache.iterdir()] == [CHECKPOINT]
    everything = Plan(TINY, TARGET, State(), JOB.points).total_work
    told = work_told(JOB)
    assert done < told[0] <= told[-1] == everything
    assert [path.name for path in empty_cache.iterdir()] == [JOB.path.name]


def test_an_interruption_before_the_first_layer_leaves_nothing(empty_cache: Path) -> None:
    interrupt(JOB, 0)
    assert not list(empty_cache.glob("*"))


def test_a_solution_may_be_interrupted_again_and_again(empty_cache: Path) -> None:
    assert interrupt(JOB, 1) < interrupt(JOB, 2) < interrupt(JOB, 4) < work_told(JOB)[0]


def test_a_fresh_solution_goes_on_from_no_checkpoint(empty_cache: Path) -> None:
    done = interrupt(JOB, 3)
    told: list[int] = []
    assert_same(cached_curves(JOB, fresh=True, progress=lambda so_far, _: told.append(so_far)), solved())
    assert told[0] < done
    assert [path.name for path in empty_cache.iterdir()] == [JOB.path.name]


def test_a_damaged_checkpoint_is_ignored(empty_cache: Path) -> None:
    done = interrupt(JOB, 3)
    path = empty_cache / CHECKPOINT
    path.write_bytes(path.read_bytes()[:-30] + bytes(30))
    assert work_told(JOB)[0] < done
    assert [path.name for path in empty_cache.iterdir()] == [JOB.path.name]


@pytest.mark.parametrize("change", [{"layer": 99}, {"layer": 2}, {"layer": None}, {"lengths": [1, 2]}, {"lengths": 3}])
def test_a_checkpoint_that_does_not_fit_the_plan_is_ignored(empty_cache: Path, change: dict[str, object]) -> None:
    done = interrupt(JOB, 3)
    path = empty_cache / CHECKPOINT
    header, payload = read_file(path)
    write_file(path, header | change, payload)
    assert work_told(JOB)[0] < done


@pytest.mark.parametrize("other", [OTHER, replace(JOB, points=(-50, -1)), replace(JOB, objective="reach:61")], ids=str)
def test_the_checkpoint_of_another_job_is_ignored(empty_cache: Path, other: Job) -> None:
    done = interrupt(other, 3)
    other.path.with_suffix(store.CHECKPOINT).replace(empty_cache / CHECKPOINT)
    assert work_told(JOB)[0] < done


# ---------------------------------------------------------------------------------------- awkward folders


def test_an_unwritable_folder_costs_the_memory_and_not_the_curves(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    assert_same(cached_curves(JOB), solved())
    assert list(store.entries()) == []


def test_a_folder_that_cannot_be_made_costs_the_memory_and_not_the_curves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("FIVEDICE_CACHE", str(tmp_path / "file" / "cache"))
    assert_same(cached_curves(JOB), solved())


def test_a_disk_that_is_full_at_the_end_keeps_the_checkpoint(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Path.replace

    def full(self: Path, target: Path) -> Path:
        if target == JOB.path:
            raise OSError(28, "No space left on device")
        return original(self, target)

    monkeypatch.setattr(Path, "replace", full)
    assert_same(cached_curves(JOB), solved())
    assert [path.name for path in empty_cache.iterdir()] == [CHECKPOINT]
    told: list[int] = []
    assert_same(cached_curves(JOB, progress=lambda done, _: told.append(done)), solved())
    assert told == []  # all layers were there


def test_curves_and_checkpoints_are_listed_and_cleared_with_the_solutions(empty_cache: Path) -> None:
    cached_solution(TINY)
    cached_curves(JOB)
    interrupt(OTHER, 2)
    (empty_cache / f"leftover{UNFINISHED}").write_bytes(b"half")
    (empty_cache / "notes.txt").write_text("mine")
    found = {entry.path.name: entry for entry in store.entries()}
    expected = {
        JOB.path.name,
        OTHER.path.with_suffix(store.CHECKPOINT).name,
        store.path_for(TINY).name,
        "leftover.part",
    }
    assert set(found) == expected
    header = found[JOB.path.name].header
    assert header is not None
    assert (header["name"], header["digest"], header["objective"]) == ("tiny", TINY.digest, "reach:60")
    assert header["value"] is None
    size = sum(path.stat().st_size for path in empty_cache.iterdir() if path.suffix != ".txt")
    assert store.clear() == (4, size)
    assert [path.name for path in empty_cache.iterdir()] == ["notes.txt"]


READS = """
import sys
from fivedice.rules import State
from fivedice.rules.toml import parse_rules
from fivedice.solver.by_points.curves import TARGET
from fivedice.solver.by_points.cache import Job, cached_curves
curves = cached_curves(Job(parse_rules(sys.argv[1]), "reach:60", TARGET, (-60, -1)))
print(curves.value(State(), -30), "numba" in sys.modules)
"""


def test_curves_from_disk_answer_without_a_compiler(empty_cache: Path) -> None:
    write_curves(JOB.path, solved(), JOB)
    assert python("-c", READS, format_rules(TINY)).out.split() == [str(solved().value(State(), -30)), "False"]
