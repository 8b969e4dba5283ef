"""Study 000, section 4.1 and appendix A: means, medians, extremes, times and histograms of the four algorithms."""

from collections.abc import Mapping

import numpy as np

from fivedice.arrays import Floats
from fivedice.charts import histogram as histogram_chart
from fivedice.comparison import published
from fivedice.comparison.match import PER_GAMES
from fivedice.comparison.trials import Sample
from fivedice.reports import Cell, Claim, Plot, Section, Table, claim_table, number
from fivedice.statistics.significance import LEVEL, chi_square_pooled, ks_distance
from fivedice.studies.measured import Measured, spread_chart

ALGORITHMS = {
    "optimal": "optimal",
    "scorecard-based": "scorecard",
    "dice-based": "dice",
    "forced-scoring": "forced",
    "forced-scoring-one-reroll": "forced",
}
"""Our strategies, and what the histograms of the thesis call them; the last one is a guess at a defect."""
GUESS = "forced-scoring-one-reroll"
LEAST_SHARE = 5e-5
"""Ranges with a smaller share are not drawn."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
COLUMNS = ["Strategy", "Mean", "SD", "Median", "Least", "Greatest", "Seconds", "Thesis: seconds"]

WHY = {
    "optimal": "the thesis's player is not optimal",
    "scorecard-based": "rules described loosely; our reading is only close",
    "dice-based": "pseudo code leaves room; our reading is only close",
    "forced-scoring": "the program did not do what its pseudo code says",
    GUESS: "a guess at a defect, not in the text",
}


def row_of(strategy: str) -> published.Row:
    """The printed performance of an algorithm."""
    wanted = "forced-scoring" if strategy == GUESS else strategy
    return {figure: published.texts("kth")[f"{wanted}-{figure}"] for figure in ("games", "max", "min", "seconds")}


def _claim(name: str, figure: str, published: object, ours: object, met: bool, found: str = "") -> Claim:
    """A claim about an algorithm: what was found is always said, the reason only where it is not met."""
    what, reason = f"{name}: {figure}", WHY[name]
    if name == GUESS:
        return Claim(what, published, ours, "not described", "; ".join(filter(None, (found, reason))))
    return Claim.met_if(met, what, published, ours, found if met else "; ".join(filter(None, (found, reason))))


def claims(players: Mapping[str, Measured]) -> list[Claim]:
    """Mean, median, greatest and least score of each algorithm against what could come of our distribution."""
    found = []
    for name, player in players.items():
        row, printed = row_of(name), published.of_strategy(name, "yatzy")
        games, score = int(row["games"]), player.score
        mean, median = published.number(printed["mean"]), int(printed["median"])
        low, high = player.median_range(games)
        near = abs(score.mean - mean) <= published.half_unit(printed["mean"]) + player.margin(games)
        found.append(_claim(name, "mean", mean, score.mean, near))
        found.append(_claim(name, "median", median, score.median, low <= median <= high))
        for column, word in (("max", "greatest"), ("min", "least")):
            value = int(row[column])
            p = player.extreme_p(value, games, greatest=column == "max")
            found.append(_claim(name, f"{word} score", value, int(player.sample[column]), p >= LEVEL, f"p = {p:.2g}"))
    return found


def performance_section(players: Mapping[str, Measured]) -> Section:
    """The performance tables."""
    rows: list[list[object]] = []
    for name, player in players.items():
        score, sample, seconds = player.score, player.sample, float(row_of(name)["seconds"])
        rows.append(
            [name, number(score.mean, ".4f"), number(score.sd, ".2f"), score.median, int(sample["min"]),
             int(sample["max"]), number(player.seconds, ".2f"), number(seconds, ",g")]
        )  # fmt: skip
    some = next(iter(players.values()))
    played, longest = f"{int(row_of('optimal')['games']):,} games", float(row_of("optimal")["seconds"])
    note = (
        f"Mean, sd and median are {some.how}; least and greatest of {some.games:,} simulated games; seconds for "
        f"{PER_GAMES:,} games on all cores of this machine, dice included. The thesis: {played} each; {longest:,.0f} s "
        f"are its {longest / 3600:.0f} hours."
    )
    quantiles = [
        [name, *map(one.score.quantile, QUANTILES), number(one.p_upper_bonus, ".1%")] for name, one in players.items()
    ]
    text = [
        f"A mean is met if it differs from ours by no more than rounding and chance (1.96 standard errors of {played}) "
        "explain, a median if it lies where 95 of 100 sample medians would, an extreme if one as far out is to be "
        f"expected in {played} with a probability of at least {100 * LEVEL:g} %.",
        "Times come from machines ten years apart and have no verdict.",
    ]
    return Section(
        "Performance",
        text,
        [
            Table("performance", "Performance", COLUMNS, rows, note),
            claim_table("performance-verdicts", "Performance: verdicts", claims(players)),
            Table(
                "quantiles",
                "Quantiles of the score",
                ["Strategy", *(f"{share:.0%}" for share in QUANTILES), "Upper bonus"],
                quantiles,
            ),
            Plot(
                "performance",
                "Means and the middle 90 % of games",
                spread_chart(players, "Scores of the algorithms of study 000"),
            ),
        ],
    )


def shares_in_ranges(player: Measured, printed: Sample) -> Floats:
    """Probability of each printed range; what lies outside of them goes to the outermost ones."""
    begins = [low for low, _, _ in printed.cells][1:]
    places = np.searchsorted(begins, player.score.numbers, side="right")
    return np.bincount(places, player.score.probability, minlength=len(printed.cells)).astype(np.float64)


def histogram_section(players: Mapping[str, Measured]) -> tuple[Section, dict[str, object]]:
    """The histograms in ranges of ten beside appendix A, and how far they are apart."""
    rows: list[list[object]] = []
    tests: list[list[object]] = []
    found: list[Claim] = []
    numbers: dict[str, object] = {}
    theirs, lost = {}, []
    for name, player in players.items():
        printed, played = published.histogram(ALGORITHMS[name]), int(row_of(name)["games"])
        total, counts = printed.counted, [cell.count for cell in printed.ranges]
        if total != played and name != GUESS:
            lost.append(f"{total:,} for {name}")
        shares = shares_in_ranges(player, printed)
        test, distance = chi_square_pooled(counts, shares), ks_distance(counts, shares)
        p = Cell(test.p, f"{test.p:.2g}" if test.p else "< 1e-300")
        tests.append([name, total, number(test.statistic, ",.0f"), test.df, p, number(distance, ".4f")])
        said = f"chi-square {test.statistic:,.0f}, {test.df} df"
        found.append(_claim(name, "histogram", f"{total:,}", f"KS {distance:.4f}", not test.rejected(), said))
        numbers[name] = {"chi_square": test.statistic, "df": test.df, "p": test.p, "ks_distance": distance}
        for cell, share, up_to in zip(printed.ranges, shares.tolist(), shares.cumsum().tolist(), strict=True):
            rows.append(
                [name, f"{cell.low}–{cell.high}", cell.count, number(share * total, ",.0f"),
                 *(number(one, ".2%") for one in (cell.share, share, cell.cumulative, up_to))]
            )  # fmt: skip
        theirs[name] = [(cell.low, cell.high, cell.share) for cell in printed.ranges]
    games = int(row_of("optimal")["games"])
    many = f"{games:,} games"
    chart = histogram_chart(
        {name: player.ranges(LEAST_SHARE) for name, player in players.items()},
        published=theirs,
        title="Scores in ranges of ten, ours and the thesis's",
        subtitle=f"Bars: {'exact' if next(iter(players.values())).exact else 'simulated'} shares; outline: appendix A "
        f"of the thesis, {many} each",
    )
    text = [
        "Chi-square (neighbouring ranges pooled until 5 games are expected) asks whether the printed counts could be a "
        f"sample of our distribution. With {many} it rejects tiny differences, so the "
        "Kolmogorov–Smirnov distance, the greatest gap of the cumulative shares, says how large they are; a true "
        f"sample of {many} stays below {1.358 / games**0.5:.4f} in 95 of 100 cases.",
        f"The printed counts do not all add up to {many}: they are {' and '.join(lost)}.",
    ]
    section = Section(
        "Histograms",
        text,
        [
            claim_table("histogram-verdicts", "Histograms: verdicts", found),
            Table(
                "histogram-tests",
                "Distance between printed and our histograms",
                ["Strategy", "Printed games", "Chi-square", "df", "p", "KS distance"],
                tests,
            ),
            Plot("histograms", "Scores in ranges of ten", chart),
            Table(
                "histograms",
                "Ranges of ten, beside appendix A",
                ["Strategy", "Range", "Count", "Expected", "Share", "Our share", "Up to here", "Ours up to here"],
                rows,
                "Count, share and share up to here are the thesis's. What our player scores outside of the printed "
                "ranges is counted in the outermost ones.",
            ),
        ],
    )
    return section, numbers
