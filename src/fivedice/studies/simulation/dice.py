"""Study 002, input analysis: the study's dice, and tests of them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.charts import dice_counts
from fivedice.reports import Claim, Plot, Section, Table, claim_table, number
from fivedice.rules import Rules
from fivedice.simulation.streams import Block
from fivedice.statistics.significance import Significance, chi_square, runs_test
from fivedice.studies.simulation.printed import PRINTED


@dataclass(frozen=True, eq=False)
class Drawn:
    """Dice that are drawn already, for every strategy alike: a thrown die takes the next unused one of its turn."""

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

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "counts": list(self.counts), "chi_square": self.chi_square.statistic, "chi_square_p": self.chi_square.p,
            "runs_p_about_mean": self.runs_mean.p, "runs_p_about_median": self.runs_median.p,
        }  # fmt: skip

    def claims(self) -> list[Claim]:
        """The tests of the dice."""
        runs_p = PRINTED["runs-p"]
        return [
            Claim.within(0, "dice", int(PRINTED["dice"]), sum(self.counts)),
            Claim.within(5e-6, "chi-square of the faces", PRINTED["chi-square"], self.chi_square.statistic),
            Claim(
                "reading of the chi-square test", "H₀ rejected", "H₀ not rejected", "differs",
                f"{PRINTED['chi-square']:.2f} is below {PRINTED['chi-square-critical']} (p = {self.chi_square.p:.2f}), "
                "and H₀ says that the dice are fair",
            ),
            Claim.within(5e-5, "runs test about the mean: p", runs_p, self.runs_mean.p, "said to be the one"),
            Claim.within(
                5e-5, "runs test about the median: p", runs_p, self.runs_median.p,
                "R's runs.test takes the median, 3, and drops every 3",
            ),
        ]  # fmt: skip

    def section(self) -> Section:
        """The tests beside those of the study."""
        dice, fit = sum(self.counts), self.chi_square
        expected = dice / len(self.counts)
        return Section(
            "Input analysis: the dice",
            [
                f"All {dice:,} dice that the study sets aside, from seed {PRINTED['seed']}. Chi-square is "
                f"{fit.statistic:.5f} with {fit.df} degrees of freedom, p = {fit.p:.3f}.",
                f"The study compares {PRINTED['chi-square']:.2f} with the critical value "
                f"{PRINTED['chi-square-critical']}, takes a mismatch as its null hypothesis, and rejects it. The null "
                "hypothesis of a goodness-of-fit test is that the dice are fair, and a statistic below the critical "
                "value does not reject it. That does not prove that the dice are fair; it fails to show a bias.",
                "Runs test (Wald, Wolfowitz 1940): the study says above and below the mean. Its p = "
                f"{PRINTED['runs-p']} is that of the test about the median, which is 3 and drops every 3 "
                f"({self.runs_median.p:.4f}, z = {self.runs_median.statistic:.3f}, {self.runs_median.n:,} dice "
                f"left); about the mean it is {self.runs_mean.p:.5f}. Neither rejects that the dice are independent.",
            ],
            [
                claim_table("dice-verdicts", "The dice: verdicts", self.claims()),
                Table(
                    "dice", "Faces, beside Figure 3",
                    ["Face", "Count", "Expected", "Difference"],
                    [
                        [face, count, int(expected), number(count - expected, "+,.0f")]
                        for face, count in enumerate(self.counts, 1)
                    ],
                ),
                Plot("dice", "The study's dice", dice_counts(self.counts, title=f"{dice:,} dice of study 002")),
            ],
        )  # fmt: skip
