"""`fd.simulate`: games of a strategy by the million, on dice that a seed reproduces."""

import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from fivedice.api.read import RulesLike, StrategyLike, read_games, read_players
from fivedice.api.solve import solution_in_memory
from fivedice.arrays import Ints
from fivedice.errors import NotationError
from fivedice.progress import Shown, progress_bar
from fivedice.reports import Charted, Table, number
from fivedice.rules import Rules
from fivedice.simulation.games import play
from fivedice.simulation.score_file import ScoreFile
from fivedice.simulation.streams import StreamLike, read_stream
from fivedice.simulation.summary import Summary
from fivedice.statistics.intervals import Interval, t_interval_of
from fivedice.statistics.ranges import ranges_of
from fivedice.strategies.policy import policy_for

BLOCK_WITH_LOG = 10_000
"""Games per step when every throw is kept for the log."""


@dataclass(frozen=True, repr=False, eq=False)
class Simulation(Charted):
    """Scores of simulated games.

    standard_error : of the mean; `sd` is the sample's (n − 1)
    counts         : how many games ended with each score
    seconds        : of play, without the time to tabulate the strategy
    kept           : int32[games], with keep_scores
    """

    strategy: str
    rules: Rules
    seed: int
    games: int
    mean: float
    standard_error: float
    sd: float
    median: float
    min: int
    max: int
    seconds: float
    counts: Mapping[int, int]
    kept: Ints | None = None

    @property
    def scores(self) -> Ints:
        """int32[games], the final score of each game."""
        if self.kept is None:
            raise NotationError("the scores of single games were not kept; simulate with keep_scores=True.")
        return self.kept

    @property
    def interval(self) -> Interval:
        """95 % interval of the mean: `.low`, `.high`; unbounded for a single game."""
        if self.games < 2:
            return Interval(self.mean, float("inf"), 0.95, self.games)
        return t_interval_of(self.mean, self.sd, self.games)

    def headline(self) -> str:
        """Mean, interval and spread."""
        return (
            f"{self.strategy}, {self.games:,} games of {self.rules.name}: mean {self.mean:.3f} "
            f"± {self.interval.half_width:.3f} (95 %), sd {self.sd:.2f}, median {self.median:g}, "
            f"from {self.min} to {self.max}"
        )

    def parts(self) -> list[str | Table]:
        """A sentence."""
        return [f"{self.headline()}; {self.seconds:.2f} s."]

    @property
    def tables(self) -> list[Table]:
        """How many games ended with each score."""
        rows: list[list[object]] = [
            [score, count, number(count / self.games, ".4%")] for score, count in sorted(self.counts.items())
        ]
        return [Table("scores", "Final scores", ["Score", "Games", "Share"], rows)]

    def to_dict(self) -> dict[str, Any]:
        """Mean, spread and extremes."""
        figures = ("seed", "games", "mean", "standard_error", "sd", "median", "min", "max", "seconds")
        head = {"strategy": self.strategy, "variant": self.rules.name}
        return head | {name: getattr(self, name) for name in figures}

    def chart(self) -> Any:
        """A histogram in ranges of ten points."""
        from fivedice.charts import histogram

        ranges = [(one.low, one.high, one.share) for one in ranges_of(self.counts)]
        title = f"Final score of {self.strategy}: {self.rules.name}"
        return histogram({self.strategy: ranges}, title=title, games=self.games)


def simulate(
    strategy: StrategyLike,
    rules: RulesLike = None,
    *,
    games: int = 100_000,
    seed: int = 1,
    dice: StreamLike = "default",
    csv: "str | PathLike[str] | None" = None,
    log: "str | PathLike[str] | None" = None,
    keep_scores: bool = True,
    progress: Shown = None,
) -> Simulation:
    """Simulate games of a strategy.

    dice        : "default", "study-002", or a file of dice; equal seeds give all strategies equal dice
    csv         : file for game and score
    log         : folder for every throw and decision as Parquet; "FOLDER.csv" or "FOLDER.xlsx" chooses another type
    keep_scores : whether `.scores` is kept; without it, memory does not grow with the number of games
    """
    [player], game = read_players([strategy], rules)
    read_games(games, kept=4 if keep_scores else 0)
    stream, destination = read_stream(dice, seed), Path(log) if log is not None else None
    if destination:
        from fivedice.simulation.logs import check_rows

        check_rows(destination, game, games)
    with progress_bar(f"Asking {player.name}", progress) as shown:
        policy = policy_for(player, game, progress=shown)
    summary, kept = Summary(), np.empty(games, np.int32) if keep_scores else None
    with ExitStack() as stack:
        table = stack.enter_context(ScoreFile(Path(csv))) if csv is not None else None
        journal = None
        if destination:  # with the exact expectation after each decision
            from fivedice.simulation.logs import GameLog

            journal = stack.enter_context(GameLog(destination, game, policy, solution_in_memory(game, progress)))
        shown = stack.enter_context(progress_bar(f"Simulating {player.name}", progress))
        began = time.perf_counter()
        for block in play(policy, stream, games, record=bool(journal), block=BLOCK_WITH_LOG if journal else None):
            scores = block.scores
            summary.add(scores)
            if kept is not None:
                kept[block.first : block.first + len(scores)] = scores
            if table:
                table.add(block.first, scores.tolist())
            if journal:
                journal.add(block)
            shown(block.first + len(scores), games)
        seconds = time.perf_counter() - began
    return Simulation(player.name, game, seed, **summary.figures(), seconds=seconds, counts=summary.counts, kept=kept)
