"""Study 002, output analysis: scores of its games, intervals, and what the strategies are worth."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.charts import distributions, intervals
from fivedice.comparison import published
from fivedice.evaluation.distribution import Distribution
from fivedice.reports import Claim, Plot, Section, Table, claim_table, number
from fivedice.statistics.intervals import Interval, batch_interval, batch_means, paired_interval, t_quantile
from fivedice.statistics.significance import Significance, anderson_darling
from fivedice.studies.simulation.printed import BATCHES, GAMES, PRINTED, STRATEGIES, title


@dataclass(frozen=True, eq=False)
class Output:
    """A strategy's games, and its exact (or, in a quick run, more widely simulated) mean.

    `half_width` is by the study's own rounded t; with all digits of t, as in `interval`, it is 0.004 % less.
    """

    name: str
    scores: NDArray[np.int64]
    interval: Interval
    half_width: float
    batch_sd: float
    normality: Significance
    batch_normality: Significance
    expected: Distribution
    exact: bool
    expected_error: float

    @property
    def mean(self) -> float:
        """Of the scores."""
        return float(self.scores.mean())

    @property
    def sd(self) -> float:
        """Of the scores."""
        return float(self.scores.std(ddof=1))

    @classmethod
    def of(cls, name: str, scores: NDArray[np.int64], expected: Distribution, exact: bool, error: float) -> "Output":
        """Batch means of a strategy's scores, their interval and their normality."""
        means = batch_means(scores, BATCHES)
        sd = float(means.std(ddof=1))
        return cls(
            name, scores, batch_interval(scores, BATCHES), PRINTED["t"] * sd / BATCHES**0.5, sd,
            anderson_darling(scores), anderson_darling(means), expected, exact, error,
        )  # fmt: skip

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "mean": self.mean, "total": int(self.scores.sum()), "half_width": self.half_width,
            "published_margin": float(STRATEGIES[self.name]["margin"]), "batch_sd": self.batch_sd,
            "sd": self.sd, "anderson_darling": self.normality.statistic, "p_normal": self.normality.p,
            "batch_anderson_darling": self.batch_normality.statistic, "p_normal_batches": self.batch_normality.p,
            "expected_mean": self.expected.mean, "expected_sd": self.expected.sd,
            "expected_method": "exact" if self.exact else "simulated",
        }  # fmt: skip


def claims(outputs: Mapping[str, Output]) -> list[Claim]:
    """Means, margins and normality."""
    found = []
    for name, one in outputs.items():
        printed = published.of_strategy(name, "yahtzee")["mean"]
        half = published.half_unit(printed)
        found.append(Claim.within(half, f"{name}: mean", published.number(printed), one.mean))
    for name, one in outputs.items():
        margin = float(STRATEGIES[name]["margin"])
        found.append(Claim(f"{name}: 95 % half-width", margin, one.half_width, "differs", "fits no formula"))
    found.append(Claim.within(5e-4, f"t(0.025, {BATCHES - 1})", PRINTED["t"], t_quantile(0.95, BATCHES - 1)))
    baseline, below = outputs["one-roll"].normality, PRINTED["one-roll-normality-p"]
    found.append(
        Claim.met_if(
            baseline.p < below, "one-roll: p of Anderson–Darling", f"below {below}", f"{baseline.p:.2g}",
            f"A² = {baseline.statistic:.1f}",
        )
    )  # fmt: skip
    return found


def sections(outputs: Mapping[str, Output]) -> list[Section]:
    """Scores, intervals, and expected means."""
    return [_scores(outputs), _margins(outputs), _expected(outputs)]


def _scores(outputs: Mapping[str, Output]) -> Section:
    rows: list[list[object]] = []
    for name, one in outputs.items():
        rows.append(
            [name, published.mean_of(name, "yahtzee"), number(one.mean, ".4f"),
             int(one.scores.sum()), number(one.sd, ".2f"), number(one.normality.statistic, ".1f"),
             number(one.normality.p, ".1g"), number(one.batch_normality.statistic, ".3f"),
             number(one.batch_normality.p, ".2g")]
        )  # fmt: skip
    shapes = {}
    for name, one in outputs.items():
        numbers, counts = np.unique(one.scores, return_counts=True)
        shapes[name] = (numbers, counts / counts.sum())
    normal = [name for name, one in outputs.items() if not one.batch_normality.rejected()]
    others = [name for name in outputs if name not in normal]
    return Section(
        "Output analysis: scores",
        [
            "Scores of single games are not normal (Anderson–Darling, mean and sd estimated; p by D'Agostino and "
            f"Stephens 1986). Means of {PRINTED['batch-size']} games are nearer to it: the test does not reject it for "
            f"{', '.join(normal) or 'none'}, and still does for {', '.join(others) or 'none'}. With {BATCHES} batches "
            "the t interval does not need more.",
        ],
        [
            Table(
                "scores", f"Scores of {GAMES}, beside Figure 8",
                ["Strategy", "Published mean", "Ours", "Sum of totals", "SD", "A² of scores", "p", "A² of batch means",
                 "p, batches"],
                rows,
            ),
            Plot(
                "scores", "Scores, beside Figure 4",
                distributions(shapes, title=f"Scores of {GAMES} on the study's dice"),
            ),
        ],
    )  # fmt: skip


