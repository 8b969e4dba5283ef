"""A comparison as a report: its tables beside plots."""

from fivedice.charts import heat_map, histogram, intervals
from fivedice.comparison.compare import P_NOTE, Comparison
from fivedice.reports import Plot, Report, Section, Table


def comparison_report(found: Comparison) -> Report:
    """Scores, differences, games won."""
    match, best = found.match, found.best
    summary = [
        f"{len(match.names)} strategies played the same {match.games:,} games of {match.rules.name}, die for die.",
        f"{best.name} has the greatest mean, {best.mean} (95 % interval), and wins {best.share:.1%} of the games.",
        *found.selection_sentences(),
    ]
    tables = {one.name: one for one in found.tables}
    scores: list[Table | Plot] = [tables[name] for name in ("means", "exact") if name in tables]
    scores += [Plot("means", "Mean scores with 95 % intervals", found.chart()), _histogram(found)]
    about = (
        "On equal dice both strategies of a pair meet the same luck, and the interval of their difference is "
        f"narrower than those of their means suggest. {P_NOTE}"
    )
    sections = [
        Section("Scores", [], scores),
        Section("Differences, game by game", [about], [tables["pairs"], _differences_plot(found)]),
        Section("Games won", [], [tables["win_rates"], _wins_plot(found, tables["win_rates"])]),
    ]
    title = f"{', '.join(one.name for one in found.ranked)}: {match.rules.name}"
    return Report(title, summary, sections, found.to_dict())


def _histogram(found: Comparison) -> Plot:
    series = {one.name: [(cell.low, cell.high, cell.share) for cell in found.ranges(one.name)] for one in found.ranked}
    title = "Scores in ranges of ten"
    return Plot("histogram", title, histogram(series, title=title, games=found.match.games))


def _differences_plot(found: Comparison) -> Plot:
    pairs = [(pair.one, pair.difference) for pair in found.behind_best()]
    chart = intervals(
        [(name, difference.low, difference.estimate, difference.high) for name, difference in pairs],
        title=f"Difference to {found.best.name}",
        subtitle="Mean of the differences, game by game on equal dice, with its 95 % interval",
        reference=0.0,
        reference_label=found.best.name,
        x_title="Difference of the mean scores",
        games=found.match.games,
    )
    return Plot("differences", f"Paired differences to {found.best.name}", chart)


def _wins_plot(found: Comparison, table: Table) -> Plot:
    rows = [f"{place} {one.name}" for place, one in enumerate(found.ranked, 1)]
    chart = heat_map(
        rows,
        range(1, len(rows) + 1),
        found.win_rates(),
        title=table.title,
        subtitle=table.note.removesuffix("."),
        legend="Games won",
        column_title="Against",
        middle=0.5,
        games=found.match.games,
    )
    return Plot(table.name, table.title, chart)
