"""The result of a match: sentences, tables, charts and report."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

from fivedice.comparison.match import (
    PROBABILITY,
    RATIO,
    Match,
    Pair,
    SingleStage,
    Standing,
    pairs_of,
    sequential,
    single_stage,
    standings_of,
)
from fivedice.errors import StrategyError
from fivedice.reports import Cell, Charted, Plot, Report, Reported, Section, Table, number
from fivedice.statistics.intervals import Interval
from fivedice.statistics.ranges import Range, ranges_of
from fivedice.statistics.selection import Selection

P_NOTE = "p is that of the paired t test, by Holm's method for all pairs of strategies."


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Charted, Reported):
    """Strategies on equal dice, in the order in which they were named; `seed` and `dice` say which dice."""

    match: Match
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    single_stage: SingleStage
    sequential: Selection
    seed: int = 1
    dice: str = "default"

    @property
    def ranked(self) -> list[Standing]:
        """Strategies by their mean, the best first."""
        return sorted(self.standings, key=lambda one: -one.mean.estimate)

    @property
    def best(self) -> Standing:
        """The strategy with the greatest mean."""
        return self.ranked[0]

    def pair(self, one: str, other: str) -> Pair:
        """Two strategies, seen from the first."""
        for pair in self.pairs:
            if (pair.one, pair.other) == (one, other):
                return pair
            if (pair.other, pair.one) == (one, other):
                return pair.turned()
        raise StrategyError(f"{one!r} and {other!r} are no pair of these: {', '.join(self.match.names)}.")

    def behind_best(self) -> list[Pair]:
        """Every other strategy against the best, in the order of their means."""
        return [self.pair(one.name, self.best.name) for one in self.ranked[1:]]

    def ranges(self, name: str) -> list[Range]:
        """A strategy's scores in ranges of ten."""
        return ranges_of(self.match.scores[self.match.names.index(name)])

    def headline(self) -> str:
        """The means, the best first."""
        means = ", ".join(f"{one.name} {one.mean}" for one in self.ranked)
        return f"{self.match.games:,} games of {self.match.rules.name} each: {means}"

    def parts(self) -> list[str | Table]:
        """Means, differences to the best, exact figures where there are any, and the selection of the best."""
        match = self.match
        played = f"{len(match.names)} strategies, {match.games:,} games of {match.rules.name} each"
        exact = [self._exact_table()] if any(match.exact) else []
        return [
            f"{played}, on equal dice; ± is for 95 %.",
            self._means_table(),
            _pairs_table("against_best", f"Against {self.best.name}", self.behind_best(), "Against"),
            *exact,
            P_NOTE,
            *self.selection_sentences(),
        ]

    @property
    def tables(self) -> list[Table]:
        """Those of the parts, every pair, and the win rates of pairs."""
        return [*super().tables, _pairs_table("pairs", "Every pair: one − other", self.pairs), self._wins_table()]

    def to_dict(self) -> dict[str, Any]:
        """Everything: all pairs, not only those with the best."""
        match, single, steps = self.match, self.single_stage, self.sequential
        return {
            "seed": self.seed,
            "dice": self.dice,
            "variant": match.rules.name,
            "digest": match.rules.digest,
            "games": match.games,
            "best": self.best.name,
            "strategies": [one.to_dict() for one in self.standings],
            "pairs": [one.to_dict() for one in self.pairs],
            "selection": {
                "probability": PROBABILITY,
                "ratio": RATIO,
                "single_stage": {
                    "games_needed": single.needed,
                    "enough": match.games >= single.needed,
                    "wins": dict(zip(match.names, single.won, strict=True)),
                    "selected": single.selected,
                },
                "sequential": {
                    "stopped": steps.stopped_early,
                    "games": steps.games,
                    "selected": match.names[steps.best] if steps.stopped_early else None,
                    "probability": steps.probability,
                    "wins": dict(zip(match.names, steps.wins, strict=True)),
                },
            },
        }

    def selection_sentences(self) -> list[str]:
        """The results of the two procedures to select the best."""
        match, single, steps = self.match, self.single_stage, self.sequential
        takes = (
            f"Selection of the best of {len(match.names)} with P* = {PROBABILITY:g} and θ* = {RATIO:g} takes "
            f"{single.needed:,} games"
        )
        if single.selected:
            won = single.won[match.names.index(single.selected)]
            takes += (
                f": the first {single.needed:,} select {single.selected}, which wins {won:,} of them (ties by lot)."
            )
        else:
            takes += f"; {match.games:,} are too few."
        if steps.stopped_early:
            stops = f"it would have stopped after {steps.games:,} with {match.names[steps.best]}"
            return [takes, f"Game by game, {stops} (Bechhofer, Kiefer, Sobel 1968)."]
        return [takes, f"Game by game, {steps.games:,} games have not been enough to stop."]

    def chart(self) -> Any:
        """Means with their 95 % intervals."""
        from fivedice.charts import intervals

        rows = [(one.name, one.mean.low, one.mean.estimate, one.mean.high) for one in self.ranked]
        return intervals(rows, title=f"Mean scores: {self.match.rules.name}", games=self.match.games)

    def document(self) -> Report:
        """Tables and plots: scores, differences, games won."""
        match, best, tables = self.match, self.best, {one.name: one for one in self.tables}
        summary = [
            f"{len(match.names)} strategies played the same {match.games:,} games of {match.rules.name}, die for die.",
            f"{best.name} has the greatest mean, {best.mean} (95 % interval), and wins {best.share:.1%} of the games.",
            *self.selection_sentences(),
        ]
        about = (
            "On equal dice both strategies of a pair meet the same luck, and the interval of their difference is "
            f"narrower than those of their means suggest. {P_NOTE}"
        )
        ranges, wins = "Scores in ranges of ten", tables["win_rates"]
        plots = [
            Plot("means", "Mean scores with 95 % intervals", self.chart()),
            Plot("histogram", ranges, self._ranges_chart(ranges)),
        ]
        differences = Plot("differences", f"Paired differences to {best.name}", self._differences_chart())
        sections = [
            Section("Scores", [], [*(tables[name] for name in ("means", "exact") if name in tables), *plots]),
            Section("Differences, game by game", [about], [tables["pairs"], differences]),
            Section("Games won", [], [wins, Plot(wins.name, wins.title, self._wins_chart(wins))]),
        ]
        title = f"{', '.join(one.name for one in self.ranked)}: {match.rules.name}"
        return Report(title, summary, sections, self.to_dict())

    def _ranges_chart(self, title: str) -> Any:
        from fivedice.charts import histogram

        series = {
            one.name: [(cell.low, cell.high, cell.share) for cell in self.ranges(one.name)] for one in self.ranked
        }
        return histogram(series, title=title, games=self.match.games)

    def _differences_chart(self) -> Any:
        from fivedice.charts import intervals

        pairs = [(pair.one, pair.difference) for pair in self.behind_best()]
        return intervals(
            [(name, one.low, one.estimate, one.high) for name, one in pairs],
            title=f"Difference to {self.best.name}",
            subtitle="Mean of the differences, game by game on equal dice, with its 95 % interval",
            reference=0.0,
            reference_label=self.best.name,
            x_title="Difference of the mean scores",
            games=self.match.games,
        )

    def _wins_chart(self, table: Table) -> Any:
        from fivedice.charts import heat_map

        rows = [f"{place} {one.name}" for place, one in enumerate(self.ranked, 1)]
        return heat_map(
            rows,
            range(1, len(rows) + 1),
            self.win_rates(),
            title=table.title,
            subtitle=table.note.removesuffix("."),
            legend="Games won",
            column_title="Against",
            middle=0.5,
            games=self.match.games,
        )

    def _means_table(self) -> Table:
        columns = ["Strategy", "Mean", "SD", "Median", "Min", "Max", "Games won", "s/100,000", "Low", "High", "Wins"]
        rows = [
            [
                one.name,
                with_interval(one.mean),
                number(one.sd, ".2f"),
                one.median,
                one.least,
                one.most,
                number(one.share, ".1%"),
                number(one.seconds_per_100_000, ".2f"),
                number(one.mean.low, ".4f"),
                number(one.mean.high, ".4f"),
                number(one.won, ".2f"),
            ]
            for one in self.ranked
        ]
        note = "Equal best scores share a game won; s/100,000: seconds that 100,000 games take."
        return Table("means", "Scores", columns, rows, note, details=("Low", "High", "Wins"))

    def _exact_table(self) -> Table:
        """Exact means beside the simulated ones, and how far these are off in standard errors."""
        rows: list[list[object]] = []
        for one in self.ranked:
            if one.exact is None:
                rows.append([one.name, *[None] * 5])
                continue
            exact, off, error = one.exact, one.mean.estimate - one.exact.mean, one.exact.sd / one.mean.n**0.5
            figures = [number(exact.mean, ".4f"), number(exact.sd, ".2f"), exact.median, number(off, "+.3f")]
            rows.append([one.name, *figures, number(off / error, "+.2f") if error else None])
        columns = ["Strategy", "Mean", "SD", "Median", "Simulated − exact", "in SE"]
        return Table("exact", "Exactly, without sampling error", columns, rows)

    def win_rates(self) -> list[list[float]]:
        """Win rate of the row's strategy against the column's, nan against itself."""
        names = [one.name for one in self.ranked]
        return [[nan if one == other else self.pair(one, other).win_rate for other in names] for one in names]

    def _wins_table(self) -> Table:
        names = [one.name for one in self.ranked]
        rows = [
            [name, *(None if rate != rate else number(rate, ".1%") for rate in row)]
            for name, row in zip(names, self.win_rates(), strict=True)
        ]
        note = "Share of games that the row's strategy wins against the column's; a tie counts half."
        return Table("win_rates", "Win rates of pairs", ["Strategy", *names], rows, note)


