"""The agents of study 003 side by side on one small game: memoised search, Q-table, and the solver here.

The authors' first agent is a "Memorized Simple Search"; here that is the slow reference of the solver, memoised
recursion in plain Python. For a whole game it would take days, so it is measured where it ends.
"""

import time
import tracemalloc
from dataclasses import dataclass, replace

from fivedice.evaluation.evaluate import evaluate
from fivedice.learning.qtable import QTable, train_q
from fivedice.rules import Rules, State, variant
from fivedice.solver.exact import count_states, memory_needed, solve
from fivedice.solver.reference import Reference
from fivedice.studies.qlearning.training import player_of
from fivedice.studies.schedule import Schedule

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
