"""A power cut takes what was written and not synced: every act that was acknowledged is on disk before.

strace watches what the server writes, syncs and sends, in this order.
"""

import json
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from websockets.sync.client import connect

from fivedice.table.seal import KEY_FILE
from fivedice.table.store import Store
from tests.faults.conftest import Tally
from tests.faults.servers import attacked
from tests.faults.test_kills import decision, next_state

CALL = re.compile(r"(?P<thread>\d+) +(?:<\.\.\. )?(?P<name>\w+)(?P<rest>.*)")
WRITTEN = re.compile(r"-wal>, .*, (?P<length>\d+), (?P<offset>\d+)\)? ")

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")


@contextmanager
def watched(process: int, trace: Path) -> Iterator[None]:
    """Write down all that a process writes, syncs and sends."""
    calls = "trace=pwrite64,fsync,fdatasync,sendto"
    command = ["strace", "-f", "-y", "-s", "80", "-e", calls, "-o", str(trace), "-p", str(process)]
    strace = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert strace.stderr is not None
    try:
        line = strace.stderr.readline()
        assert "attached" in line, line
        yield
    finally:
        strace.send_signal(signal.SIGINT)
        strace.communicate()


class Disk:
    """What a trace says is on disk: bytes of the log of SQLite that were written, and that were synced."""

    def __init__(self) -> None:
        self.written = self.synced = self.syncs = self.told = self.told_early = 0
        self.syncing: dict[str, int] = {}

    def read(self, line: str) -> None:
        """Take in a line of the trace."""
        call = CALL.match(line)
        if call is None:
            return
        thread, rest = call["thread"], call["rest"]
        if call["name"] == "pwrite64" and (found := WRITTEN.search(rest)):
            self.written = max(self.written, int(found["offset"]) + int(found["length"]))
        elif call["name"] in ("fsync", "fdatasync"):
            if "-wal>" in rest:
                self.syncing[thread] = self.written
            if "= 0" in rest and thread in self.syncing:
                self.synced, self.syncs = max(self.synced, self.syncing.pop(thread)), self.syncs + 1
        elif call["name"] == "sendto" and r"\"type\":\"state\"" in rest:
            self.told, self.told_early = self.told + 1, self.told_early + (self.synced < self.written)


def test_power_cuts_lose_nothing_that_was_acknowledged(
    tmp_path: Path,
    random: Random,
    many: Callable[[int], int],
    tally: Tally,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried, acts, lost, syncs = many(10), 0, 0, 0
    monkeypatch.setenv(KEY_FILE, str(tmp_path / "key"))
    for number in range(tried):
        folder, trace = tmp_path / str(number), tmp_path / f"{number}.trace"
        folder.mkdir()
        with attacked(folder) as running:
            made = running.post("/api/tables", {"seats": [{"kind": "person"}]})
            with connect(f"ws://{running.address}/ws/{made['id']}", compression=None) as connection:
                connection.send(json.dumps({"do": "join", "tokens": [made["tokens"]["0"]]}))
                state = next_state(connection)
                with watched(running.process.pid, trace):
                    for _ in range(random.randint(1, 20)):
                        connection.send(json.dumps({**decision(state, random), "point": state["point"]}))
                        state, acts = next_state(connection, state["seq"]), acts + 1
                running.process.kill()
                running.process.wait()
        disk = Disk()
        for line in trace.read_text().splitlines():
            disk.read(line)
        assert disk.told, "strace has seen what was sent"
        with (folder / "games.sqlite-wal").open("r+b") as log:
            log.truncate(disk.synced)
        with Store(folder / "games.sqlite") as store:
            lost += disk.told_early + (state["seq"] - store.load(made["id"]).sequence)
        syncs += disk.syncs
    tally("acts before a power cut", acts, lost, f"{tried} cuts, {syncs:,} syncs")
