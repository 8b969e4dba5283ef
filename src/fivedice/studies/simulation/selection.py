"""Study 002, selection of the best strategy: how many games it takes, and how many each one won."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.reports import Claim, Section, Table, claim_table, number
from fivedice.statistics.selection import probability_correct, selection_size, wins
from fivedice.statistics.significance import Significance, chi_square
from fivedice.studies.simulation.printed import GAMES, PRINTED, SELECTED, STRATEGIES


@dataclass(frozen=True)
class Selected:
    """The selection of the best: sample sizes, wins in the first and in all games, and the share of tied games."""

    size: int
    correct_at_size: float
    correct_at_printed: float
    first: Mapping[str, float]
    first_printed: Mapping[str, float]
    every: Mapping[str, float]
    games: int
    tied: float
    printed: Mapping[str, int]
    fit: Significance

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "published_size": int(PRINTED["selection-games"]), "size": self.size, "p_correct": self.correct_at_size,
            "p_correct_at_published_size": self.correct_at_printed, "wins": dict(self.first),
            "wins_in_published_size": dict(self.first_printed), "published_wins": dict(self.printed),
            "p_random_sample": self.fit.p,
        }  # fmt: skip

    def claims(self) -> list[Claim]:
        """Sample size and wins."""
        printed = int(PRINTED["selection-games"])
        found = [
            Claim.within(
                0, "games for the selection", printed, self.size,
                f"exact computation; {printed} gives P = {self.correct_at_printed:.5f}, {self.size} "
                f"{self.correct_at_size:.5f}",
            )
        ]  # fmt: skip
        for name in sorted(SELECTED, key=lambda one: -self.printed[one]):
            theirs, ours = self.printed[name], self.first_printed[name]
            met, what = round(ours) == theirs, f"{name}: wins in the first {printed} games"
            found.append(Claim.met_if(met, what, theirs, round(ours, 2), "" if met else "not those of the first games"))
        return found

    def section(self) -> Section:
        """Sample size and wins beside those of the study."""
        printed = int(PRINTED["selection-games"])
        rows: list[list[object]] = []
        for name in sorted(SELECTED, key=lambda one: -self.printed[one]):
            won = self.every[name]
            rows.append(
                [name, self.printed[name], number(self.first_printed[name], ".2f"),
                 number(self.first[name], ".2f"), number(won, ",.1f"),
                 number(won * printed / self.games, ".1f")]
            )  # fmt: skip
        return Section(
            "Selection of the best",
            [
                f"Best of k = {len(SELECTED)} with probability {PRINTED['selection-probability']:g} if it wins "
                f"{PRINTED['selection-ratio']:g} times as often as the second (Bechhofer, Elmaghraby and Morse 1959). "
                f"The exact least number of games is {self.size} (P = {self.correct_at_size:.5f}, one game less falls "
                f"short); the study uses {printed} (P = {self.correct_at_printed:.5f}), from a table.",
                "A game is won by the highest total on the same dice; equal best totals share it "
                f"({100 * self.tied:.1f} % of the games are tied). The printed wins are those of no such count of the "
                f"first {printed} or {self.size} games. They fit a random sample of {printed} of the {GAMES} "
                f"(chi-square {self.fit.statistic:.2f}, p = {self.fit.p:.2f}).",
            ],
            [
                claim_table("selection-verdicts", "Selection: verdicts", self.claims()),
                Table(
                    "wins", "Games won, beside Figure 9",
                    ["Strategy", "Published", f"First {printed} games", f"First {self.size} games", f"All {GAMES}",
                     f"All, per {printed}"],
                    rows,
                ),
            ],
        )  # fmt: skip


def select(scores: Mapping[str, NDArray[np.int64]]) -> Selected:
    """The single-stage selection (Bechhofer, Elmaghraby, Morse 1959), and who won the first games."""
    k, probability, ratio = len(SELECTED), PRINTED["selection-probability"], PRINTED["selection-ratio"]
    size, printed_size = selection_size(k, probability, ratio), int(PRINTED["selection-games"])
    won = wins(np.array([scores[name] for name in SELECTED]))

    def among(games: int) -> dict[str, float]:
        return dict(zip(SELECTED, won[:, :games].sum(axis=1).tolist(), strict=True))

    printed = {name: int(STRATEGIES[name]["wins"]) for name in SELECTED}
    return Selected(
        size, probability_correct(k, ratio, size), probability_correct(k, ratio, printed_size),
        among(size), among(printed_size), among(won.shape[1]), won.shape[1], float((won.max(axis=0) < 1).mean()),
        printed, chi_square(list(printed.values()), won.mean(axis=1)),
    )  # fmt: skip
