"""Study 002, output analysis: scores of its games, intervals, and exact means of its strategies."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats
from fivedice.charts import distributions, histogram, intervals
from fivedice.evaluation.distribution import Distribution
from fivedice.reports import Plot, Section, Table, number
from fivedice.statistics.intervals import Interval, batch_means, paired_interval, t_interval, t_quantile
from fivedice.statistics.significance import Significance, anderson_darling
from fivedice.studies.claims import Claims
from fivedice.studies.simulation.printed import BATCH, BATCHES, GAMES, PRINTED, STANDARD, STRATEGIES, title

SHAPES = ("figure-4", "one-roll-closest", "one-roll-normality-p", "figure-5")
MEANS = (
    "figure-6", "t", "figure-7", *(f"{name}-mean" for name in STRATEGIES), *(f"{name}-margin" for name in STRATEGIES),
    "lower-scores", "common-dice", "analytic",
)  # fmt: skip
STEP = 4
"""Points of a bar of Figure 5."""


@dataclass(frozen=True, eq=False)
class Output:
    """A strategy's games, the means of their batches, and its exact distribution.

    `half_width` is by the study's own rounded t; with all digits of t, as in `interval`, it is 0.004 % less.
    """

    name: str
    scores: NDArray[np.int64]
    means: Floats
    interval: Interval
    half_width: float
    batch_sd: float
    normality: Significance
    batch_normality: Significance
    expected: Distribution

    @property
    def mean(self) -> float:
        """Of the scores."""
        return float(self.scores.mean())

    @property
    def sd(self) -> float:
        """Of the scores."""
        return float(self.scores.std(ddof=1))

    @property
    def margin(self) -> float:
        """As it is printed."""
        return float(PRINTED[f"{self.name}-margin"])

    @classmethod
    def of(cls, name: str, scores: NDArray[np.int64], expected: Distribution) -> "Output":
        """Batch means of a strategy's scores, their interval and their normality."""
        means = batch_means(scores, BATCHES)
        sd = float(means.std(ddof=1))
        return cls(
            name, scores, means, t_interval(means), PRINTED["t"] * sd / BATCHES**0.5, sd,
            anderson_darling(scores), anderson_darling(means), expected,
        )  # fmt: skip

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "mean": self.mean, "total": int(self.scores.sum()), "half_width": self.half_width,
            "published_margin": self.margin, "batch_sd": self.batch_sd,
            "anderson_darling": self.normality.statistic, "p_normal": self.normality.p,
            "batch_anderson_darling": self.batch_normality.statistic, "p_batches_normal": self.batch_normality.p,
            "expected_mean": self.expected.mean, "expected_sd": self.expected.sd,
        }  # fmt: skip


def judge(claims: Claims, outputs: Mapping[str, Output]) -> None:
    """Normality, means, margins, and the study's conclusions from them."""
    least = min(outputs.values(), key=lambda one: one.normality.statistic)
    most = max(one.normality.p for one in outputs.values())
    claims.judge(
        "figure-4", "not normal", all(one.normality.rejected() for one in outputs.values()),
        f"Anderson–Darling, p at most {most:.1g} for all six",
    )  # fmt: skip
    claims.digit("one-roll-closest", least.name, f"A² = {least.normality.statistic:.1f}, the least of six")
    first = outputs["one-roll"].normality
    claims.judge(
        "one-roll-normality-p", first.p, first.p < PRINTED["one-roll-normality-p"],
        f"A² = {first.statistic:.1f}; R prints its least double where p is below it",
    )  # fmt: skip
    nearer = [one for one in outputs.values() if one.batch_normality.statistic < one.normality.statistic]
    kept = [one for one in outputs.values() if not one.batch_normality.rejected()]
    claims.judge(
        "figure-5", f"A² less for {len(nearer)} of {len(outputs)}", len(nearer) == len(outputs),
        f"normality is not rejected for {len(kept)} of them",
    )  # fmt: skip
    sds = [one.batch_sd for one in outputs.values()]
    claims.judge("figure-6", f"sd {min(sds):.2f} to {max(sds):.2f}", True, "the formulas are right, and used here")
    claims.digit("t", t_quantile(0.95, BATCHES - 1))
    for name, one in outputs.items():
        claims.digit(f"{name}-mean", one.mean)
    for name, one in outputs.items():
        claims.digit(f"{name}-margin", one.half_width, unless_met=f"{one.margin / one.half_width:.1f} times as wide")
    margins = [f"{name}-margin" for name in outputs]
    claims.judge("figure-7", "see the margins of Figure 8", claims.verdict(*margins), "its intervals are those margins")
    _prove_margins(claims, outputs)
    standard = outputs[STANDARD].scores
    gaps = {name: paired_interval(standard, one.scores) for name, one in outputs.items() if name != STANDARD}
    nearest = min(gaps, key=lambda name: gaps[name].low)
    claims.judge(
        "lower-scores", f"by {gaps[nearest]} or more", all(one.low > 0 for one in gaps.values()),
        f"95 % interval of the paired difference to {title(nearest)}",
    )  # fmt: skip
    pairs = list(combinations(outputs, 2))
    shrink = [_paired_over_independent(outputs[one].scores, outputs[other].scores) for one, other in pairs]
    claims.judge(
        "common-dice", f"{min(shrink):.0%} to {max(shrink):.0%} of independent ones", max(shrink) < 1,
        f"half-widths of all {len(pairs)} differences",
    )  # fmt: skip
    off = max(abs(one.expected.mean - one.mean) for one in outputs.values())
    claims.judge("analytic", "six exact means", False, f"the study's means are off by up to {off:.2f} points")
    claims.show_wrong(
        "analytic",
        "A strategy that looks at the card and the dice only is a Markov chain over some half a million cards, and its "
        "score has an exact distribution: backward over the turns, a turn being a chain over the 252 rolls. All six "
        f"are computed so here. The exact means are "
        f"{', '.join(f'{one.expected.mean:.4f} ({title(name)})' for name, one in outputs.items())}.",
    )


