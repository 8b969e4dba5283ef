"""A strategy measured for a study: its score exactly, and a sample of its games."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import special

from fivedice.charts import AnyChart, intervals
from fivedice.comparison import published
from fivedice.comparison.match import PER_GAMES
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import Evaluation, evaluate
from fivedice.rules import Rules
from fivedice.simulation import streams
from fivedice.simulation.games import play, warm_up
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

    `score`, bonus and Yahtzees are exact. `sample` has mean, median and extremes of the games, `yahtzee_counts` the
    number of Yahtzees in each of them.
    """

    name: str
    rules: Rules
    policy: Policy
    score: Distribution
    p_upper_bonus: float
    yahtzees: float
    yahtzee_counts: Distribution
    games: int
    sample: dict[str, float]
    seconds: float
    fillings: Fillings

    def mean_test(self, mean: float, games: int) -> Significance:
        """Whether a sample mean over this many games could come from this strategy."""
        return mean_test(mean, games, self.score.mean, self.score.sd)

    def mean_p(self, mean: float, games: int, rounding: float = 0.0) -> float:
        """Probability of a sample mean at least as far from the mean here, less a `rounding` error."""
        gap = max(abs(mean - self.score.mean) - rounding, 0.0)
        return self.mean_test(self.score.mean + gap, games).p

    def median_range(self, games: int) -> tuple[int, int]:
        """Where 95 of 100 sample medians lie: the quantiles 1/2 ± 1.96 · √(1/4n)."""
        reach = NORMAL_95 * 0.5 / games**0.5
        return self.score.quantile(0.5 - reach), self.score.quantile(0.5 + reach)

    def extreme(self, games: int, greatest: bool) -> int:
        """The median of the greatest (least) score of this many games: F(m)ⁿ = 1/2, (1 − F(m))ⁿ = 1/2."""
        share = 0.5 ** (1 / games)
        return self.score.quantile(share if greatest else 1 - share)

    def extreme_p(self, value: int, games: int, *, greatest: bool) -> float:
        """Two-sided probability of a greatest (least) score as far out as `value` in this many games.

        P(max ≤ m) = F(m)ⁿ and P(max ≥ m) = 1 − F(m − 1)ⁿ; P(min ≥ m) = (1 − F(m − 1))ⁿ and P(min ≤ m) =
        1 − (1 − F(m))ⁿ, all from the distribution of the score. Twice the smaller of the two, at most 1.
        """
        at_least, above = self.score.at_least(value), self.score.at_least(value + 1)
        if greatest:
            inside, outside = (1 - above) ** games, 1 - (1 - at_least) ** games
        else:
            inside, outside = at_least**games, 1 - above**games
        return min(1.0, 2 * min(inside, outside))

    def margin(self, games: int) -> float:
        """Half-width of the interval around the mean with 95 of 100 sample means of this many games."""
        return float(NORMAL_95 * self.score.sd / games**0.5)

    def ranges(self, least: float) -> list[tuple[int, int, float]]:
        """Ranges of ten points, low, high and share, for a histogram; those with smaller shares are left out."""
        shares = dict(zip(self.score.numbers.astype(int).tolist(), self.score.probability, strict=True))
        return [(one.low, one.high, one.share) for one in ranges_of(shares) if one.share > least]

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "method": "exact",
            "mean": self.score.mean,
            "sd": self.score.sd,
            "median": self.score.median,
            "p_upper_bonus": self.p_upper_bonus,
            "yahtzees": self.yahtzees,
            "yahtzees_sd": self.yahtzee_counts.sd,
            "simulated": dict(self.sample),
            "seconds_per_100000_games": self.seconds,
        }


def tabulated(name: str, rules: Rules, stages: Schedule) -> Policy:
    """A strategy as arrays, ready to play: a stage of weight 1."""
    with stages.stage(f"Asking {name}"):
        policy = policy_for(strategy_named(name), rules)
        warm_up(policy, streams.Counter(SEED))
    return policy


def evaluated(name: str, policy: Policy, stages: Schedule) -> Evaluation:
    """A strategy evaluated exactly: a stage of weight 3."""
    with stages.stage(f"Evaluating {name}", 3.0) as progress:
        return evaluate(policy, progress=progress)


def measure(name: str, rules: Rules, stages: Schedule, *, games: int) -> Measured:
    """Tabulate a strategy, play games (a stage of weight 1), and evaluate it exactly; the rules have a Yahtzee box."""
    policy = tabulated(name, rules, stages)
    summary, fillings, yahtzees = Summary(), Fillings(rules), np.zeros(rules.turns + 1)
    began, spent = time.perf_counter(), 0.0
    with stages.stage(f"Playing {name}") as progress:
        block = None if games > PER_GAMES else BLOCK
        for some in play(policy, streams.Counter(SEED), games, block=block):
            spent += time.perf_counter() - began
            summary.add(some.scores)
            fillings.add(some)
            earned = (some.bonuses > 0) | ((some.boxes == rules.yahtzee) & (some.points > 0))
            yahtzees += np.bincount(earned.sum(axis=1), minlength=len(yahtzees))
            progress(some.first + len(some.boxes), games)
            began = time.perf_counter()
    found = evaluated(name, policy, stages)
    return Measured(
        name, rules, policy, found.score, found.p_upper_bonus, found.yahtzees, Distribution.of(yahtzees / games), games,
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


def sd_error(numbers: Distribution, games: int) -> float:
    """Standard error of the standard deviation of a sample of n: √((μ₄ − σ⁴) / 4σ²n)."""
    fourth, variance = float(numbers.probability @ (numbers.numbers - numbers.mean) ** 4), numbers.sd**2
    return float(((fourth - variance**2) / (4 * variance * games)) ** 0.5)


def sd_p(sd: float, numbers: Distribution, games: int, rounding: float = 0.0) -> float:
    """Two-sided probability of a sample standard deviation as far from ours, in the normal approximation.

    `rounding` is the greatest error of rounding in `sd`.
    """
    gap = max(abs(sd - numbers.sd) - rounding, 0.0)
    return float(special.erfc(gap / sd_error(numbers, games) / 2**0.5)) if gap else 1.0
