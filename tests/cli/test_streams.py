"""What a verb says and returns when its streams fail it: full disks, closed pipes, no width, Ctrl-C."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import PATIENCE, fivedice, fivedice_process

FIVEDICE = [sys.executable, "-m", "fivedice"]
FULL = Path("/dev/full")

needs_a_full_device = pytest.mark.skipif(not FULL.exists(), reason="only Linux has a device that is always full")


@needs_a_full_device
@pytest.mark.parametrize("arguments", [["variants"], ["variants", "--json"], ["--version"], ["--help"]], ids=" ".join)
def test_output_to_a_full_disk_ends_in_one_sentence_and_exit_code_1(arguments: list[str]) -> None:
    with FULL.open("w") as full:
        found = subprocess.run(
            [*FIVEDICE, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False
        )
    assert found.returncode == 1
    assert found.stderr == "fivedice: the machine refused to read or write: No space left on device.\n"


@needs_a_full_device
def test_a_mistake_keeps_its_exit_code_if_the_error_stream_is_full() -> None:
    with FULL.open("w") as full:
        found = subprocess.run(
            [*FIVEDICE, "nothing"], stdout=subprocess.PIPE, stderr=full, timeout=PATIENCE, check=False
        )
    assert (found.returncode, found.stdout) == (2, b"")


def test_a_mistake_is_not_printed_as_a_result_if_the_error_stream_is_closed() -> None:
    command = f"{sys.executable} -m fivedice nothing 2>&-"
    found = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, timeout=PATIENCE, check=False)
    assert (found.returncode, found.stdout) == (2, b"")


def test_a_reader_that_leaves_early_gets_no_traceback() -> None:
    with subprocess.Popen([*FIVEDICE, "variants"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1


@pytest.mark.parametrize("width", ["0", "1", "-5", "many", "99999"])
def test_no_width_leaves_the_output_empty(width: str) -> None:
    outcome = fivedice_process("variants", COLUMNS=width)
    assert outcome.code == 0
    assert "joker" in outcome.out


def test_ctrl_c_ends_in_one_sentence_and_exit_code_130() -> None:
    script = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    script += "import fivedice.cli.variants as verb, os, fivedice\n"
    script += f"fivedice.variants = lambda: os.kill(os.getpid(), {int(signal.SIGINT)})\n"
    script += "sys.argv = ['fivedice', 'variants']\nfrom fivedice.cli import main; main()"
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=False, env=os.environ
    )
    assert (found.returncode, found.stdout, found.stderr) == (130, "", "fivedice: interrupted.\n")


@pytest.mark.parametrize("games", ["10000000001", "9" * 30])
def test_more_games_than_a_lifetime_has_are_refused(games: str) -> None:
    outcome = fivedice("simulate", "random", "--games", games)
    assert outcome.code == 2
    assert (
        outcome.err == f"fivedice: {games} games are too many; it must be at most 10,000,000,000, the work of hours.\n"
    )


def test_scores_that_do_not_fit_in_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1 << 12}.__getitem__)
    outcome = fivedice("compare", "greedy", "random", "--games", "5000000")
    assert outcome.code == 2
    assert outcome.err.startswith("fivedice: keeping the scores of 5,000,000 games needs 0.0 GB of memory, and this ")
    assert outcome.err.endswith("ask for fewer games.\n")
