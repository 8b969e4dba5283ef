"""How fast rules are solved exactly, beside `yatzy-solver`, and how much memory that takes.

Measured: wall time of one complete solve in memory (no disk cache, kernels compiled and warm), the median
over all rounds, on two cores and on one, with the peer given the same number of cores. Seconds say more about
the machine and its other work than about the program, so the claim is a ratio, and the two take turns inside
each round: whatever slows the machine down slows both. Both values stand in the table and must agree: a ratio
means nothing unless both did the same job.
"""

import json
import os
import platform
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

from rich import box
from rich.console import Console
from rich.table import Table

from bench import peer
from fivedice.rules import variant
from fivedice.solver import solve

NAMES = ("yahtzee", "yatzy")
CORES = (2, 1)
ROUNDS, QUICK_ROUNDS = 3, 1
OURS_PER_ROUND = 3
"""Ours is short, and a short run is noisier: it is repeated within a round."""

LEAST_RATIO = 10.0
"""On two cores, for each of the rules."""
MOST_MEGABYTES = 300.0
TOLERANCE = 1e-6
BUSY = 0.5
"""Load of the machine above which the reader is warned."""

_RESULTS = Path(__file__).parent / "results" / "solver.json"


@dataclass
class Timings:
    """Every run of one set of rules; seconds by number of cores."""

    rules: str
    states: int
    value: float
    peak_megabytes: float
    peer_value: float | None = None
    seconds: dict[int, list[float]] = field(default_factory=lambda: {cores: [] for cores in CORES})
    peer_seconds: dict[int, list[float]] = field(default_factory=lambda: {cores: [] for cores in CORES})

    def ratio(self, cores: int) -> float | None:
        """How many times faster than the peer on as many cores."""
        theirs = self.peer_seconds[cores]
        return median(theirs) / median(self.seconds[cores]) if theirs else None

    def broken_claims(self) -> list[str]:
        """The claims that did not hold, a sentence each."""
        broken = []
        if self.peer_value is not None and abs(self.value - self.peer_value) > TOLERANCE:
            broken.append(f"{self.rules}: the values differ, so the two did not do the same job.")
        ratio = self.ratio(CORES[0])
        if ratio is not None and ratio < LEAST_RATIO:
            broken.append(f"{self.rules}: {ratio:.1f} times faster than the peer, not {LEAST_RATIO:.0f}.")
        if self.peak_megabytes > MOST_MEGABYTES:
            broken.append(f"{self.rules}: peak memory {self.peak_megabytes:.0f} MB, over {MOST_MEGABYTES:.0f}.")
        return broken


def run(console: Console, quick: bool) -> bool:
    """Measure, print the table, write the results; True if every claim held."""
    load = os.getloadavg()[0]
    with_peer = _prepare_peer(console)
    timings = _warm_up(console)
    rounds = QUICK_ROUNDS if quick else ROUNDS
    for number in range(1, rounds + 1):
        for timing in timings:
            for cores in CORES:
                console.print(f"round {number}/{rounds}, {timing.rules}, cores: {cores}", end="", highlight=False)
                console.print(f", ours {_time_ours(timing, cores):.3f} s", end="", highlight=False)
                with_peer = with_peer and _time_peer(console, timing, cores)
                console.print()
    console.print(_table(timings))
    if load > BUSY:
        console.print(f"The machine was busy at the start (load {load:.1f}): these ratios are rough.")
    _write(timings, rounds, load)
    broken = [claim for timing in timings for claim in timing.broken_claims()]
    for claim in broken:
        console.print(claim, style="red", markup=False, soft_wrap=True)
    return not broken


def _prepare_peer(console: Console) -> bool:
    console.print(f"Preparing {peer.NAME} {peer.VERSION} in its own environment ...", highlight=False)
    try:
        peer.install()
    except peer.PeerUnavailable as failure:
        console.print(f"{failure}. Only fivedice is timed.", style="yellow", markup=False, soft_wrap=True)
        return False
    return True


def _warm_up(console: Console) -> list[Timings]:
    """Peak memory in processes that only solve, then solves here that nobody times.

    The first process may have to compile the kernels, so it does not count. Linux lets a child inherit its
    parent's peak, so every peak is taken before anything is solved here.
    """
    console.print("Compiling and warming up the kernels ...", highlight=False)
    _peak_megabytes(NAMES[0])
    peaks = {name: _peak_megabytes(name) for name in NAMES}
    timings = []
    for name, peak in peaks.items():
        solution, *_ = [solve(variant(name), threads=cores) for cores in CORES]
        timings.append(Timings(name, solution.states, solution.value, peak))
    return timings


def _peak_megabytes(name: str) -> float:
    command = [sys.executable, "-m", "bench.peak", name, str(CORES[0])]
    return float(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def _time_ours(timing: Timings, cores: int) -> float:
    rules = variant(timing.rules)
    runs = []
    for _ in range(OURS_PER_ROUND):
        start = time.perf_counter()
        solve(rules, threads=cores)
        runs.append(time.perf_counter() - start)
    timing.seconds[cores] += runs
    return median(runs)


def _time_peer(console: Console, timing: Timings, cores: int) -> bool:
    """One run of the peer; False, with the reason printed, if it failed."""
    try:
        answer = peer.solve(timing.rules, cores)
    except peer.PeerUnavailable as failure:
        console.print(f"\n{failure}. It is left out from here on.", style="yellow", markup=False, end="")
        return False
    timing.peer_seconds[cores].append(answer.seconds)
    timing.peer_value = answer.value
    console.print(f", peer {answer.seconds:.2f} s", end="", highlight=False)
    return True


def _table(timings: list[Timings]) -> Table:
    two, one = CORES
    title = f"Exact solve: median seconds, beside {peer.NAME} {peer.VERSION}"
    table = Table(title=title, box=box.SIMPLE_HEAD, show_edge=False, padding=0)  # fits 80 columns
    table.add_column("rules")
    for what in ("ours", "peer", "ratio"):
        table.add_column(f"{what}\n{two} cores", justify="right", no_wrap=True)
        table.add_column(f"{what}\n{one} core", justify="right", no_wrap=True)
    for heading in ("our\nvalue", "peer\nvalue", "peak\nMB"):
        table.add_column(heading, justify="right", no_wrap=True)
    for timing in timings:
        theirs = [f"{median(runs):.2f}" if runs else "-" for runs in timing.peer_seconds.values()]
        ratios = [f"{ratio:.1f}" if (ratio := timing.ratio(cores)) is not None else "-" for cores in CORES]
        table.add_row(
            timing.rules,
            *(f"{median(runs):.3f}" for runs in timing.seconds.values()),
            *theirs,
            *ratios,
            f"{timing.value:.6f}",
            "-" if timing.peer_value is None else f"{timing.peer_value:.6f}",
            f"{timing.peak_megabytes:.0f}",
        )
    return table


def _write(timings: list[Timings], rounds: int, load: float) -> None:
    results = {
        "peer": f"{peer.NAME} {peer.VERSION}",
        "python": platform.python_version(),
        "machine": platform.machine(),
        "load_at_start": load,
        "rounds": rounds,
        "rules": [asdict(timing) | {"ratio": {cores: timing.ratio(cores) for cores in CORES}} for timing in timings],
    }
    _RESULTS.parent.mkdir(exist_ok=True)
    _RESULTS.write_text(json.dumps(results, indent=2) + "\n")
