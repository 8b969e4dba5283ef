"""Study 000, appendix A, Graphs 4.2, 4.4, 4.6 and 4.8, Tables 4.1 to 4.4: games in ranges of ten."""

from collections.abc import Mapping

import numpy as np
from scipy import special

from fivedice.arrays import Floats
from fivedice.charts import histogram
from fivedice.comparison import published
from fivedice.comparison.trials import Sample, share_between
from fivedice.reports import Cell, Plot, Section, Table, number
from fivedice.statistics.significance import chi_square_pooled, ks_distance, mean_test
from fivedice.studies.claims import Claims
from fivedice.studies.kth.performance import ALGORITHMS, GAMES, GUESS, WHY
from fivedice.studies.measured import Measured

PLACES = {
    "optimal": ("graph-4.2", "table-4.1"),
    "scorecard-based": ("graph-4.4", "table-4.2"),
    "dice-based": ("graph-4.6", "table-4.3"),
    "forced-scoring": ("graph-4.8", "table-4.4"),
}
"""Graph and table of each algorithm beside its appendix."""
COMMON = ("most-common-range", "most-common-share", "middle-share", "denser-above")
MIDDLE = "210–219"
"""The range of the printed mean and median."""
LEAST_SHARE = 5e-5
"""Ranges with a smaller share are not drawn."""


def shares_in_ranges(player: Measured, printed: Sample) -> Floats:
    """Probability of each printed range; scores outside of them count in the outermost ones."""
    begins = [low for low, _, _ in printed.cells][1:]
    places = np.searchsorted(begins, player.score.numbers, side="right")
    return np.bincount(places, player.score.probability, minlength=len(printed.cells)).astype(np.float64)


def ks_p(distance: float, games: int) -> float:
    """P of a Kolmogorov–Smirnov distance at least so large (Kolmogorov's limit); over ranges it is at most that."""
    return float(special.kolmogorov(distance * games**0.5))


def percentages_that_follow(algorithm: str, divisor: int) -> tuple[int, int]:
    """How many printed percentages, single and summed, are the counts divided by this many games; and of how many."""
    right = total = summed = 0
    for row in published.rows("kth", "histograms"):
        if row["algorithm"] == algorithm:
            summed += int(row["count"])
            for column, count in (("percent", int(row["count"])), ("cumulative", summed)):
                half = published.half_unit(row[column])
                right += abs(100 * count / divisor - float(row[column])) <= half + 1e-9
                total += 1
    return right, total


def judge_percentages(claims: Claims, claim: str, algorithm: str, divisor: int) -> None:
    """Whether every printed percentage of a histogram follows from its counts."""
    right, total = percentages_that_follow(algorithm, divisor)
    claims.judge(claim, f"{right} of {total} follow", right == total, f"counts divided by {divisor:,}")


