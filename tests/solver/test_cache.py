"""Solutions on disk: remembered, written whole or not at all, listed and cleared."""

import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from platformdirs import user_cache_path

from fivedice.rules import Rules
from fivedice.rules.toml import format_rules
from fivedice.solver import Solution, cached_solution, solve
from fivedice.solver import cache as store
from fivedice.solver.file_format import write_file
from tests.command import PATIENCE, python
from tests.solver.stored import OTHER, TINY, stored


def test_the_second_call_is_cached_and_equal(empty_cache: Path) -> None:
    first, second = cached_solution(TINY), cached_solution(TINY)
    assert (first.cached, second.cached) == (False, True)
    assert first.values.tobytes() == second.values.tobytes()
    assert (first.states, first.seconds, first.objective) == (second.states, second.seconds, second.objective)
    assert [path.name for path in empty_cache.iterdir()] == [f"{TINY.digest}-mean-v{store.FORMAT}.solution"]


def test_equal_rules_under_another_name_are_one_solution(empty_cache: Path) -> None:
    cached_solution(TINY)
    renamed = Rules("renamed", TINY.categories, 2, 3, 2, upper_threshold=2, upper_bonus=7)
    assert cached_solution(renamed).cached


def test_other_rules_are_another_solution(empty_cache: Path) -> None:
    cached_solution(TINY)
    other = cached_solution(OTHER)
    assert not other.cached
    assert other.value != cached_solution(TINY).value


def test_fresh_solves_again(empty_cache: Path) -> None:
    cached_solution(TINY)
    assert not cached_solution(TINY, fresh=True).cached


def test_tests_never_touch_the_cache_of_the_user(session_cache: Path) -> None:
    assert store.folder() == session_cache
    assert not session_cache.is_relative_to(user_cache_path("fivedice", appauthor=False))


def test_an_environment_variable_chooses_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FIVEDICE_CACHE", str(tmp_path / "here"))
    assert store.folder() == tmp_path / "here"
    monkeypatch.delenv("FIVEDICE_CACHE")
    monkeypatch.setattr(store, "user_cache_path", lambda name, **_: tmp_path / name)
    assert store.folder() == tmp_path / "fivedice"


# ------------------------------------------------------------------------------------------ atomicity


