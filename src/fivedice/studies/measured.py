"""A strategy measured for a study: its score exactly, or from simulated games where there is little time."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.charts import AnyChart, intervals
from fivedice.comparison import published
from fivedice.comparison.match import PER_GAMES
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import Evaluation, evaluate
from fivedice.rules import Rules, variant
from fivedice.simulation.games import play, warm_up
from fivedice.simulation.streams import Counter
from fivedice.simulation.summary import Summary
from fivedice.statistics.intervals import NORMAL_95
from fivedice.statistics.ranges import ranges_of
from fivedice.statistics.significance import Significance, mean_test
from fivedice.strategies.policy import Policy, policy_for
from fivedice.strategies.registry import strategy_named
from fivedice.studies.given_up import BLOCK, Fillings
from fivedice.studies.schedule import Schedule

SEED = 1


@dataclass(frozen=True, eq=False)
class Measured:
    """What a strategy scores, and a sample of its games.

    `score` is exact, or the sample's own shares where `exact` is false; so are the bonus and the Yahtzees. `sample` has
    mean, median and extremes of the games, `yahtzees_sd` is theirs in any case.
    """

    name: str
    rules: Rules
    policy: Policy
    exact: bool
    score: Distribution
    p_upper_bonus: float
    yahtzees: float
    yahtzees_sd: float
    games: int
    sample: dict[str, float]
    seconds: float
    fillings: Fillings

    @property
    def how(self) -> str:
        """Where the figures come from."""
        return "exact" if self.exact else f"from {self.games:,} simulated games"

    @property
    def standard_error(self) -> float:
        """Of the mean score: 0 where it is exact."""
        return 0.0 if self.exact else self.score.sd / self.games**0.5

    @property
    def sd_error(self) -> float:
        """Standard error of the standard deviation, √((μ₄ − σ⁴) / 4σ²n): 0 where it is exact."""
        if self.exact:
            return 0.0
        fourth = float(self.score.probability @ (self.score.numbers - self.score.mean) ** 4)
        variance = self.score.sd**2
        return float(((fourth - variance**2) / (4 * variance * self.games)) ** 0.5)

    def mean_test(self, mean: float, games: int) -> Significance:
        """Whether a sample mean over so many games could come from this strategy."""
        return mean_test(mean, games, self.score.mean, float(np.hypot(self.score.sd, self.standard_error * games**0.5)))

    def margin(self, games: int) -> float:
        """How far from the mean here 95 of 100 sample means over so many games lie."""
        return NORMAL_95 * float(np.hypot(self.score.sd / games**0.5, self.standard_error))

    def ranges(self, least: float) -> list[tuple[int, int, float]]:
        """Ranges of ten points, low, high and share, for a histogram; those with smaller shares are left out."""
        shares = dict(zip(self.score.numbers.astype(int).tolist(), self.score.probability, strict=True))
        return [(one.low, one.high, one.share) for one in ranges_of(shares) if one.share > least]

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "method": "exact" if self.exact else f"{self.games} simulated games",
            "mean": self.score.mean,
            "sd": self.score.sd,
            "median": self.score.median,
            "p_upper_bonus": self.p_upper_bonus,
            "yahtzees": self.yahtzees,
            "yahtzees_sd": self.yahtzees_sd,
            "simulated": dict(self.sample),
            "seconds_per_100000_games": self.seconds,
        }


def tabulated(name: str, rules: Rules, stages: Schedule) -> Policy:
    """A strategy as arrays, ready to play: a stage of weight 1."""
    with stages.stage(f"Asking {name}"):
        policy = policy_for(strategy_named(name), rules)
        warm_up(policy, Counter(SEED))
    return policy


def evaluated(name: str, policy: Policy, stages: Schedule) -> Evaluation:
    """A strategy evaluated exactly: a stage of weight 3."""
    with stages.stage(f"Evaluating {name}", 3.0) as progress:
        return evaluate(policy, progress=progress)


def measure(name: str, rules: Rules | str, stages: Schedule, *, games: int, exact: bool) -> Measured:
    """Tabulate a strategy, play games (a stage of weight 1), and evaluate it exactly if `exact`."""
    game = variant(rules) if isinstance(rules, str) else rules
    policy = tabulated(name, game, stages)
    summary, fillings = Summary(), Fillings(game)
    yahtzees: list[NDArray[np.int64]] = []
    bonuses = 0
    began, spent = time.perf_counter(), 0.0
    with stages.stage(f"Playing {name}") as progress:
        block = None if games > PER_GAMES else BLOCK
        for some in play(policy, Counter(SEED), games, block=block):
            spent += time.perf_counter() - began
            summary.add(some.scores)
            fillings.add(some)
            earned = some.bonuses > 0
            if game.yahtzee is not None:
                earned = earned | ((some.boxes == game.yahtzee) & (some.points > 0))
            yahtzees.append(earned.sum(axis=1))
            bonuses += int((some.upper_bonuses > 0).sum())
            progress(some.first + len(some.boxes), games)
            began = time.perf_counter()
    every = np.concatenate(yahtzees)
    score, p_bonus, mean_yahtzees = _sampled(summary, games), bonuses / games, float(every.mean())
    if exact:
        found = evaluated(name, policy, stages)
        score, p_bonus = found.score, found.p_upper_bonus
        mean_yahtzees = found.yahtzees if game.yahtzee is not None else mean_yahtzees
    return Measured(
        name, game, policy, exact, score, p_bonus, mean_yahtzees, float(every.std(ddof=1)), games,
        summary.figures(), spent * PER_GAMES / games, fillings,
    )  # fmt: skip


def spread_chart(players: Mapping[str, Measured], title: str) -> AnyChart:
    """Mean and middle 90 % of the games of each player, beside the published means."""
    return intervals(
        [(name, one.score.quantile(0.05), one.score.mean, one.score.quantile(0.95)) for name, one in players.items()],
        title=title,
        subtitle="Mean, and the middle 90 % of games; published means as marks",
        published={name: published.mean_of(name, one.rules.name) for name, one in players.items()},
        x_title="Final score",
        digits=1,
    )


def _sampled(summary: Summary, games: int) -> Distribution:
    least, most = min(summary.counts), max(summary.counts)
    counts = np.array([summary.counts[score] for score in range(least, most + 1)], np.float64)
    return Distribution.of(counts / games, least)
