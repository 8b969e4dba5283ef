"""Study 002, selection of the best strategy: how many games it takes, and how many each one won."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from fivedice.reports import Section, Table, number
from fivedice.statistics.selection import probability_correct, selection_size, wins
from fivedice.statistics.significance import Significance, chi_square
from fivedice.studies.claims import Claims
from fivedice.studies.simulation.printed import GAMES, PRINTED, SELECTED, STANDARD, title

NAMES = ("selection-strategies", "selection-games", *(f"{name}-wins" for name in SELECTED), "best", "outscored")
FIRST = int(PRINTED["selection-games"])


@dataclass(frozen=True)
class Selected:
    """The selection of the best: sample sizes, wins in the first and in all games, and the share of tied games.

    ahead : share of all games in which each of the others scores more than Dice Driven
    """

    size: int
    correct_at_size: float
    correct_before: float
    correct_at_printed: float
    first: Mapping[str, float]
    first_printed: Mapping[str, float]
    every: Mapping[str, float]
    games: int
    tied: float
    printed: Mapping[str, int]
    fit: Significance
    ahead: Mapping[str, float]

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "published_size": FIRST, "size": self.size, "p_correct": self.correct_at_size,
            "p_correct_at_published_size": self.correct_at_printed, "wins": dict(self.first),
            "wins_in_published_size": dict(self.first_printed), "published_wins": dict(self.printed),
            "p_random_sample": self.fit.p, "ahead_of_standard": dict(self.ahead),
        }  # fmt: skip

    def judge(self, claims: Claims) -> None:
        """Sample size and wins."""
        claims.digit("selection-strategies", len(SELECTED))
        claims.digit("selection-games", self.size, f"P = {self.correct_at_size:.5f} with {self.size}, exactly")
        claims.show_wrong(
            "selection-games",
            f"P* = {PRINTED['selection-probability']:g} is reached with {self.size} games: computed exactly, the "
            f"probability of a right selection is {self.correct_at_size:.5f} with {self.size}, "
            f"{self.correct_before:.5f} with one less, and {self.correct_at_printed:.5f} with the {FIRST} of the "
            "study. They are enough, and not the least number.",
        )
        for name in SELECTED:
            share, theirs = self.every[name] / self.games, self.printed[name]
            p = float(stats.binomtest(theirs, FIRST, share).pvalue)
            claims.tested(
                f"{name}-wins", round(FIRST * share, 1), p,
                f"binomial, as a random sample of {FIRST} of the {GAMES}; the first {FIRST} have "
                f"{self.first_printed[name]:.2f}, ties shared",
            )  # fmt: skip
        best = {max(wins, key=lambda name: wins[name]) for wins in (self.first_printed, self.every)}
        claims.digit("best", " or ".join(sorted(best)), f"most wins in the first {FIRST} and in all {GAMES}")
        most = max(self.ahead, key=lambda name: self.ahead[name])
        claims.judge(
            "outscored", f"in {self.ahead[most]:.1%} of the games at most", self.ahead[most] < 0.5,
            f"{title(most)} scores more than {title(STANDARD)} on the same dice most often",
        )  # fmt: skip

    def section(self, claims: Claims) -> Section:
        """Sample size and wins beside those of the study."""
        rows = [
            [name, printed, number(self.first_printed[name], ".2f"), number(self.first[name], ".2f"),
             number(self.every[name], ",.1f"), number(self.every[name] * FIRST / self.games, ".1f"),
             number(self.ahead[name], ".1%") if name in self.ahead else None]
            for name, printed in sorted(self.printed.items(), key=lambda pair: -pair[1])
        ]  # fmt: skip
        return Section(
            "Selection of the best",
            [
                f"Best of k = {len(SELECTED)} with probability {PRINTED['selection-probability']:g} if it wins "
                f"{PRINTED['selection-ratio']:g} times as often as the second (Bechhofer, Elmaghraby and Morse 1959). "
                f"The exact least number of games is {self.size} (P = {self.correct_at_size:.5f}); the study uses "
                f"{FIRST} (P = {self.correct_at_printed:.5f}).",
                "A game is won by the highest total on the same dice; equal best totals share it "
                f"({100 * self.tied:.1f} % of the games are tied). Which games the study counted is not said: together "
                f"the printed wins {'do not fit' if self.fit.rejected() else 'fit'} a random sample of {FIRST} of the "
                f"{GAMES} (chi-square {self.fit.statistic:.2f}, p = {self.fit.p:.2f}).",
            ],
            [
                claims.table("selection-verdicts", "Selection: verdicts", NAMES),
                Table(
                    "wins", "Games won, beside Figure 9",
                    ["Strategy", "Published", f"First {FIRST} games", f"First {self.size} games", f"All {GAMES}",
                     f"All, per {FIRST}", f"Ahead of {title(STANDARD)}"],
                    rows,
                ),
            ],
        )  # fmt: skip


def select(scores: Mapping[str, NDArray[np.int64]]) -> Selected:
    """The single-stage selection (Bechhofer, Elmaghraby, Morse 1959), and who won the first games."""
    k, probability, ratio = len(SELECTED), PRINTED["selection-probability"], PRINTED["selection-ratio"]
    size = selection_size(k, probability, ratio)
    won = wins(np.array([scores[name] for name in SELECTED]))

    def among(games: int) -> dict[str, float]:
        return dict(zip(SELECTED, won[:, :games].sum(axis=1).tolist(), strict=True))

    printed = {name: int(PRINTED[f"{name}-wins"]) for name in SELECTED}
    right, before, theirs = (probability_correct(k, ratio, games) for games in (size, size - 1, FIRST))
    return Selected(
        size, right, before, theirs,
        among(size), among(FIRST), among(won.shape[1]), won.shape[1], float((won.max(axis=0) < 1).mean()),
        printed, chi_square(list(printed.values()), won.mean(axis=1)),
        {name: float((scores[name] > scores[STANDARD]).mean()) for name in SELECTED if name != STANDARD},
    )  # fmt: skip
