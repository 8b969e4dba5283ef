"""A Q-table in training: its gap to the exact values by epoch, and the exact mean score of its player."""

from dataclasses import dataclass

import numpy as np

from fivedice.arrays import Floats
from fivedice.charts import AnyChart, curve
from fivedice.evaluation.evaluate import Evaluation, evaluate
from fivedice.learning.qtable import BATCH, DECAY, EPOCHS, QTable, train_q
from fivedice.reports import Plot, Section, Table, duration, number, size
from fivedice.rules import Rules
from fivedice.solver import Solution, solve
from fivedice.strategies.policy import TablePolicy
from fivedice.strategies.trained_q import NO_STATE, QPlayer, state_numbers
from fivedice.studies.schedule import Schedule

MARKS = (1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500)
"""Epochs that tables show."""
SECONDS_PER_STATE = 1e-6
"""Time of an epoch on two cores, for the weight of the stage."""


@dataclass(frozen=True)
class Gap:
    """How far Q is from the exact values of the states between turns, over all that a game can reach.

    start : Q of the start of a game; mean, most : absolute gaps; bias : mean gap with its sign
    """

    epoch: int
    start: float
    mean: float
    most: float
    bias: float

    @classmethod
    def of(cls, table: QTable, exact: Floats) -> "Gap":
        """The gap after the epochs so far; `exact` are the values of the numbered states."""
        off = table.values[state_numbers(table.rules) != NO_STATE] - exact
        size = np.abs(off)
        return cls(table.epochs, table.value, float(size.mean()), float(size.max()), float(off.mean()))


@dataclass(frozen=True, eq=False)
class Training:
    """A table at the end of its training, its gaps after every epoch, and its player evaluated after some."""

    solution: Solution
    table_bytes: int
    seconds: float
    states: int
    gaps: list[Gap]
    scores: dict[int, float]
    policy: TablePolicy
    final: Evaluation

    @property
    def rules(self) -> Rules:
        """What was learned."""
        return self.solution.rules

    @property
    def shortfall(self) -> float:
        """Points a game that its player loses against the optimum at the end."""
        return self.solution.value - self.final.score.mean

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "variant": self.rules.name, "states": self.states, "optimum": self.solution.value,
            "seconds": self.seconds, "table_bytes": self.table_bytes, "solver_seconds": self.solution.seconds,
            "score": self.final.score.mean, "sd": self.final.score.sd, "shortfall": self.shortfall,
            "value_believed": self.gaps[-1].start, "scores_by_epoch": self.scores,
            "gaps": [vars(one) for one in self.gaps if one.epoch in MARKS],
        }  # fmt: skip


def observe(rules: Rules, stages: Schedule, *, epochs: int = EPOCHS, judged: tuple[int, ...] = ()) -> Training:
    """Train a Q-table as the study does; its player is evaluated exactly after the `judged` epochs and at the end."""
    with stages.stage(f"Solving {rules.name}", 2.0) as progress:
        solution = solve(rules, progress=progress)  # not cached: its time is compared with that of the sweeps
    numbers = state_numbers(rules)
    exact = solution.values[numbers != NO_STATE]
    gaps: list[Gap] = []
    scores: dict[int, float] = {}

    def look(table: QTable) -> None:
        gaps.append(Gap.of(table, exact))
        if table.epochs in judged:
            scores[table.epochs] = evaluate(player_of(table).policy(rules)).score.mean

    with stages.stage(f"Sweeping {rules.name}", weight_of(rules, epochs)) as progress:
        table = train_q(rules, epochs=epochs, batch=BATCH, decay=DECAY, progress=progress, on_epoch=look)
    if table.interrupted:
        raise KeyboardInterrupt
    policy, used, seconds = player_of(table).policy(rules), table.bytes, table.seconds
    del table  # gigabytes
    with stages.stage(f"Evaluating its player of {rules.name}", 10.0) as progress:
        final = evaluate(policy, progress=progress)
    scores[epochs] = final.score.mean
    return Training(solution, used, seconds, len(exact), gaps, scores, policy, final)