def histogram_section(claims: Claims, players: Mapping[str, Measured]) -> tuple[Section, dict[str, object]]:
    """The histograms in ranges of ten beside appendix A, and how far they are apart."""
    numbers: dict[str, object] = {}
    tests: list[list[object]] = []
    rows: list[list[object]] = []
    theirs = {}
    for name, player in players.items():
        printed = published.histogram(ALGORITHMS["forced-scoring" if name == GUESS else name])
        total, counts = printed.counted, [cell.count for cell in printed.ranges]
        shares = shares_in_ranges(player, printed)
        test, distance = chi_square_pooled(counts, shares), ks_distance(counts, shares)
        tests.append([name, total, number(test.statistic, ",.0f"), test.df,
                      Cell(test.p, f"{test.p:.2g}" if test.p else "< 1e-300"), number(distance, ".4f")])  # fmt: skip
        numbers[name] = {"chi_square": test.statistic, "df": test.df, "p": test.p, "ks_distance": distance}
        for cell, share, up_to in zip(printed.ranges, shares.tolist(), shares.cumsum().tolist(), strict=True):
            rows.append(
                [name, f"{cell.low}–{cell.high}", cell.count, number(share * total, ",.0f"),
                 *(number(one, ".2%") for one in (cell.share, share, cell.cumulative, up_to))]
            )  # fmt: skip
        theirs[name] = [(cell.low, cell.high, cell.share) for cell in printed.ranges]
        if name in PLACES:
            graph, table = PLACES[name]
            claims.tested(
                graph, f"KS {distance:.4f}", ks_p(distance, total), "Kolmogorov–Smirnov", unless_met=WHY[name]
            )
            said = f"chi-square {test.statistic:,.0f}, {test.df} df"
            claims.tested(f"appendix-a-{name}", f"KS {distance:.4f}", test.p, said, unless_met=WHY[name])
            _judge_table(claims, table, player, printed)
            claims.digit(f"appendix-a-{name}-games", total, "sum of its counts")
            claims.show_wrong(
                f"appendix-a-{name}-games",
                f"The counts add up to {total:,}, though the percentages are counts divided by {GAMES:,} and end with "
                f"100 %. No range holds the other {GAMES - total}.",
            )
            judge_percentages(claims, f"appendix-a-{name}-shares", ALGORITHMS[name], GAMES)
    _judge_common(claims, players["optimal"])
    judged = [one for name, places in PLACES.items() for one in (*places, f"appendix-a-{name}*")]
    text = [
        f"{claims.tally(*judged)}. Chi-square (neighbouring ranges pooled until 5 games are expected) asks whether the "
        f"printed counts could be a sample of our distribution. With {GAMES:,} games it rejects tiny differences, so "
        "the Kolmogorov–Smirnov distance, the greatest gap of the cumulative shares, says how large they are; a true "
        f"sample stays below {1.358 / GAMES**0.5:.4f} in 95 of 100 cases.",
        f"Of the optimal algorithm's most common scores the discussion says more: {claims.tally(*COMMON)}.",
    ]
    chart = histogram(
        {name: player.ranges(LEAST_SHARE) for name, player in players.items()},
        published=theirs,
        title="Scores in ranges of ten, ours and the thesis's",
        subtitle=f"Bars: exact shares; outline: appendix A of the thesis, {GAMES:,} games each",
    )
    parts: list[Table | Plot] = [
        claims.table("histogram-verdicts", "Histograms: verdicts", [*judged, *COMMON]),
        Table(
            "histogram-tests", "Distance between printed and our histograms",
            ["Strategy", "Printed games", "Chi-square", "df", "p", "KS distance"], tests,
        ),
        Plot("histograms", "Graphs 4.2, 4.4, 4.6 and 4.8: scores in ranges of ten", chart),
        Table(
            "histograms", "Ranges of ten, beside appendix A",
            ["Strategy", "Range", "Count", "Expected", "Share", "Our share", "Up to here", "Ours up to here"], rows,
            "Count, share and share up to here are the thesis's. What our player scores outside of the printed ranges "
            "is counted in the outermost ones.",
        ),
    ]  # fmt: skip
    return Section("Histograms", text, parts), numbers


def _judge_table(claims: Claims, claim: str, player: Measured, printed: Sample) -> None:
    """A table of some ranges: chi-square over them and the scores below and above."""
    low, high = map(int, claims.text(claim).split("–"))
    inside = [(cell.low, cell.high, cell.count) for cell in printed.ranges if low <= cell.low and cell.high <= high]
    below = sum(cell.count for cell in printed.ranges if cell.high < low)
    counts = [below, *(count for *_, count in inside), printed.counted - below - sum(count for *_, count in inside)]
    shares = [share_between(player.score, one, other) for one, other, _ in inside]
    ends = [1 - player.score.at_least(low), player.score.at_least(high + 1)]
    test = chi_square_pooled(counts, [ends[0], *shares, ends[1]])
    claims.tested(claim, f"{sum(shares):.1%} of games", test.p,
                  f"chi-square {test.statistic:,.0f}, {test.df} df; {sum(counts[1:-1]) / printed.counted:.1%} in print",
                  unless_met=WHY[player.name])  # fmt: skip


def _judge_common(claims: Claims, optimal: Measured) -> None:
    """The most common range of the optimal player, and on which side of the median games lie closer together."""
    ranges = optimal.ranges(0.0)
    low, high, most = max(ranges, key=lambda one: one[2])
    share = {f"{low}–{high}": share for low, high, share in ranges}
    claims.digit("most-common-range", f"{low}–{high}", f"{most:.2%} of games", unless_met=WHY["optimal"])
    for claim, name in (("most-common-share", claims.text("most-common-range")), ("middle-share", MIDDLE)):
        ours = share[name]
        p = mean_test(claims.figure(claim) / 100, GAMES, ours, (ours * (1 - ours)) ** 0.5).p
        claims.tested(claim, 100 * ours, p, "z test of the share", unless_met=WHY["optimal"])
    quarter, middle, three = (optimal.score.quantile(one) for one in (0.25, 0.5, 0.75))
    closer, why = three - middle < middle - quarter, f"quartiles {quarter}, {middle}, {three}"
    claims.holds("denser-above", closer, why, unless_met=WHY["optimal"])