@pytest.mark.parametrize("error", [OSError("disk full"), KeyboardInterrupt()], ids=["disk full", "interrupted"])
def test_a_write_that_fails_leaves_nothing_behind(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail(_: Path, __: Path) -> NoReturn:
        raise error

    solution = solve(TINY)
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(type(error)):
        store.write(store.path_for(TINY), solution)
    assert list(empty_cache.iterdir()) == []


def test_a_full_disk_costs_the_memory_and_not_the_solution(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Path, __: Path) -> NoReturn:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    assert cached_solution(TINY).value == solve(TINY).value
    assert not cached_solution(TINY).cached


CRASHES = """
import os, sys
from pathlib import Path
from fivedice.rules.toml import parse_rules
from fivedice.solver import cached_solution
Path.replace = lambda *_: os._exit(9)
cached_solution(parse_rules(sys.argv[1]))
"""


def test_a_process_that_dies_while_writing_leaves_no_file_under_the_final_name(empty_cache: Path) -> None:
    assert python("-c", CRASHES, format_rules(TINY)).code == 9
    assert [path.suffix for path in empty_cache.iterdir()] == [".part"]
    assert not cached_solution(TINY).cached
    assert cached_solution(TINY).cached
    assert [entry.header is None for entry in store.entries() if entry.path.suffix == ".solution"] == [False]


def test_a_write_that_replaces_keeps_the_old_file_whole_until_the_end(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = stored()
    before = path.read_bytes()
    seen: list[bytes] = []
    original = Path.replace

    def look_first(self: Path, target: Path) -> Path:
        seen.append(path.read_bytes())
        return original(self, target)

    monkeypatch.setattr(Path, "replace", look_first)
    cached_solution(TINY, fresh=True)
    assert seen == [before]


TOGETHER = """
import sys
from fivedice.rules.toml import parse_rules
from fivedice.solver import cached_solution
games = [parse_rules(text) for text in sys.argv[1:]]
print(sorted({(game.digest, cached_solution(game, fresh=turn % 2 == 0).value) for turn in range(60) for game in games}))
"""


def test_two_processes_at_once_do_no_harm(empty_cache: Path) -> None:
    expected = sorted((game.digest, solve(game).value) for game in (TINY, OTHER))
    command = [sys.executable, "-c", TOGETHER, *map(format_rules, (TINY, OTHER))]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    for process in running:
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, "")
        assert out.strip() == str(expected)
    assert {path.name for path in empty_cache.iterdir()} == {store.path_for(game).name for game in (TINY, OTHER)}
    assert cached_solution(TINY).cached


# ------------------------------------------------------------------------------------ awkward folders


def test_a_folder_that_cannot_be_made_still_solves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("FIVEDICE_CACHE", str(tmp_path / "file" / "cache"))
    assert cached_solution(TINY).value == solve(TINY).value


def test_a_folder_that_is_a_file_still_solves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("FIVEDICE_CACHE", str(tmp_path / "file"))
    assert cached_solution(TINY).value == solve(TINY).value
    assert list(store.entries()) == []


def test_an_unwritable_folder_still_solves(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    assert cached_solution(TINY).value == solve(TINY).value
    assert list(store.entries()) == []


def test_an_unreadable_file_still_solves(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    stored()
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert cached_solution(TINY).value == solve(TINY).value


def test_a_directory_in_the_place_of_a_file_still_solves(empty_cache: Path) -> None:
    store.path_for(TINY).mkdir(parents=True)
    assert cached_solution(TINY).value == solve(TINY).value


# ------------------------------------------------------------------------------------ list and clear


def test_entries_say_what_each_file_holds(empty_cache: Path) -> None:
    first = stored()
    second = store.path_for(OTHER)
    second.write_bytes(first.read_bytes()[:-1])
    (empty_cache / "notes.txt").write_text("mine")
    found = {entry.path.name: entry for entry in store.entries()}
    assert set(found) == {first.name, second.name}
    header = found[first.name].header
    assert header is not None
    assert (header["name"], header["digest"], header["objective"]) == ("tiny", TINY.digest, "mean")
    assert header["value"] == cached_solution(TINY).value
    assert found[first.name].size == first.stat().st_size
    assert found[second.name].header is None


def test_a_file_that_vanishes_while_the_folder_is_listed_does_no_harm(empty_cache: Path) -> None:
    stored()
    (empty_cache / "gone.part").symlink_to(empty_cache / "nowhere")  # as a writer's file that was moved to its place
    assert [entry.path for entry in store.entries() if entry.header] == [store.path_for(TINY)]
    store.clear()
    assert not store.path_for(TINY).exists()


def test_clear_deletes_solutions_and_leftovers_and_nothing_else(empty_cache: Path) -> None:
    path = stored()
    (empty_cache / "leftover.part").write_bytes(b"half")
    (empty_cache / "notes.txt").write_text("mine")
    size = path.stat().st_size + 4
    assert store.clear() == (2, size)
    assert [one.name for one in empty_cache.iterdir()] == ["notes.txt"]
    assert not cached_solution(TINY).cached


def test_a_leftover_is_listed_as_damaged(empty_cache: Path) -> None:
    path = stored()
    path.with_suffix(".part").write_bytes(path.read_bytes()[:100])
    assert [(entry.path.suffix, entry.header is None) for entry in store.entries()] == [
        (".part", True),
        (".solution", False),
    ]


def test_compiled_kernels_are_measured_and_cleared_too(empty_cache: Path) -> None:
    stored()
    assert store.size_of(store.kernels_folder()) == 0
    (empty_cache / "kernels" / "digest").mkdir(parents=True)
    (empty_cache / "kernels" / "digest" / "code.nbc").write_bytes(b"12345")
    assert store.size_of(store.kernels_folder()) == 5
    assert store.clear()[0] == 1
    assert list(empty_cache.iterdir()) == []


def test_finished_parts_of_study_004_are_measured_and_cleared_too(empty_cache: Path) -> None:
    write_file(store.parts_folder() / "one.result", {}, b"7", kind="result")
    assert store.size_of(store.parts_folder()) == (store.parts_folder() / "one.result").stat().st_size > 0
    assert store.clear() == (0, 0)
    assert list(empty_cache.iterdir()) == []


def test_a_solution_of_an_older_format_is_told_from_a_damaged_one(empty_cache: Path) -> None:
    path = stored()
    older = path.with_name(path.name.replace(f"v{store.FORMAT}", f"v{store.FORMAT - 1}"))
    path.rename(older)
    stored().write_bytes(b"nonsense")
    curves = empty_cache / f"{TINY.digest}-scores-c{store.FORMAT - 1}.solution"
    curves.write_bytes(b"nonsense")
    assert {entry.path for entry in store.entries() if entry.older} == {older, curves}


def test_a_folder_that_does_not_exist_is_empty(empty_cache: Path) -> None:
    assert list(store.entries()) == []
    assert store.clear() == (0, 0)


def test_values_from_disk_cannot_be_altered_by_accident(empty_cache: Path) -> None:
    stored()
    solution: Solution = cached_solution(TINY)
    with pytest.raises(ValueError, match="read-only"):
        solution.values[0, 0, 0] = 0