def player_of(table: QTable) -> QPlayer:
    """The player that maximises Q."""
    return QPlayer(f"q-{table.epochs}", table.trained())


def weight_of(rules: Rules, epochs: int) -> float:
    """About how many seconds the sweeps take."""
    return 1.0 + epochs * SECONDS_PER_STATE * int((state_numbers(rules) != NO_STATE).sum())


def share_arrived(steps: int, epochs: int, decay: float = DECAY) -> float:
    """Share of a value `steps` steps ahead that has reached the start after these epochs.

    An epoch blends an entry's old value (weight 1 − α) with that of the next step (weight α). So the share is the
    probability that at least `steps` of independent events with the probabilities 1, decay, decay², ... occur.

    >>> share_arrived(1, 1), round(share_arrived(2, 2, 0.5), 3), share_arrived(3, 2)
    (1.0, 0.5, 0.0)
    """
    held = np.zeros(steps + 1)
    held[0] = 1.0
    for epoch in range(epochs):
        moved = held[:-1] * decay**epoch
        held[:-1] -= moved
        held[1:] += moved
    return float(held[-1])


def section(trainings: list[Training]) -> Section:
    """Gaps, values and scores of each training by epoch."""
    parts: list[Table | Plot] = []
    for one in trainings:
        rows = [
            [gap.epoch, *(number(value, ".2f") for value in (gap.start, gap.mean, gap.bias, gap.most)),
             number(one.scores[gap.epoch], ".2f") if gap.epoch in one.scores else None]
            for gap in one.gaps if gap.epoch in MARKS
        ]  # fmt: skip
        stem = one.rules.name.replace(" ", "-")
        columns = ["Epoch", "Q of the start", "Mean gap", "Mean error", "Greatest gap", "Score of its player"]
        note = f"Gaps to the exact values of {one.states:,} states; the optimum is {one.solution.value:.4f}."
        parts.append(Table(f"gap-{stem}", f"{one.rules.name}: gap by epoch", columns, rows, note))
        parts.append(Plot(f"gap-{stem}", f"{one.rules.name}: gap by epoch", gap_chart(one)))
        parts.append(Plot(f"value-{stem}", f"{one.rules.name}: value and score", value_chart(one)))
    said = [
        f"{one.rules.name}: the player of the table scores {one.final.score.mean:.2f} after {EPOCHS} epochs, "
        f"{one.shortfall:.2f} below the optimum of {one.solution.value:.2f}; sweeps took {duration(one.seconds)} and "
        f"{size(one.table_bytes)}."
        for one in trainings
    ]
    return Section("The gap by epoch", said, parts)


def gap_chart(one: Training) -> AnyChart:
    """Mean and greatest gap after each epoch."""
    epochs = [gap.epoch for gap in one.gaps]
    return curve(
        {"greatest": (epochs, [gap.most for gap in one.gaps]), "mean": (epochs, [gap.mean for gap in one.gaps])},
        title=f"Gap between Q and the exact values: {one.rules.name}",
        subtitle=f"Over {one.states:,} states between turns",
        x_title="Epoch", y_title="Points", percent=False,
    )  # fmt: skip


def value_chart(one: Training) -> AnyChart:
    """The table's value of the start, the score of its player, and the optimum."""
    epochs, judged = [gap.epoch for gap in one.gaps], sorted(one.scores)
    lines = {
        "Q of the start": (epochs, [gap.start for gap in one.gaps]),
        "optimum": ([epochs[0], epochs[-1]], [one.solution.value] * 2),
    }
    if len(judged) > 1:
        lines["score of its player"] = (judged, [one.scores[epoch] for epoch in judged])
    return curve(
        lines, title=f"Value of the table, and score of its player: {one.rules.name}",
        x_title="Epoch", y_title="Points a game", percent=False,
    )  # fmt: skip
