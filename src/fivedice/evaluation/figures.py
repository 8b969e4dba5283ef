"""The figures of a player: exact where all turns can be listed, otherwise from the regrets of its games.

A network's own estimate of what it will score never enters.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import evaluate
from fivedice.progress import Progress
from fivedice.reports import Charted, Table
from fivedice.reports.table import number
from fivedice.rules import Rules
from fivedice.simulation.games import Games, play
from fivedice.simulation.mean_estimate import mean_by_regrets
from fivedice.simulation.streams import Counter
from fivedice.solver import cached_solution
from fivedice.strategies.policy import AskingPolicy, LayeredPolicy, policy_for
from fivedice.strategies.strategy import Strategy

GAMES, GAMES_FROM_FILES = 100_000, 10_000
STREAMS = 1_000_003
"""Keeps the seeds of games that measure apart from those of examples and training, so that no network is scored on the
dice that it learned from."""
QUANTILES = (0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 0.99)
UPPER_BONUS, YAHTZEE_BONUS = "upper_bonus", "yahtzee_bonus"
"""Rows of the points per box that are no boxes."""


@dataclass(frozen=True, eq=False, repr=False)
class Figures(Charted):
    """What a strategy scores under some rules.

    boxes         : mean points of each box, of the upper bonus and of the Yahtzee bonuses; they add up to the mean, or
                    to that of the `sample`
    p_upper_bonus : probability of the upper bonus
    yahtzees      : mean number of Yahtzees a game that scored points, in their box or as a bonus
    zeros         : probability that each box is filled with no points, where the figures are exact
    method        : "exact", or "regrets" with the 95 % interval from `low` to `high` of the mean of `sample` games; the
                    other figures are then counted in these games
    """

    strategy: str
    rules: Rules
    mean: float
    distribution: Distribution
    boxes: Mapping[str, float]
    p_upper_bonus: float
    yahtzees: float
    yahtzee_bonuses: float
    sd: float
    sample: Mapping[str, Any] = field(default_factory=dict)
    zeros: Mapping[str, float] = field(default_factory=dict)

    @property
    def method(self) -> str:
        """How the figures were found."""
        return "regrets" if self.sample else "exact"

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean; both ends are the mean where it is exact."""
        return self.sample.get("low", self.mean), self.sample.get("high", self.mean)

    @property
    def median(self) -> int:
        """The score that half of the games do not exceed."""
        return self.quantile(0.5)

    def quantile(self, share: float) -> int:
        """The least score that is not exceeded in at least this share of games."""
        return self.distribution.quantile(share)

    def headline(self) -> str:
        """Mean and spread."""
        return f"{self.strategy}, {self.rules.name}: mean {self.mean:.4f}, sd {self.sd:.2f} ({self.method})"

    def to_dict(self) -> dict[str, Any]:
        """Mean, spread, quantiles, bonuses and points per box."""
        return {
            "strategy": self.strategy,
            "variant": self.rules.name,
            "digest": self.rules.digest,
            "mean": self.mean,
            "sd": self.sd,
            "median": self.median,
            "min": self.distribution.least,
            "max": self.distribution.most,
            "quantiles": {str(share): self.quantile(share) for share in QUANTILES},
            "p_upper_bonus": self.p_upper_bonus,
            "yahtzees": self.yahtzees,
            "yahtzee_bonuses": self.yahtzee_bonuses,
            "categories": {one.name: self.boxes[one.name] for one in self.rules.categories},
            "boxes": dict(self.boxes),
            "method": self.method,
            **self.sample,
        }

    def parts(self) -> list[str | Table]:
        """A row of figures, and the points per box."""
        return figures_parts([self])

    def chart(self) -> Any:
        """The distribution of the final score."""
        return figures_chart([self])


def figures_parts(found: list[Figures]) -> list[str | Table]:
    """Figures of some strategies under the same rules, side by side."""
    columns = ["Strategy", "Mean", "SD", "Median", "5 %", "95 %", "Min", "Max", "Bonus", "Yahtzees"]
    rows: list[list[object]] = [
        [
            one.strategy,
            number(one.mean, ".4f"),
            number(one.sd, ".2f"),
            one.median,
            one.quantile(0.05),
            one.quantile(0.95),
            one.distribution.least,
            one.distribution.most,
            number(one.p_upper_bonus, ".1%"),
            number(one.yahtzees, ".3f"),
        ]
        for one in found
    ]
    note = "Yahtzees: mean number a game that scored points, in their box or as a bonus."
    games = [
        f"{one.strategy}: mean {one.mean:.3f}, from {one.interval[0]:.3f} to {one.interval[1]:.3f} (95 %), by the "
        f"regrets of its decisions in {one.sample['games']:,} games; the other figures are counted in these games."
        for one in found
        if one.sample
    ]
    return [Table("figures", "Final score", columns, rows, note), *games, _boxes_table(found)]


