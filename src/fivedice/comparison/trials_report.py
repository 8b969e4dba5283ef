"""Trials beside strategies as a report with tables and plots."""

from fivedice.charts import curve, histogram, intervals
from fivedice.comparison.trials import Sample, ranges_over, share_between
from fivedice.comparison.trials_numbers import Findings, luck_sentence, numbers, published_sentences, range_rows
from fivedice.reports import Plot, Report, Section, Table

SHOWN = 5e-4
"""Ranges with a smaller share would be bars of no height."""


def trials_report(found: Findings) -> Report:
    """Tables and plots of trials."""
    sample = found.trials.everybody
    summary = [
        f"{sample.games:,} games of {found.rules.name} by people have a mean of {sample.interval or sample.mean}.",
        *(
            luck_sentence(sample, luck, player)
            for luck, player in zip(found.luck[-1], found.strategies.values(), strict=True)
        ),
    ]
    sections = [
        Section("Scores", [], [_samples_table(found), _means_plot(found)]),
        Section("Distribution", [], [_ranges_table(found), _histogram(found), _cumulative(found)]),
        Section(
            "Could it be luck?",
            [
                "The probability that as many independent games of a strategy have a mean at least, or at most, as "
                "great is exact: the convolution power of the exact distribution of one game."
            ],
            [_luck_table(found)],
        ),
    ]
    if found.published:
        sections.append(Section("What has to be known about these trials", published_sentences(found)))
    return Report(f"People beside strategies: {sample.name}", summary, sections, numbers(found))


def _samples_table(found: Findings) -> Table:
    columns = ["player", "games", "mean", "low", "high", "sd", "median", "min", "max"]
    people: list[list[object]] = [_row(sample) for sample in found.trials.samples]
    players: list[list[object]] = [
        [f"{name} (exact)", "", round(one.mean, 4), "", "", round(one.sd, 3), one.median, one.least, one.most]
        for name, one in found.strategies.items()
    ]
    note = "Low and high are the ends of the 95 % interval of the mean."
    return Table("scores", "People, and strategies exactly", columns, people + players, note)


def _row(sample: Sample) -> list[object]:
    interval = sample.interval
    ends: list[object] = [round(interval.low, 3), round(interval.high, 3)] if interval else ["", ""]
    spread: list[object] = [round(sample.sd, 3), sample.median, sample.least, sample.most]
    return [sample.name, sample.games, round(sample.mean, 3), *ends, *spread]


def _means_plot(found: Findings) -> Plot:
    rows = [
        (sample.name, interval.low, interval.estimate, interval.high)
        for sample in found.trials.samples
        if (interval := sample.interval)
    ]
    rows += [(name, one.mean, one.mean, one.mean) for name, one in found.strategies.items()]
    subtitle = "People's means with 95 % intervals; those of strategies are exact"
    return Plot("means", "Mean scores", intervals(rows, title="Mean scores", subtitle=subtitle))


def _ranges_table(found: Findings) -> Table:
    rows = range_rows(found)
    return Table(
        "ranges",
        "Games in ranges, and the exact share of each strategy",
        list(rows[0]),
        [[round(value, 5) if isinstance(value, float) else value for value in row.values()] for row in rows],
    )


def _histogram(found: Findings) -> Plot:
    sample = found.trials.everybody
    series = {sample.name: [(cell.low, cell.high, cell.share) for cell in sample.ranges]}
    for name, one in found.strategies.items():
        exact = ((low, high, share_between(one, low, high)) for low, high in ranges_over(sample, one))
        series[name] = [cell for cell in exact if cell[-1] > SHOWN]
    chart = histogram(series, title="People and strategies in the same ranges")
    return Plot("histogram", "Shares of games in ranges", chart)


def _cumulative(found: Findings) -> Plot:
    sample = found.trials.everybody
    series = {sample.name: ([cell.high for cell in sample.ranges], [cell.cumulative for cell in sample.ranges])}
    for name, one in found.strategies.items():
        drawn = slice(one.quantile(SHOWN) - one.least, one.quantile(1 - SHOWN) - one.least + 1)
        series[name] = (one.numbers[drawn].tolist(), one.cumulative[drawn].tolist())
    title = "Share of games up to each score"
    chart = curve(series, title=title, x_title="Final score (points)", y_title="Share of games up to here")
    return Plot("cumulative", title, chart, "Of games known in ranges only, a point stands at the end of each range.")


def _luck_table(found: Findings) -> Table:
    columns = ["player", "strategy", "games", "difference", "P(at least)", "P(at most)", "KS distance", "chi-square p"]
    rows: list[list[object]] = [
        [
            luck.sample,
            luck.strategy,
            luck.games,
            round(luck.difference, 3),
            float(f"{luck.at_least:.4g}"),
            float(f"{luck.at_most:.4g}"),
            round(luck.distance, 4),
            float(f"{luck.fit.p:.3g}") if luck.fit else "",
        ]
        for row in found.luck
        for luck in row
    ]
    return Table("luck", "People's means under each strategy's own luck", columns, rows)
