"""The agents of study 003 side by side: memoised search, Q-table, and the solver here; time, memory, value."""

from dataclasses import dataclass

import numpy as np

from fivedice.learning.qtable import train_q
from fivedice.reports import Section, Table, duration, duration_cell, number, size, size_cell
from fivedice.rules import Rules
from fivedice.studies.claims import Claims
from fivedice.studies.qlearning.search import Searched
from fivedice.studies.qlearning.training import Training

GIGABYTE, HOUR = 1e9, 3600.0
EXACT = 1e-9
"""Relative difference up to which the search counts as precise."""
FEW = 3
"""Epochs after which tables are compared."""
NAMES = ("search-*", "q-*")


@dataclass(frozen=True)
class Compared:
    """A game that was searched, learned and solved."""

    training: Training
    searched: Searched

    @property
    def rows(self) -> list[list[object]]:
        """A row for each agent: game, states, time, memory, its value of the start, its mean score."""
        one, search, solution = self.training, self.searched, self.training.solution
        return [
            [name, one.rules.name, one.states, duration_cell(seconds), size_cell(memory), number(value, ".2f"),
             number(score, ".2f")]
            for name, seconds, memory, value, score in (
                ("memoised search", search.seconds, search.bytes, search.value, search.value),
                ("Q-table", one.seconds, one.table_bytes, one.gaps[-1].start, one.final.score.mean),
                ("solver", solution.seconds, solution.values.nbytes, solution.value, solution.value),
            )
        ]  # fmt: skip

    def numbers(self) -> dict[str, object]:
        """The search as plain values; the training has the others."""
        return {"game": self.training.rules.name, "search": vars(self.searched)}


def sweeps_alike(rules: Rules) -> bool:
    """Whether sweeps in one thread and in two give the same table: then no entry depends on another."""
    one, two = (train_q(rules, epochs=FEW, threads=threads).table for threads in (1, 2))
    return bool(np.array_equal(one, two))


def judge(claims: Claims, whole: Compared | None, alike: bool) -> None:
    """Precision, time and memory; `whole` is the whole game, which a quick run leaves out, `alike` see sweeps_alike."""
    claims.not_described(
        "search-parallel",
        "what was tried is not said; states with equally many filled boxes do not depend on each other",
    )
    claims.judge("q-parallel", "the same table with one thread and with two" if alike else "the tables differ", alike)
    if whole is None:
        claims.not_run("search-precision", "search-speed", "search-gigabytes", "q-hours", "q-gigabytes")
        return
    one, search, optimum = whole.training, whole.searched, whole.training.solution.value
    off = abs(search.value / optimum - 1)
    claims.judge("search-precision", search.value, off <= EXACT, f"the solver's {optimum:.4f} up to {off:.0e} of it")
    why = f"{duration(search.seconds)} against {duration(one.seconds)} of the Q-table"
    claims.judge("search-speed", duration(search.seconds), search.seconds < one.seconds, why)
    claims.digit("search-gigabytes", search.bytes / GIGABYTE,
                 unless_met=f"{search.situations:,} situations of eight bytes")  # fmt: skip
    claims.digit("q-hours", one.seconds / HOUR, unless_met="compiled, and neighbouring upper totals share their dice")
    claims.digit("q-gigabytes", one.table_bytes / GIGABYTE, unless_met=f"{one.states:,} states, four bytes an entry")


def section(claims: Claims, compared: list[Compared]) -> Section:
    """Time, memory and score of each agent."""
    last = compared[-1]
    one, search = last.training, last.searched
    times = one.seconds / search.seconds, search.seconds / one.solution.seconds
    return Section(
        "Search, Q-table, solver",
        [
            "The authors call their memoised search fast and precise, hard to run in parallel, and "
            f"{claims.text('search-gigabytes')} GB large; the Q-table very slow, {claims.text('q-hours')} hours, and "
            "as large. The search here is their recursion, top down with a table of all situations of card, dice and "
            f"throws, compiled and on one core. For {one.rules.name} it computes {search.situations:,} situations in "
            f"{duration(search.seconds)} and {size(search.bytes)}; the sweeps of the Q-table take {times[0]:,.0f} "
            f"times as long. The solver is the same recursion with less work, {times[1]:,.0f} times as fast: it "
            "walks keeps one die at a time, handles neighbouring upper totals together, and needs no table inside a "
            "turn. Where every probability is known, sampling gains nothing.",
        ],
        [
            Table(
                "agents", "Search, Q-table, solver",
                ["Agent", "Game", "States", "Time", "Memory", "Value", "Scores"],
                [row for one in compared for row in one.rows],
                "Times without compiling; memory is that of the tables of values. The value of the Q-table is an "
                "estimate; its player is evaluated exactly.",
            ),
            claims.table("agents-verdicts", "Search and Q-table: verdicts", NAMES),
        ],
    )  # fmt: skip
