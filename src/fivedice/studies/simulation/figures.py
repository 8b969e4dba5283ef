"""The figures of study 002: tests of its dice, intervals, selection."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.comparison import published
from fivedice.evaluation.distribution import Distribution
from fivedice.reports import Claim
from fivedice.rules import Rules
from fivedice.simulation.streams import Block
from fivedice.statistics.intervals import Interval, batch_interval, batch_means, t_quantile
from fivedice.statistics.selection import probability_correct, selection_size, wins
from fivedice.statistics.significance import Significance, anderson_darling, chi_square, runs_test

PRINTED = published.figures("simulation")
BATCHES = int(PRINTED["batches"])
STRATEGIES = {row["strategy"]: row for row in published.rows("simulation", "strategies")}
SELECTED = tuple(name for name, row in STRATEGIES.items() if row["wins"])
"""One Roll, the baseline, took no part in the selection."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """Dice that are drawn already, for every strategy alike: a thrown die takes the next unused one of its turn."""

    dice: Block
    in_turn: bool = True

    def blocks(self, rules: Rules, games: int, size: int) -> Iterator[Block]:
        """All of them at once."""
        yield self.dice[:games]


@dataclass(frozen=True)
class Inputs:
    """The dice: how often each face, and the three tests."""

    counts: tuple[int, ...]
    chi_square: Significance
    runs_mean: Significance
    runs_median: Significance


@dataclass(frozen=True, eq=False)
class Output:
    """A strategy's games, and its exact (or, in a quick run, more widely simulated) mean.

    `half_width` is by the study's own rounded t; with all digits of t, as in `interval`, it is 0.004 % less.
    """

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


@dataclass(frozen=True)
class Selected:
    """The selection of the best: sample sizes, wins in the first and in all games, and the share of tied games."""

    size: int
    correct_at_size: float
    correct_at_printed: float
    first: Mapping[str, float]
    first_printed: Mapping[str, float]
    every: Mapping[str, float]
    tied: float
    printed: Mapping[str, int]
    fit: Significance


def tested_dice(dice: NDArray[np.uint8]) -> Inputs:
    """Chi-square of the faces, and the runs test about the mean and about the median."""
    counts = tuple(int(count) for count in np.bincount(dice, minlength=7)[1:])
    return Inputs(counts, chi_square(counts), runs_test(dice, "mean"), runs_test(dice, "median"))


def output(scores: NDArray[np.int64], expected: Distribution, exact: bool, error: float) -> Output:
    """Batch means of a strategy's scores, their interval and their normality."""
    means = batch_means(scores, BATCHES)
    return Output(
        scores,
        batch_interval(scores, BATCHES),
        PRINTED["t"] * float(means.std(ddof=1)) / BATCHES**0.5,
        float(means.std(ddof=1)),
        anderson_darling(scores),
        anderson_darling(means),
        expected,
        exact,
        error,
    )


def select(scores: Mapping[str, NDArray[np.int64]]) -> Selected:
    """The single-stage selection (Bechhofer, Elmaghraby, Morse 1959), and who won the first games."""
    k, probability, ratio = len(SELECTED), PRINTED["selection_probability"], PRINTED["selection_ratio"]
    size, printed_size = selection_size(k, probability, ratio), int(PRINTED["selection_games"])
    won = wins(np.array([scores[name] for name in SELECTED]))

    def among(games: int) -> dict[str, float]:
        return dict(zip(SELECTED, won[:, :games].sum(axis=1).tolist(), strict=True))

    printed = {name: int(STRATEGIES[name]["wins"]) for name in SELECTED}
    return Selected(
        size, probability_correct(k, ratio, size), probability_correct(k, ratio, printed_size),
        among(size), among(printed_size), among(won.shape[1]), float((won.max(axis=0) < 1).mean()), printed,
        chi_square(list(printed.values()), won.mean(axis=1)),
    )  # fmt: skip


def output_numbers(name: str, one: Output) -> dict[str, object]:
    """A strategy's figures as plain values."""
    return {
        "mean": one.mean, "total": int(one.scores.sum()), "half_width": one.half_width,
        "published_margin": float(STRATEGIES[name]["margin"]), "batch_sd": one.batch_sd,
        "sd": one.sd, "anderson_darling": one.normality.statistic, "p_normal": one.normality.p,
        "batch_anderson_darling": one.batch_normality.statistic, "p_normal_batches": one.batch_normality.p,
        "expected_mean": one.expected.mean, "expected_sd": one.expected.sd,
        "expected_method": "exact" if one.exact else "simulated",
    }  # fmt: skip


def input_claims(inputs: Inputs) -> list[Claim]:
    """The tests of the dice."""
    return [
        Claim.within(0, "dice", int(PRINTED["dice"]), sum(inputs.counts)),
        Claim.within(5e-6, "chi-square of the faces", PRINTED["chi_square"], inputs.chi_square.statistic),
        Claim(
            "reading of the chi-square test", "H₀ rejected", "H₀ not rejected", "differs",
            f"{PRINTED['chi_square']:.2f} is below {PRINTED['chi_square_critical']} (p = {inputs.chi_square.p:.2f}), "
            "and H₀ says that the dice are fair",
        ),
        Claim.within(5e-5, "runs test about the mean: p", PRINTED["runs_p"], inputs.runs_mean.p, "said to be the one"),
        Claim.within(
            5e-5, "runs test about the median: p", PRINTED["runs_p"], inputs.runs_median.p,
            "R's runs.test takes the median, 3, and drops every 3",
        ),
    ]  # fmt: skip


def output_claims(outputs: Mapping[str, Output]) -> list[Claim]:
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
    baseline, below = outputs["one-roll"].normality, PRINTED["one_roll_normality_p"]
    found.append(
        Claim.met_if(
            baseline.p < below, "one-roll: p of Anderson–Darling", f"below {below}", f"{baseline.p:.2g}",
            f"A² = {baseline.statistic:.1f}",
        )
    )  # fmt: skip
    return found


def selection_claims(selected: Selected) -> list[Claim]:
    """Sample size and wins."""
    printed = int(PRINTED["selection_games"])
    found = [
        Claim.within(
            0, "games for the selection", printed, selected.size,
            f"exact computation; {printed} gives P = {selected.correct_at_printed:.5f}, {selected.size} "
            f"{selected.correct_at_size:.5f}",
        )
    ]  # fmt: skip
    for name in sorted(SELECTED, key=lambda one: -selected.printed[one]):
        theirs, ours = selected.printed[name], selected.first_printed[name]
        met, what = round(ours) == theirs, f"{name}: wins in the first {printed} games"
        found.append(Claim.met_if(met, what, theirs, round(ours, 2), "" if met else "not those of the first games"))
    return found
