"""Study 000, sections 4.1 and appendix A: means, medians, extremes, times and histograms of the four algorithms."""

from collections.abc import Mapping

import numpy as np

from fivedice.arrays import Floats
from fivedice.charts import histogram as histogram_chart
from fivedice.charts import intervals
from fivedice.comparison import published
from fivedice.comparison.match import PER_GAMES
from fivedice.comparison.trials import Sample
from fivedice.reports import Cell, Comparison, Plot, Section, Table, Verdict, comparison_table
from fivedice.statistics.intervals import NORMAL_95
from fivedice.statistics.ranges import ranges_of
from fivedice.statistics.significance import LEVEL, chi_square_pooled, ks_distance
from fivedice.studies.measured import Measured

ALGORITHMS = {
    "optimal": "optimal",
    "scorecard-based": "scorecard",
    "dice-based": "dice",
    "forced-scoring": "forced",
    "forced-scoring-one-reroll": "forced",
}
"""Our strategies, and what the histograms of the thesis call them; the last one is a guess at a defect."""
GUESS = "forced-scoring-one-reroll"
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
COLUMNS = ["Strategy", "Mean", "SD", "Median", "Least", "Greatest", "Seconds", "Thesis: seconds"]

WHY = {
    "optimal": "the thesis's player is not optimal",
    "scorecard-based": "rules told loosely: our reading only comes near",
    "dice-based": "pseudo code leaves room: our reading only comes near",
    "forced-scoring": "the program did not do what its pseudo code says",
    GUESS: "a guess at a defect, not in the text",
}


def row_of(strategy: str) -> published.Row:
    """The printed performance of an algorithm."""
    wanted = "forced-scoring" if strategy == GUESS else strategy
    return next(row for row in published.rows("kth", "performance") if row["strategy"] == wanted)


def extreme_p(player: Measured, value: int, games: int, *, greatest: bool) -> float:
    """Two-sided probability of a greatest (least) score as far out as `value` in so many games.

    P(max ≤ m) = F(m)ⁿ and P(min ≥ m) = (1 − F(m − 1))ⁿ. Where F comes from a sample, one game more is counted beyond
    `value`, so that a tail which the sample does not reach does not count as impossible.
    """
    slack = 0.0 if player.exact else 1 / player.games
    beyond = player.score.at_least(value) if greatest else 1 - player.score.at_least(value + 1)
    further = player.score.at_least(value + 1) if greatest else 1 - player.score.at_least(value)
    nobody_further = (1 - min(max(further, 0.0), 1.0)) ** games
    somebody = 1 - (1 - min(max(beyond, 0.0) + slack, 1.0)) ** games
    return float(min(1.0, 2 * min(nobody_further, somebody)))


def median_range(player: Measured, games: int) -> tuple[int, int]:
    """Where 95 of 100 sample medians lie: the quantiles 1/2 ± 1.96 · √(1/4n)."""
    reach = NORMAL_95 * float(np.hypot(0.5 / games**0.5, 0.0 if player.exact else 0.5 / player.games**0.5))
    return player.score.quantile(0.5 - reach), player.score.quantile(0.5 + reach)


def _verdict(agrees: bool, strategy: str) -> Verdict:
    if strategy == GUESS:
        return "not described"
    return "met" if agrees else "differs"


def _why(agrees: bool, strategy: str, p: float | None = None) -> str:
    """Why a figure differs; a probability is told in any case."""
    said = "" if p is None else f"p = {p:.2g}"
    reason = WHY[strategy] if strategy == GUESS or not agrees else ""
    return "; ".join(filter(None, (said, reason)))


def comparisons(players: Mapping[str, Measured]) -> list[Comparison]:
    """Mean, median, greatest and least score of each algorithm against what could come of our distribution."""
    found = []
    for name, player in players.items():
        row, printed = row_of(name), published.of_strategy(name, "yatzy")
        games, score = int(row["games"]), player.score
        mean, median = published.number(printed["mean"]), int(printed["median"])
        agrees = abs(score.mean - mean) <= published.half_unit(printed["mean"]) + player.margin(games)
        found.append(Comparison(f"{name}: mean", mean, score.mean, _verdict(agrees, name), _why(agrees, name)))
        low, high = median_range(player, games)
        agrees = low <= median <= high
        found.append(Comparison(f"{name}: median", median, score.median, _verdict(agrees, name), _why(agrees, name)))
        for column, greatest in (("max", True), ("min", False)):
            p = extreme_p(player, int(row[column]), games, greatest=greatest)
            agrees = p >= LEVEL
            what = f"{name}: {'greatest' if greatest else 'least'} score"
            ours = int(player.sample[column])
            found.append(Comparison(what, int(row[column]), ours, _verdict(agrees, name), _why(agrees, name, p)))
    return found


