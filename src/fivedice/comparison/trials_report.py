"""Trials beside strategies as a report: tables and plots."""

from fivedice.charts import curve, intervals
from fivedice.comparison.findings import SHOWN, Findings, published_sentences
from fivedice.reports import Plot, Report, Section


def trials_report(found: Findings) -> Report:
    """Scores, distribution, luck."""
    sample = found.trials.everybody
    mean = f"{sample.games:,} games of {found.rules.name} by people have a mean of {sample.interval or sample.mean}."
    tables = {one.name: one for one in found.tables}
    histogram = Plot("histogram", "Shares of games in ranges", found.chart())
    sections = [
        Section("Scores", [], [tables["scores"], _means_plot(found)]),
        Section("Distribution", [], [tables["ranges"], histogram, _cumulative(found)]),
        Section(
            "Could it be luck?",
            [
                "The probability that as many independent games of a strategy have a mean at least, or at most, as "
                "great is exact: the convolution power of the exact distribution of one game."
            ],
            [tables["luck"]],
        ),
    ]
    if found.published:
        sections.append(Section("What has to be known about these trials", published_sentences(found)))
    title = f"People beside strategies: {sample.name}"
    return Report(title, [mean, *found.luck_sentences()], sections, found.to_dict())


def _means_plot(found: Findings) -> Plot:
    rows = [
        (sample.name, interval.low, interval.estimate, interval.high)
        for sample in found.trials.samples
        if (interval := sample.interval)
    ]
    rows += [(name, one.mean, one.mean, one.mean) for name, one in found.strategies.items()]
    subtitle = "People's means with 95 % intervals; those of strategies are exact"
    return Plot("means", "Mean scores", intervals(rows, title="Mean scores", subtitle=subtitle))


def _cumulative(found: Findings) -> Plot:
    sample = found.trials.everybody
    series = {sample.name: ([cell.high for cell in sample.ranges], [cell.cumulative for cell in sample.ranges])}
    for name, one in found.strategies.items():
        drawn = slice(one.quantile(SHOWN) - one.least, one.quantile(1 - SHOWN) - one.least + 1)
        series[name] = (one.numbers[drawn].tolist(), one.cumulative[drawn].tolist())
    title = "Share of games up to each score"
    chart = curve(series, title=title, x_title="Final score (points)", y_title="Share of games up to here")
    return Plot("cumulative", title, chart, "Of games known in ranges only, a point stands at the end of each range.")
