"""The fixed positions of the benchmark: a proficiency test of 1,000 decisions that matter, in 13 variants.

`data/positions-N.csv` has them: group, variant, and the turn in the notation of states. N is the version of the
benchmark; a file never changes once it is released, so that figures can be compared for years. `rating.choose` is the
procedure that chose them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from fivedice.comparison.decisions import NOTHING
from fivedice.comparison.published import rows_of
from fivedice.progress import Progress
from fivedice.rating.games import MISTAKES, Mistake
from fivedice.rules import Decision, Rules, Turn, variant
from fivedice.rules.notation import parse_turn
from fivedice.solver import Solution, TurnValues

VERSION = 2
GROUPS = {
    "joker": "Joker turns",
    "bonus": "Chases of the upper bonus",
    "opening": "First turns",
    "middle": "Middle of the game",
    "endgame": "Endgames, up to three open boxes",
}

Decide = Callable[[Rules, Turn], Decision]


@dataclass(frozen=True)
class Question:
    """A position of the test."""

    group: str
    rules: Rules
    turn: Turn


@dataclass(frozen=True)
class Answered:
    """The decisions in some positions: how many were the best, and the mean regret."""

    group: str
    count: int
    best: int
    regret: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"group": self.group, "positions": self.count, "best": self.best, "regret": self.regret}


@dataclass(frozen=True)
class Answers:
    """The answers to all positions that a player can play; `refused` has the variants that it cannot, and why."""

    groups: tuple[Answered, ...]
    worst: tuple[Mistake, ...]
    refused: dict[str, str]

    @property
    def total(self) -> Answered:
        """All groups together."""
        count = sum(one.count for one in self.groups)
        lost = sum(one.regret * one.count for one in self.groups)
        return Answered("all", count, sum(one.best for one in self.groups), lost / count if count else 0.0)


@cache
def questions(version: int = VERSION) -> tuple[Question, ...]:
    """The positions of a version."""
    rows = rows_of("rating", "data", f"positions-{version}.csv")
    return tuple(
        Question(row["group"], rules, parse_turn(rules, row["turn"]))
        for row in rows
        for rules in [variant(row["variant"])]
    )


def answer(
    decide: Decide,
    solution_of: Callable[[Rules], Solution],
    refused: dict[str, str],
    *,
    progress: Progress | None = None,
) -> Answers:
    """Ask a player about every position, except those of variants that it refuses."""
    asked = [one for one in questions() if one.rules.name not in refused]
    regrets: dict[str, list[float]] = {name: [] for name in GROUPS}
    mistakes = []
    for done, one in enumerate(asked, 1):
        turn, values = one.turn, TurnValues.of(solution_of(one.rules), one.turn.state)
        decision = decide(one.rules, turn)
        best = values.roll(turn.roll, turn.rerolls, served=turn.served)
        lost = best - values.decision(decision, turn.roll, turn.rerolls, served=turn.served)
        regrets[one.group].append(lost if lost > NOTHING else 0.0)
        if lost > NOTHING:
            better = values.best(turn.roll, turn.rerolls, served=turn.served)
            mistakes.append(Mistake(one.rules, turn, decision, better, lost))
        if progress:
            progress(done, len(asked))
    groups = tuple(
        Answered(name, len(lost), sum(not one for one in lost), sum(lost) / len(lost))
        for name, lost in regrets.items()
        if lost
    )
    return Answers(groups, tuple(sorted(mistakes, key=lambda one: -one.regret)[:MISTAKES]), refused)