def _boxes_table(found: list[Figures]) -> Table:
    rules = found[0].rules
    titles = {one.name: one.title for one in rules.categories}
    titles |= {UPPER_BONUS: "Upper bonus", YAHTZEE_BONUS: "Yahtzee bonuses"}
    rows: list[list[object]] = [
        [titles[name], *(number(one.boxes[name], ".2f") for one in found)] for name in found[0].boxes
    ]
    rows.append(["Mean score", *(number(sum(one.boxes.values()), ".2f") for one in found)])
    columns = ["Points per box", *(one.strategy for one in found)]
    return Table("boxes", "Points per box", columns, rows, bold=(len(rows) - 1,))


def figures_chart(found: list[Figures]) -> Any:
    """The distributions of the final scores, one above the other."""
    from fivedice.charts.scores import distributions

    lines = {
        one.strategy: (one.distribution.numbers.astype(int).tolist(), one.distribution.probability.tolist())
        for one in found
    }
    return distributions(lines, title=f"Final score: {found[0].rules.name}")


def figures(
    player: Strategy,
    rules: Rules,
    *,
    exact: bool = False,
    games: int = GAMES,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Figures:
    """The figures of a player.

    A player that has to be asked turn by turn plays games, and its mean is that of `simulation.regrets` with its 95 %
    interval. With `exact`, it is asked about all turns first. So does the optimal player whose solution lies in files.
    """
    policy = policy_for(player, rules, reasons=False, progress=progress)
    if not exact and isinstance(policy, AskingPolicy):
        return _by_games(player, policy, games, seed, progress)
    if not exact and isinstance(policy, LayeredPolicy):
        return _from_files(player, policy, seed, progress)
    found = evaluate(policy, threads=threads, progress=progress)
    return Figures(
        player.name,
        rules,
        found.score.mean,
        found.score,
        boxes_with_bonuses(rules, found.categories, found.upper_bonus, found.yahtzee_bonuses),
        found.p_upper_bonus,
        found.yahtzees,
        found.yahtzee_bonuses,
        found.score.sd,
        zeros=found.zeros,
    )


def boxes_with_bonuses(
    rules: Rules, categories: Mapping[str, float], upper_bonus: float, yahtzee_bonuses: float
) -> dict[str, float]:
    """Mean points of each box, and of the bonuses that the rules pay."""
    found = dict(categories)
    if rules.upper_cap:
        found[UPPER_BONUS] = upper_bonus
    if rules.yahtzee_bonus:
        found[YAHTZEE_BONUS] = yahtzee_bonuses * rules.yahtzee_bonus
    return found


def _by_games(player: Strategy, policy: AskingPolicy, games: int, seed: int, progress: Progress | None) -> Figures:
    played, solution, seed = _Played(policy.rules), cached_solution(policy.rules), STREAMS + seed
    found = mean_by_regrets(policy, solution, games, seed, progress=progress, see=played.add)
    sample = {"low": found.low, "high": found.high, "seed": seed, "sd_of_regrets": found.sd}
    return played.figures(player.name, found.mean, sample)


def _from_files(player: Strategy, policy: LayeredPolicy, seed: int, progress: Progress | None) -> Figures:
    """The optimal player has no regrets: its mean is the value, however many games the other figures are counted in."""
    played, value = _Played(policy.rules), policy.solution.value
    for block in play(policy, Counter(STREAMS + seed), GAMES_FROM_FILES):
        played.add(block)
        if progress:
            progress(block.first + len(block.boxes), GAMES_FROM_FILES)
    sample = {"low": value, "high": value, "seed": STREAMS + seed, "sd_of_regrets": 0.0}
    return played.figures(player.name, value, sample)


class _Played:
    """What is counted in games as they come."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scores: list[np.ndarray[Any, np.dtype[np.int64]]] = []
        self.points = np.zeros(rules.turns)
        self.upper_bonuses = self.upper_points = self.bonuses = self.yahtzees = 0

    def add(self, block: Games) -> None:
        """Count some games."""
        self.scores.append(block.scores)
        self.points += block.card.sum(axis=0, dtype=np.int64)
        self.upper_bonuses += int((block.upper_bonuses > 0).sum())
        self.upper_points += int(block.upper_bonuses.sum())
        if self.rules.yahtzee_bonus:
            self.bonuses += int((block.bonuses > 0).sum())
        if self.rules.yahtzee is not None:
            self.yahtzees += int((block.card[:, self.rules.yahtzee] > 0).sum())

    def figures(self, strategy: str, mean: float, sample: Mapping[str, Any]) -> Figures:
        """Figures of the games so far, around a mean that was found by other means."""
        rules, scores = self.rules, np.concatenate(self.scores)
        games, bonuses = len(scores), self.bonuses / len(scores)
        categories = dict(zip(rules.index, (self.points / games).tolist(), strict=True))
        return Figures(
            strategy,
            rules,
            mean,
            Distribution.of(np.bincount(scores) / games),
            boxes_with_bonuses(rules, categories, self.upper_points / games, bonuses),
            self.upper_bonuses / games,
            (self.yahtzees + self.bonuses) / games,
            bonuses,
            float(scores.std(ddof=1)),
            {"games": games, **sample},
        )