def _prove_margins(claims: Claims, outputs: Mapping[str, Output]) -> None:
    """The widest of the printed margins belongs to the scores that vary least, so no common formula gives them."""
    widest = max(outputs, key=lambda name: outputs[name].margin)
    others = min(one.sd for name, one in outputs.items() if name != widest)
    times = [one.margin / one.half_width for one in outputs.values()]
    claims.show_wrong(
        f"{widest}-margin",
        f"By the formula of the study, t · S / √{BATCHES} with t = {PRINTED['t']} and S the sd of the {BATCHES} batch "
        f"means, the half-widths are {', '.join(f'{one.half_width:.3f}' for one in outputs.values())}: the printed "
        f"margins are {min(times):.0f} to {max(times):.0f} times as wide. No common formula gives them: the widest "
        f"belongs to {title(widest)}, whose scores have an sd of {outputs[widest].sd:.1f}, where all others have "
        f"{others:.1f} or more. The same holds of the other five margins and of Figure 7.",
    )


def _paired_over_independent(one: NDArray[np.int64], other: NDArray[np.int64]) -> float:
    """Half-width of a difference on common dice, as a share of what independent dice of the same games would give."""
    apart = np.hypot(t_interval(one).half_width, t_interval(other).half_width)
    return float(paired_interval(one, other).half_width / apart)


def sections(claims: Claims, outputs: Mapping[str, Output]) -> list[Section]:
    """Scores, intervals, and expected means."""
    return [_scores(claims, outputs), _margins(claims, outputs), _expected(outputs)]


def _scores(claims: Claims, outputs: Mapping[str, Output]) -> Section:
    rows = [
        [name, PRINTED[f"{name}-mean"], number(one.mean, ".4f"), int(one.scores.sum()), number(one.sd, ".2f"),
         number(one.normality.statistic, ".1f"), number(one.normality.p, ".1g"),
         number(one.batch_normality.statistic, ".3f"), number(one.batch_normality.p, ".2g")]
        for name, one in outputs.items()
    ]  # fmt: skip
    shapes = {}
    for name, one in outputs.items():
        numbers, counts = np.unique(one.scores, return_counts=True)
        shapes[name] = (numbers, counts / counts.sum())
    normal = [name for name, one in outputs.items() if not one.batch_normality.rejected()]
    others = [name for name in outputs if name not in normal]
    return Section(
        "Output analysis: scores",
        [
            "Anderson–Darling test, mean and sd estimated; p by D'Agostino and Stephens 1986. For means of "
            f"{BATCH} games normality is not rejected for {', '.join(normal) or 'none'}, and rejected for "
            f"{', '.join(others) or 'none'}. With {BATCHES} batches the t interval does not need more.",
        ],
        [
            claims.table("shapes-verdicts", "Shapes: verdicts", SHAPES),
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
            Plot(
                "batches", "Batch means, beside Figure 5",
                histogram(
                    {name: batch_ranges(one.means) for name, one in outputs.items()},
                    title=f"Means of {BATCHES} batches of {BATCH} games",
                    subtitle=f"Share of batches in each range of {STEP} points",
                    x_title="Mean score of a batch (points)",
                ),
            ),
        ],
    )  # fmt: skip


