"""Study 002, input analysis: the study's dice, and tests of them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from fivedice.charts import dice_counts
from fivedice.reports import Plot, Section, Table, number
from fivedice.rules import Rules
from fivedice.simulation.streams import Block
from fivedice.statistics.significance import LEVEL, Significance, chi_square, runs_test
from fivedice.studies.claims import Claims
from fivedice.studies.simulation.printed import PRINTED, YAHTZEE

NAMES = (
    "reserved-dice", "dice", "figure-2", "figure-3", "faces", "expected-count", "chi-square", "chi-square-*",
    "degrees-of-freedom", "runs-*",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Drawn:
    """Dice drawn in advance, the same for every strategy: a thrown die takes the next unused one of its turn."""

    dice: Block
    in_turn: bool = True

    def blocks(self, rules: Rules, games: int, size: int) -> Iterator[Block]:
        """All of them at once."""
        yield self.dice[:games]


@dataclass(frozen=True)
class DiceTests:
    """How often each face came, and three tests."""

    counts: tuple[int, ...]
    chi_square: Significance
    runs_mean: Significance
    runs_median: Significance

    @classmethod
    def of(cls, dice: NDArray[np.uint8]) -> "DiceTests":
        """Chi-square of the faces, and the runs test about the mean and about the median."""
        counts = tuple(int(count) for count in np.bincount(dice, minlength=7)[1:])
        return cls(counts, chi_square(counts), runs_test(dice, "mean"), runs_test(dice, "median"))

    @property
    def expected(self) -> float:
        """How often each face should come."""
        return sum(self.counts) / len(self.counts)

    @property
    def critical(self) -> float:
        """The chi-square above which fair dice are rejected."""
        return float(special.chdtri(len(self.counts) - 1, LEVEL))

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "counts": list(self.counts), "chi_square": self.chi_square.statistic, "chi_square_p": self.chi_square.p,
            "runs_p_about_mean": self.runs_mean.p, "runs_p_about_median": self.runs_median.p,
        }  # fmt: skip

    def judge(self, claims: Claims) -> None:
        """The dice, and the study's claims about its tests of them."""
        fit, about_mean, about_median = self.chi_square, self.runs_mean, self.runs_median
        claims.digit("reserved-dice", YAHTZEE.dice * YAHTZEE.rolls)
        claims.digit("dice", sum(self.counts))
        claims.digit("faces", len(self.counts))
        claims.digit("expected-count", int(self.expected))
        same = claims.digit("chi-square", fit.statistic).verdict
        claims.digit("chi-square-text", fit.statistic)
        claims.digit("chi-square-critical", self.critical)
        claims.digit("degrees-of-freedom", fit.df)
        why = "the dice of this seed have the printed chi-square; a series of the study has ten times as many games"
        claims.judge("figure-2", f"seed {PRINTED['seed']}", same, why)
        most = max(abs(count - self.expected) for count in self.counts) / self.expected
        claims.judge(
            "figure-3", f"within {most:.2%}", not fit.rejected(), f"chi-square does not reject it, p = {fit.p:.2g}"
        )
        reading = "rejected" if fit.rejected() else "not rejected"
        claims.judge("chi-square-reading", f"fair dice, {reading}", fit.rejected(), "a small statistic rejects nothing")
        claims.show_wrong(
            "chi-square-reading",
            f"The study takes unfair dice as its null hypothesis and rejects it, because {fit.statistic:.2f} is below "
            f"{self.critical:.2f}. The null hypothesis of a goodness-of-fit test is that the counts come from the "
            f"expected distribution; a statistic below the critical value (p = {fit.p:.3f}) does not reject it. That "
            "does not prove that the dice are fair; it fails to show a bias.",
        )
        claims.digit("runs-p", about_median.p, f"about the median, with every 3 dropped: {about_median.n:,} dice left")
        claims.judge("runs-about", "the median", round(about_mean.p, 4) == PRINTED["runs-p"])
        claims.show_wrong(
            "runs-about",
            f"The study says that its runs test counts runs above and below the mean. About the mean, 3.5, p is "
            f"{about_mean.p:.5f}. R's runs.test takes the median by default; it is 3, every 3 is dropped, "
            f"and p is {about_median.p:.5f} (z = {about_median.statistic:.3f}): the printed {claims.text('runs-p')}.",
        )
        both = not (about_mean.rejected() or about_median.rejected())
        claims.judge("runs-reading", "not rejected" if both else "rejected", both, "neither test rejects it")

    def section(self, claims: Claims) -> Section:
        """The tests beside those of the study."""
        dice, fit = sum(self.counts), self.chi_square
        return Section(
            "Input analysis: the dice",
            [
                f"All {dice:,} dice that the study sets aside, from seed {PRINTED['seed']}. Chi-square is "
                f"{fit.statistic:.5f} with {fit.df} degrees of freedom, p = {fit.p:.3f}: fair dice are "
                f"{'rejected' if fit.rejected() else 'not rejected'} at the 5 % level.",
                f"Runs test (Wald, Wolfowitz 1940): p is {self.runs_median.p:.4f} about the median and "
                f"{self.runs_mean.p:.5f} about the mean; the study prints {claims.text('runs-p')}.",
            ],
            [
                claims.table("dice-verdicts", "The dice: verdicts", NAMES),
                Table(
                    "dice", "Faces, beside Figure 3",
                    ["Face", "Count", "Expected", "Difference"],
                    [
                        [face, count, int(self.expected), number(count - self.expected, "+,.0f")]
                        for face, count in enumerate(self.counts, 1)
                    ],
                ),
                Plot("dice", "The study's dice, beside Figure 3",
                     dice_counts(self.counts, title=f"{dice:,} dice of study 002")),
            ],
        )  # fmt: skip
