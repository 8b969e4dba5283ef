"""Work in parts: kept when done, gone on with after an interruption, not lost with a worker."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fivedice.errors import PlaytestError
from fivedice.playtest import parts
from fivedice.playtest.parts import Part, kept_parts, run_parts
from fivedice.version import SOURCES
from tests.command import PATIENCE
from tests.playtest import stubs


def test_results_come_in_the_order_of_the_parts_whatever_they_weigh(tmp_path: Path) -> None:
    jobs = [Part.of(stubs.square, weight, number=number) for number, weight in ((3.0, 1), (0.1, 9), (3.0, 1))]
    told: list[tuple[int, int]] = []
    found = run_parts(jobs, folder=tmp_path, workers=2, progress=lambda done, total: told.append((done, total)))
    assert found == [{"square": 9.0}, {"square": 0.1 * 0.1}, {"square": 9.0}]
    assert told[0] == (0, 10)
    assert told[-1] == (10, 10)
    assert kept_parts(tmp_path) == 2


def test_a_kept_part_is_not_run_again_and_one_with_other_arguments_is(tmp_path: Path) -> None:
    (tmp_path / "marks").mkdir()
    jobs = [Part.of(stubs.counted, number=number, folder=str(tmp_path / "marks")) for number in (1, 2)]
    run_parts(jobs[:1], folder=tmp_path, workers=1)
    assert run_parts(jobs, folder=tmp_path, workers=1) == [1, 2]
    assert [(tmp_path / "marks" / name).read_text() for name in ("1", "2")] == ["x", "x"]


def test_a_damaged_part_and_one_of_another_version_are_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (job,) = [Part.of(stubs.square, number=2.0)]
    path = tmp_path / f"{job.digest}.result"
    run_parts([job], folder=tmp_path, workers=1)
    sound = path.read_bytes()
    path.write_bytes(sound[:-1] + b"?")
    assert run_parts([job], folder=tmp_path, workers=1) == [{"square": 4.0}]
    assert path.read_bytes() == sound
    monkeypatch.setattr(parts, "version", lambda: "another")
    assert Part.of(stubs.square, number=2.0).digest != job.digest


def test_a_result_depends_on_every_package_that_playtests_stand_on() -> None:
    package = Path(parts.__file__).parents[1]
    imported = {
        name
        for source in SOURCES
        for path in (package / source).glob("*.py")
        for name in re.findall(r"^\s*from fivedice\.(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        if (package / name).is_dir()
    }
    assert imported - set(SOURCES) <= {"charts", "reports"}


def test_a_worker_of_another_version_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PlaytestError, match="install the same version everywhere"):
        parts.call("tests.playtest.stubs:square", '{"number":1}', "0.0.0+other")


def test_nothing_is_a_result_too(tmp_path: Path) -> None:
    job = Part.of(stubs.nothing)
    assert run_parts([job], folder=tmp_path, workers=1) == run_parts([job], folder=tmp_path) == [None]


def test_each_worker_keeps_to_one_thread_and_the_environment_stays_as_it_was(tmp_path: Path) -> None:
    before = dict(os.environ)
    (found,) = run_parts([Part.of(stubs.threads)], folder=tmp_path, workers=1)
    assert found == {name: before.get(name, parts.ONE_THREAD[name]) for name in found}
    assert dict(os.environ) == before


def test_a_worker_that_dies_costs_its_part_only(tmp_path: Path) -> None:
    (tmp_path / "marks").mkdir()
    folder = str(tmp_path / "marks")
    jobs = [Part.of(stubs.dies_once, number=7, folder=folder)]
    jobs += [Part.of(stubs.counted, number=number, folder=folder) for number in range(4)]
    assert run_parts(jobs, folder=tmp_path, workers=2) == [7, 0, 1, 2, 3]
    assert [(tmp_path / "marks" / str(number)).read_text() for number in range(4)] == ["x"] * 4


@pytest.mark.parametrize(
    ("stub", "sentence"),
    [
        (stubs.always_dies, "3 workers died of one part"),
        (stubs.breaks_a_rule, r"^faces=1 is not allowed\.$"),
        (stubs.divides_by_zero, "divides_by_zero, fails: ZeroDivisionError"),
    ],
)
def test_a_part_that_cannot_be_done_ends_in_a_sentence(stub: object, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(PlaytestError, match=sentence):
        run_parts([Part.of(stub)], folder=tmp_path, workers=1)  # type: ignore[arg-type]


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PlaytestError, match="finished parts cannot be kept"):
        run_parts([Part.of(stubs.square, number=1.0)], folder=tmp_path / "file", workers=1)


INTERRUPTED = """
import signal
import sys
from fivedice.playtest.parts import Part, run_parts
from tests.playtest import stubs

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored in the background
    jobs = [Part.of(stubs.slow_square, number=float(n), seconds=0.0 if n < 2 else 600.0) for n in range(4)]
    run_parts(jobs, folder=sys.argv[1], workers=2, progress=lambda done, total: print(done, flush=True))
"""


def test_an_interrupted_run_keeps_what_was_done_and_leaves_no_process(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path.cwd()), *sys.path])}
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "kept")], env=environment, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if line.strip() == "2":
                    break
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
            _, errors = process.communicate(timeout=PATIENCE)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    assert process.returncode != 0
    assert errors.count("KeyboardInterrupt") == 1
    assert kept_parts(tmp_path / "kept") == 2
    deadline = time.monotonic() + PATIENCE
    while _alive(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _alive(process.pid)


def _alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_arguments_have_one_text() -> None:
    one, other = Part("m:f", {"a": 1, "b": [2.5]}), Part("m:f", {"b": [2.5], "a": 1}, weight=7)
    assert one.digest == other.digest
    assert json.loads(one.text) == {"a": 1, "b": [2.5]}