def compare(match: Match, *, seed: int = 1, dice: str = "default", lots: int = 0) -> Comparison:
    """Figures of a match; `lots` seeds the lots for tied games in the selection of the best."""
    chosen = single_stage(match, lots), sequential(match, lots)
    return Comparison(match, standings_of(match), pairs_of(match), *chosen, seed, dice)


def small(p: float) -> str:
    """A probability of any size in few characters."""
    if p == 0:
        return "< 1e-300"
    return f"{p:.4f}" if p >= 0.001 else f"{p:.1e}"


def with_interval(one: Interval) -> Cell:
    """An estimate as a cell whose text has the interval."""
    return Cell(one.estimate, str(one).replace("-", "−"))


def _pairs_table(name: str, title: str, pairs: Sequence[Pair], *details: str) -> Table:
    rows = [
        [
            pair.one,
            pair.other,
            with_interval(pair.difference),
            Cell(pair.adjusted, small(pair.adjusted)),
            *(number(share, ".1%") for share in (pair.ahead, pair.level, pair.behind)),
            number(pair.difference.low, ".4f"),
            number(pair.difference.high, ".4f"),
            Cell(pair.p, small(pair.p)),
        ]
        for pair in pairs
    ]
    columns = ["Strategy", "Against", "Difference", "p", "Ahead", "Level", "Behind", "Low", "High", "p alone"]
    return Table(name, title, columns, rows, details=(*columns[-3:], *details))