def _margins(outputs: Mapping[str, Output]) -> Section:
    t, size = t_quantile(0.95, BATCHES - 1), PRINTED["batch-size"]
    rows: list[list[object]] = []
    for name, one in outputs.items():
        rows.append(
            [name, float(STRATEGIES[name]["margin"]), number(one.half_width, ".3f"), number(one.batch_sd, ".2f"),
             number(t * one.batch_sd, ".1f"), number(t * one.batch_sd / size**0.5, ".2f"),
             number(t * one.sd / BATCHES**0.5, ".2f")]
        )  # fmt: skip
    chart = intervals(
        [(name, one.interval.low, one.interval.estimate, one.interval.high) for name, one in outputs.items()],
        title=f"95 % confidence intervals from {BATCHES} batches of {size} games",
        published={name: published.mean_of(name, "yahtzee") for name in outputs},
    )
    best = max(outputs, key=lambda name: outputs[name].mean)
    paired = {name: paired_interval(outputs[best].scores, one.scores) for name, one in outputs.items() if name != best}
    widest = max(outputs, key=lambda name: float(STRATEGIES[name]["margin"]))
    sds = {name: one.sd for name, one in outputs.items()}
    others = min(sd for name, sd in sds.items() if name != widest)
    return Section(
        "Output analysis: intervals",
        [
            f"The formula that the study prints, mean ± t · S / √{BATCHES} with t = {t:.3f} and S the sd of the "
            f"{BATCHES} batch means, gives the half-widths below. The printed margins fit neither it nor another "
            f"formula that was tried; the widest of them belongs to {title(widest)}, whose scores have an sd of "
            f"{sds[widest]:.1f}, where all others have {others:.1f} or more.",
            "On common dice the differences between strategies are known better than the means: see the second table.",
        ],
        [
            claim_table("verdicts", "Means and margins: verdicts", claims(outputs)),
            Table(
                "margins", "Margins tried, beside Figure 8",
                ["Strategy", "Published margin", f"t · S / √{BATCHES}", "S", "t · S", f"t · S / √{size}",
                 f"t · s / √{BATCHES}"],
                rows,
                "S: sd of the batch means; s: sd of single scores. Only the first is a 95 % half-width of the mean.",
            ),
            Plot("intervals", "Intervals, beside Figure 7", chart),
            Table(
                "paired", f"{title(best)} against the others, game by game on the same dice",
                ["Against", "Mean difference", "95 % half-width"],
                [[name, number(one.estimate, ".3f"), number(one.half_width, ".3f")] for name, one in paired.items()],
            ),
        ],
    )  # fmt: skip


def _expected(outputs: Mapping[str, Output]) -> Section:
    rows: list[list[object]] = []
    for name, one in outputs.items():
        error = float(np.hypot(one.expected.sd / len(one.scores) ** 0.5, one.expected_error))
        gap = one.mean - one.expected.mean
        rows.append(
            [name, number(one.expected.mean, ".4f"), number(one.expected.sd, ".2f"), number(one.mean, ".4f"),
             number(gap, "+.3f"), number(gap / error, "+.2f"),
             "yes" if one.interval.low <= one.expected.mean <= one.interval.high else "no"]
        )  # fmt: skip
    how = "evaluated exactly" if next(iter(outputs.values())).exact else "simulated on other dice (a quick run)"
    inside = sum(row[-1] == "yes" for row in rows)
    return Section(
        "What the strategies are worth",
        [
            f"The study simulates because it sees no easy analytic solution. Here each strategy is {how}: "
            f"{inside} of {len(rows)} of these means lie in the 95 % interval from the study's games.",
        ],
        [
            Table(
                "expected", f"Expected means beside those of the study's {GAMES}",
                ["Strategy", "Expected mean", "SD", "Study's games", "Difference", "Standard errors", "Inside"],
                rows,
            )
        ],
    )  # fmt: skip