def performance_section(players: Mapping[str, Measured], found: list[Comparison]) -> Section:
    """The performance tables."""
    rows: list[list[object]] = []
    for name, player in players.items():
        sample = player.sample
        rows.append(
            [
                name,
                Cell(player.score.mean, f"{player.score.mean:.4f}"),
                Cell(player.score.sd, f"{player.score.sd:.2f}"),
                player.score.median,
                int(sample["min"]),
                int(sample["max"]),
                Cell(player.seconds, f"{player.seconds:.2f}"),
                Cell(float(row_of(name)["seconds"]), f"{float(row_of(name)['seconds']):,g}"),
            ]
        )
    some = next(iter(players.values()))
    how = "exact" if some.exact else f"from {some.games:,} simulated games"
    played, longest = f"{int(row_of('optimal')['games']):,} games", float(row_of("optimal")["seconds"])
    note = (
        f"Mean, sd and median are {how}; least and greatest of {some.games:,} simulated games; seconds for "
        f"{PER_GAMES:,} games on all cores of this machine, dice included. The thesis: {played} each; {longest:,.0f} s "
        f"are its {longest / 3600:.0f} hours."
    )
    quantiles = Table(
        "quantiles",
        "Quantiles of the score",
        ["Strategy", *(f"{share:.0%}" for share in QUANTILES), "Upper bonus"],
        [
            [
                name,
                *(player.score.quantile(share) for share in QUANTILES),
                Cell(player.p_upper_bonus, f"{player.p_upper_bonus:.1%}"),
            ]
            for name, player in players.items()
        ],
    )
    chart = intervals(
        [
            (name, player.score.quantile(0.05), player.score.mean, player.score.quantile(0.95))
            for name, player in players.items()
        ],
        title="Scores of the algorithms of study 000",
        subtitle="Mean, and the middle 90 % of games; published means as marks",
        published={name: float(published.of_strategy(name, "yatzy")["mean"]) for name in players},
        x_title="Final score",
        digits=1,
    )
    text = [
        f"A mean is met if it differs from ours by no more than rounding and chance (1.96 standard errors of {played}) "
        "explain, a median if it lies where 95 of 100 sample medians would, an extreme if one as far out is to be "
        f"expected in {played} with a probability of at least {100 * LEVEL:g} %.",
        "Times compare machines ten years apart and are given without a verdict.",
    ]
    return Section(
        "Performance",
        text,
        [
            Table("performance", "Performance", COLUMNS, rows, note),
            comparison_table("performance-verdicts", "Performance: verdicts", found),
            quantiles,
            Plot("performance", "Means and the middle 90 % of games", chart),
        ],
    )


def shares_in_ranges(player: Measured, printed: Sample) -> Floats:
    """Probability of each printed range; what lies outside of them goes to the outermost ones."""
    begins = [low for low, _, _ in printed.cells][1:]
    places = np.searchsorted(begins, player.score.numbers, side="right")
    return np.bincount(places, player.score.probability, minlength=len(printed.cells)).astype(np.float64)


def histogram_section(players: Mapping[str, Measured]) -> tuple[Section, list[Comparison], dict[str, object]]:
    """The histograms in ranges of ten beside appendix A, and how far they are apart."""
    rows: list[list[object]] = []
    tests: list[list[object]] = []
    found: list[Comparison] = []
    numbers: dict[str, object] = {}
    ours, theirs, lost = {}, {}, []
    for name, player in players.items():
        printed, played = published.histogram(ALGORITHMS[name]), int(row_of(name)["games"])
        total, counts = printed.counted, [cell.count for cell in printed.ranges]
        if total != played and name != GUESS:
            lost.append(f"{total:,} for {name}")
        shares = shares_in_ranges(player, printed)
        test, distance = chi_square_pooled(counts, shares), ks_distance(counts, shares)
        agrees = not test.rejected()
        tests.append(
            [
                name,
                total,
                Cell(test.statistic, f"{test.statistic:,.0f}"),
                test.df,
                Cell(test.p, f"{test.p:.2g}" if test.p else "< 1e-300"),
                Cell(distance, f"{distance:.4f}"),
            ]
        )
        found.append(
            Comparison(
                f"{name}: histogram",
                f"{total:,}",
                f"KS {distance:.4f}",
                _verdict(agrees, name),
                f"chi-square {test.statistic:,.0f}, {test.df} df; {_why(agrees, name)}".rstrip("; "),
            )
        )
        numbers[name] = {"chi_square": test.statistic, "df": test.df, "p": test.p, "ks_distance": distance}
        for at, cell in enumerate(printed.ranges):
            rows.append(
                [
                    name,
                    f"{cell.low}–{cell.high}",
                    cell.count,
                    Cell(shares[at] * total, f"{shares[at] * total:,.0f}"),
                    *(
                        Cell(share, f"{share:.2%}")
                        for share in (
                            cell.share,
                            float(shares[at]),
                            cell.cumulative,
                            float(shares[: at + 1].sum()),
                        )
                    ),
                ]
            )
        exact = ranges_of(dict(zip(player.score.numbers.astype(int).tolist(), player.score.probability, strict=True)))
        ours[name] = [(one.low, one.high, one.share) for one in exact if one.share > 5e-5]
        theirs[name] = [(cell.low, cell.high, cell.share) for cell in printed.ranges]
    games = int(row_of("optimal")["games"])
    many = f"{games:,} games"
    chart = histogram_chart(
        ours,
        published=theirs,
        title="Scores in ranges of ten, ours and the thesis's",
        subtitle=f"Bars: {'exact' if next(iter(players.values())).exact else 'simulated'} shares; outline: appendix A "
        f"of the thesis, {many} each",
    )
    text = [
        "Chi-square (neighbouring ranges pooled until 5 games are expected) asks whether the printed counts could be a "
        f"sample of our distribution. With {many} it notices differences that no player would, so the "
        "Kolmogorov–Smirnov distance, the greatest gap of the cumulative shares, says how large they are; a true "
        f"sample of {many} stays below {1.358 / games**0.5:.4f} in 95 of 100 cases.",
        f"The printed counts do not all add up to {many}: they are {' and '.join(lost)}.",
    ]
    section = Section(
        "Histograms",
        text,
        [
            comparison_table("histogram-verdicts", "Histograms: verdicts", found),
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
                [
                    "Strategy",
                    "Range",
                    "Count",
                    "Expected",
                    "Share",
                    "Our share",
                    "Up to here",
                    "Ours up to here",
                ],
                rows,
                "Count, share and share up to here are the thesis's. What our player scores outside of the printed "
                "ranges is counted in the outermost ones.",
            ),
        ],
    )
    return section, found, numbers