def batch_ranges(means: Floats) -> list[tuple[int, int, float]]:
    """Shares of batches in ranges of STEP points: low, high and share of each."""
    places, counts = np.unique(np.floor(means / STEP).astype(int) * STEP, return_counts=True)
    return [(low, low + STEP - 1, count / len(means)) for low, count in zip(places.tolist(), counts, strict=True)]


def _margins(claims: Claims, outputs: Mapping[str, Output]) -> Section:
    t = t_quantile(0.95, BATCHES - 1)
    rows = [
        [name, one.margin, number(one.half_width, ".3f"), number(one.batch_sd, ".2f"), number(t * one.batch_sd, ".1f"),
         number(t * one.batch_sd / BATCH**0.5, ".2f"), number(t * one.sd / BATCHES**0.5, ".2f")]
        for name, one in outputs.items()
    ]  # fmt: skip
    chart = intervals(
        [(name, one.interval.low, one.interval.estimate, one.interval.high) for name, one in outputs.items()],
        title=f"95 % confidence intervals from {BATCHES} batches of {BATCH} games",
        published={name: PRINTED[f"{name}-mean"] for name in outputs},
    )
    best = max(outputs, key=lambda name: outputs[name].mean)
    paired = {name: paired_interval(outputs[best].scores, one.scores) for name, one in outputs.items() if name != best}
    means, margins = ([f"{name}-{figure}" for name in outputs] for figure in ("mean", "margin"))
    return Section(
        "Output analysis: intervals",
        [
            f"The formula that the study prints, mean ± t · S / √{BATCHES} with t = {t:.3f} and S the sd of the "
            f"{BATCHES} batch means, gives the half-widths below. Means: {claims.tally(*means)}. Margins: "
            f"{claims.tally(*margins)}.",
            "On common dice the differences between strategies are known better than the means: see the last table.",
        ],
        [
            claims.table("verdicts", "Means and margins: verdicts", MEANS),
            Table(
                "margins", "Margins tried, beside Figure 8",
                ["Strategy", "Published margin", f"t · S / √{BATCHES}", "S", "t · S", f"t · S / √{BATCH}",
                 f"t · s / √{BATCHES}"],
                rows,
                "S: sd of the batch means; s: sd of single scores. Only the first is a 95 % half-width of the mean.",
            ),
            Plot("intervals", "Intervals, beside Figure 7", chart),
            Table(
                "paired", f"{title(best)} against the others, game by game on the same dice",
                ["Against", "Mean difference", "95 % half-width", "On independent dice"],
                [
                    [name, number(one.estimate, ".3f"), number(one.half_width, ".3f"),
                     number(one.half_width / _paired_over_independent(outputs[best].scores, outputs[name].scores),
                            ".3f")]
                    for name, one in paired.items()
                ],
            ),
        ],
    )  # fmt: skip


def _expected(outputs: Mapping[str, Output]) -> Section:
    rows = []
    for name, one in outputs.items():
        gap, error = one.mean - one.expected.mean, one.expected.sd / len(one.scores) ** 0.5
        rows.append(
            [name, number(one.expected.mean, ".4f"), number(one.expected.sd, ".2f"), number(one.mean, ".4f"),
             number(gap, "+.3f"), number(gap / error, "+.2f"),
             one.interval.low <= one.expected.mean <= one.interval.high]
        )  # fmt: skip
    inside = sum(row[-1] is True for row in rows)
    return Section(
        "What the strategies are worth",
        [
            "The study simulates because it sees no easy analytic solution. Here each strategy is evaluated exactly: "
            f"{inside} of {len(rows)} of these means lie in the 95 % interval from the study's games.",
        ],
        [
            Table(
                "expected", f"Exact means beside those of the study's {GAMES}",
                ["Strategy", "Exact mean", "SD", "Study's games", "Difference", "Standard errors", "Inside"],
                rows,
            )
        ],
    )  # fmt: skip
