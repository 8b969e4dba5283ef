"""Study 002, selection of the best strategy: how many games it takes, and how many each one won."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from fivedice.arrays import Floats
from fivedice.comparison.match import PROBABILITY, RATIO
from fivedice.reports import Section, Table, number
from fivedice.statistics.selection import probability_correct, selection_size, wins
from fivedice.statistics.significance import Significance, chi_square
from fivedice.studies.claims import Claims
from fivedice.studies.simulation.printed import GAMES, PRINTED, SELECTED, STANDARD, title

NAMES = ("selection-strategies", "selection-games", *(f"{name}-wins" for name in SELECTED), "best", "outscored")
FIRST = int(PRINTED["selection-games"])
WINS = {name: int(PRINTED[f"{name}-wins"]) for name in SELECTED}
"""The printed numbers of games won."""


@dataclass(frozen=True, eq=False)
class Selected:
    """The selection of the best.

    size  : the least number of games that it takes;  won : float64[strategies, games], shares of each game, ties shared
    fit   : whether the printed wins are those of a random sample of the games
    ahead : share of all games in which each of the others scores more than Dice Driven
    """

    size: int
    won: Floats
    fit: Significance
    ahead: Mapping[str, float]

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.won.shape[1])

    @property
    def tied(self) -> float:
        """Share of games without a single winner."""
        return float((self.won.max(axis=0) < 1).mean())

    def wins(self, games: int | None = None) -> dict[str, float]:
        """Number of games that each strategy won, of the first `games` or of all."""
        return dict(zip(SELECTED, self.won[:, :games].sum(axis=1).tolist(), strict=True))

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "published_size": FIRST, "size": self.size, "p_correct": correct(self.size),
            "p_correct_at_published_size": correct(FIRST), "wins": self.wins(self.size),
            "wins_in_published_size": self.wins(FIRST), "published_wins": dict(WINS),
            "p_random_sample": self.fit.p, "ahead_of_standard": dict(self.ahead),
        }  # fmt: skip

    def judge(self, claims: Claims) -> None:
        """Sample size and wins."""
        claims.digit("selection-strategies", len(SELECTED))
        claims.digit("selection-games", self.size, f"P = {correct(self.size):.5f} with {self.size}, exactly")
        claims.show_wrong(
            "selection-games",
            f"P* = {PROBABILITY:g} is reached with {self.size} games: computed exactly, the probability of a right "
            f"selection is {correct(self.size):.5f} with {self.size}, {correct(self.size - 1):.5f} with one less, and "
            f"{correct(FIRST):.5f} with the {FIRST} of the study. They are enough, and not the least number.",
        )
        first, every = self.wins(FIRST), self.wins()
        for name, won in every.items():
            p = float(stats.binomtest(WINS[name], FIRST, won / self.games).pvalue)
            claims.tested(
                f"{name}-wins", round(FIRST * won / self.games, 1), p,
                f"binomial, as a random sample of {FIRST} of the {GAMES}; the first {FIRST} have {first[name]:.2f}, "
                "ties shared",
            )  # fmt: skip
        best = {max(wins, key=lambda name: wins[name]) for wins in (first, every)}
        claims.digit("best", " or ".join(sorted(best)), f"most wins in the first {FIRST} and in all {GAMES}")
        most = max(self.ahead, key=lambda name: self.ahead[name])
        claims.judge(
            "outscored", f"in {self.ahead[most]:.1%} of the games at most", self.ahead[most] < 0.5,
            f"{title(most)} scores more than {title(STANDARD)} on the same dice most often",
        )  # fmt: skip

    def section(self, claims: Claims) -> Section:
        """Sample size and wins beside those of the study."""
        printed, fewer, every = self.wins(FIRST), self.wins(self.size), self.wins()
        rows = [
            [name, WINS[name], number(printed[name], ".2f"), number(fewer[name], ".2f"), number(every[name], ",.1f"),
             number(every[name] * FIRST / self.games, ".1f"),
             number(self.ahead[name], ".1%") if name in self.ahead else None]
            for name in sorted(SELECTED, key=lambda one: -WINS[one])
        ]  # fmt: skip
        return Section(
            "Selection of the best",
            [
                f"Best of k = {len(SELECTED)} with probability {PROBABILITY:g} if it wins {RATIO:g} times as often as "
                "the second (Bechhofer, Elmaghraby and Morse 1959). The exact least number of games is "
                f"{self.size} (P = {correct(self.size):.5f}); the study uses {FIRST} (P = {correct(FIRST):.5f}).",
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


@cache
def correct(games: int) -> float:
    """The probability of a right selection with this many games."""
    return probability_correct(len(SELECTED), RATIO, games)


def select(scores: Mapping[str, NDArray[np.int64]]) -> Selected:
    """The single-stage selection (Bechhofer, Elmaghraby, Morse 1959), and who won the first games."""
    won = wins(np.array([scores[name] for name in SELECTED]))
    return Selected(
        selection_size(len(SELECTED), PROBABILITY, RATIO), won, chi_square(list(WINS.values()), won.mean(axis=1)),
        {name: float((scores[name] > scores[STANDARD]).mean()) for name in SELECTED if name != STANDARD},
    )  # fmt: skip
