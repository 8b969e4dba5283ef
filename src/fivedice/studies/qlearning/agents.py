"""The agents of study 003 side by side on one small game: memoised search, Q-table, and the solver here.

The authors' first agent is a "Memorized Simple Search"; here that is the slow reference of the solver, memoised
recursion in plain Python. For a whole game it would take days, so it is measured where it ends.
"""

import time
import tracemalloc
from dataclasses import dataclass, replace

from fivedice.comparison import published
from fivedice.evaluation.evaluate import evaluate
from fivedice.learning.qtable import QTable, train_q
from fivedice.reports import Section, Table, number
from fivedice.rules import Rules, State, variant
from fivedice.solver.exact import memory_needed, solve
from fivedice.solver.reachable import count_states
from fivedice.solver.reference import Reference
from fivedice.studies.qlearning.training import Training, memory_cell, player_of, time_cell
from fivedice.studies.schedule import Schedule

PRINTED = published.figures("qlearning")
HOUR = 3600.0
BOXES = ("fives", "sixes", "three_of_a_kind", "chance")
QUICK_BOXES = BOXES[1:]
DICE = 3


@dataclass(frozen=True)
class Agent:
    """What an agent needed for a game, what it believes the game to be worth, and what its player scores."""

    name: str
    rules: Rules
    states: int
    seconds: float
    bytes: int
    value: float
    score: float

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "agent": self.name, "game": self.rules.name, "states": self.states, "seconds": self.seconds,
            "bytes": self.bytes, "value": self.value, "score": self.score,
        }  # fmt: skip


def small_game(boxes: tuple[str, ...]) -> Rules:
    """Three dice and a few boxes of the game that the study describes."""
    game = variant("yahtzee-no-bonus")
    changes: dict[str, int | str] = {one.name: "off" for one in game.categories if one.name not in boxes}
    threshold = 2 * sum(face for face, box in game.face_boxes.items() if game.categories[box].name in boxes)
    small = game.change({**changes, "dice": DICE, "upper_threshold": threshold})
    return replace(small, name=f"{len(boxes)} boxes, {DICE} dice")


def compare(stages: Schedule, *, quick: bool) -> list[Agent]:
    """All three on one game."""
    rules = small_game(QUICK_BOXES if quick else BOXES)
    with stages.stage("Searching a small game", 2.0 if quick else 10.0):
        found = [searched(rules)]
    with stages.stage("Comparing it", 3.0):
        table = train_q(rules)
        found += [learned(table), solved(rules)]
    return found


def searched(rules: Rules) -> Agent:
    """Memoised search, once for its time and once for its memory, which is slow to watch."""
    began = time.perf_counter()
    value = Reference(rules).state_value(State())
    seconds = time.perf_counter() - began
    tracemalloc.start()
    Reference(rules).state_value(State())
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return Agent("memoised search", rules, _states(rules), seconds, most, value, value)


def learned(table: QTable) -> Agent:
    """A trained Q-table and its player."""
    score = evaluate(player_of(table).policy(table.rules)).score.mean
    return Agent("Q-table", table.rules, _states(table.rules), table.seconds, table.bytes, table.value, score)


def solved(rules: Rules) -> Agent:
    """Backward induction."""
    solution = solve(rules)
    value = solution.value
    return Agent("solver", rules, _states(rules), solution.seconds, memory_needed(rules), value, value)


def _states(rules: Rules) -> int:
    return sum(count_states(rules)[:-1])


def section(agents: list[Agent], trainings: list[Training]) -> Section:
    """Time, memory and score of each agent."""
    rows: list[list[object]] = [
        [one.name, one.rules.name, one.states, time_cell(one.seconds), memory_cell(one.bytes), number(one.value, ".2f"),
         number(one.score, ".2f")]
        for one in agents
    ]  # fmt: skip
    for one in trainings:
        rows.append(
            ["Q-table", one.rules.name, one.states, time_cell(one.seconds), memory_cell(one.table_bytes),
             number(one.gaps[-1].start, ".2f"), number(one.final.score.mean, ".2f")]
        )  # fmt: skip
        solution = one.solution
        rows.append(
            ["solver", one.rules.name, one.states, time_cell(solution.seconds), memory_cell(solution.values.nbytes),
             number(solution.value, ".2f"), number(solution.value, ".2f")]
        )  # fmt: skip
    search = agents[0]
    days = search.seconds / search.states * trainings[0].states / (24 * HOUR)
    return Section(
        "Search, Q-table, solver",
        [
            "The authors call their memoised search fast and precise, hard to run in parallel, and "
            f"{PRINTED['gigabytes']} GB large; the Q-table very slow, {PRINTED['hours']} hours, and as large. Here the "
            f"search is plain Python, and measured on the small game of the first rows only: {search.states} states. "
            f"At its pace, {trainings[0].states:,} states would take {days:.1f} days even if they were as small. The "
            "solver is the same recursion without the waste: it walks keeps one die at a time, and needs no table "
            "inside a turn. Where every probability is known, sampling gains nothing.",
        ],
        [
            Table(
                "agents", "Search, Q-table, solver",
                ["Agent", "Game", "States", "Time", "Memory", "Believes", "Scores"], rows,
                "Time of search and solver without compiling; memory of the search as Python counts it, of the others "
                "that of their arrays. What the Q-table believes is too high.",
            )
        ],
    )  # fmt: skip
