"""A comparison as a report with tables and plots."""

from math import nan

from fivedice.charts import heat_map, histogram, intervals
from fivedice.comparison.compare import Comparison, Standing
from fivedice.comparison.compare_numbers import numbers, selection_sentences
from fivedice.reports import Plot, Report, Section, Table


def comparison_report(found: Comparison) -> Report:
    """Tables and plots of a comparison."""
    match = found.match
    ranked = found.ranked
    best = found.best
    summary = [
        f"{len(match.names)} strategies played the same {match.games:,} games of {match.rules.name}, die for die.",
        f"{best.name} has the greatest mean, {best.mean} (95 % interval), and wins {best.share:.1%} of the games.",
        *selection_sentences(found),
    ]
    sections = [
        Section("Scores", [], [_means_table(ranked), _means_plot(found), _histogram(found)]),
        Section(
            "Differences, game by game",
            [
                "On equal dice both strategies of a pair meet the same luck, and the interval of their difference is "
                "narrower than those of their means suggest. p is two-sided, of the paired t test, adjusted over all "
                "pairs by Holm's method."
            ],
            [_pairs_table(found), _differences_plot(found)],
        ),
        Section("Games won", [], [_wins_table(found), _wins_plot(found)]),
    ]
    title = f"{', '.join(one.name for one in ranked)}: {match.rules.name}"
    return Report(title, summary, sections, numbers(found))


def _means_table(ranked: list[Standing]) -> Table:
    columns = [
        "strategy",
        "mean",
        "low",
        "high",
        "sd",
        "median",
        "min",
        "max",
        "games won",
        "share",
        "s per 100,000 games",
    ]
    exact = any(one.exact for one in ranked)
    rows: list[list[object]] = [
        [
            one.name,
            round(one.mean.estimate, 4),
            round(one.mean.low, 4),
            round(one.mean.high, 4),
            round(one.sd, 3),
            one.median,
            one.least,
            one.most,
            round(one.won, 2),
            round(one.share, 5),
            round(one.seconds_per_100_000, 3),
            *([round(one.exact.mean, 4) if one.exact else ""] if exact else []),
        ]
        for one in ranked
    ]
    note = "Low and high are the ends of the 95 % interval of the mean; equal best scores share a game won."
    return Table("means", "Scores of each strategy", columns + (["exact mean"] if exact else []), rows, note)


def _means_plot(found: Comparison) -> Plot:
    rows = [(one.name, one.mean.low, one.mean.estimate, one.mean.high) for one in found.ranked]
    chart = intervals(rows, title="Mean scores", games=found.match.games)
    return Plot("means", "Mean scores with 95 % intervals", chart)


def _histogram(found: Comparison) -> Plot:
    series = {one.name: [(cell.low, cell.high, cell.share) for cell in found.ranges(one.name)] for one in found.ranked}
    chart = histogram(series, title="Scores in ranges of ten", games=found.match.games)
    return Plot("histogram", "Scores in ranges of ten", chart)


def _pairs_table(found: Comparison) -> Table:
    columns = ["one", "other", "difference", "low", "high", "p", "p (Holm)", "ahead", "level", "behind"]
    rows: list[list[object]] = [
        [
            pair.one,
            pair.other,
            round(pair.difference.estimate, 4),
            round(pair.difference.low, 4),
            round(pair.difference.high, 4),
            float(f"{pair.p:.3g}"),
            float(f"{pair.adjusted:.3g}"),
            round(pair.ahead, 5),
            round(pair.level, 5),
            round(pair.behind, 5),
        ]
        for pair in found.pairs
    ]
    return Table("pairs", "Every pair: one − other", columns, rows)


def _differences_plot(found: Comparison) -> Plot:
    pairs = [(pair.one, pair.difference) for pair in found.behind_best()]
    rows = [(name, difference.low, difference.estimate, difference.high) for name, difference in pairs]
    chart = intervals(
        rows,
        title=f"Difference to {found.best.name}",
        subtitle="Mean of the differences, game by game on equal dice, with its 95 % interval",
        reference=0.0,
        reference_label=found.best.name,
        x_title="Difference of the mean scores",
        games=found.match.games,
    )
    return Plot("differences", f"Paired differences to {found.best.name}", chart)


def _rates(found: Comparison) -> list[list[float]]:
    """Win rate of the row's strategy against the column's, nan against itself."""
    names = [one.name for one in found.ranked]
    return [[nan if one == other else found.pair(one, other).win_rate for other in names] for one in names]


def _wins_table(found: Comparison) -> Table:
    names = [one.name for one in found.ranked]
    rows: list[list[object]] = [
        [name, *("" if rate != rate else round(rate, 5) for rate in row)]
        for name, row in zip(names, _rates(found), strict=True)
    ]
    note = "Share of games that the row's strategy wins against the column's; a tie counts half."
    return Table("win_rates", "Win rates of pairs", ["strategy", *names], rows, note)


def _wins_plot(found: Comparison) -> Plot:
    rows = [f"{place} {one.name}" for place, one in enumerate(found.ranked, 1)]
    chart = heat_map(
        rows,
        range(1, len(rows) + 1),
        _rates(found),
        title="Win rates of pairs",
        subtitle="Share of games that the row's strategy wins against the column's; a tie counts half",
        legend="Games won",
        column_title="Against",
        middle=0.5,
        games=found.match.games,
    )
    return Plot("win_rates", "Win rates of pairs", chart)
