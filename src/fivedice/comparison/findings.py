"""People's trials beside strategies: tables, sentences, picture and report."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from scipy import special

from fivedice.comparison.compare import small, with_interval
from fivedice.comparison.published_trials import HIGH, OnRealDice, caveats, other_counts
from fivedice.comparison.trials import Luck, Sample, Trials, chance_of, luck_of, ranges_over, share_between
from fivedice.evaluation.distribution import Distribution
from fivedice.reports import Cell, Charted, Plot, Report, Reported, Section, Table, number
from fivedice.rules import Rules

SHOWN = 5e-4
"""Ranges with a smaller share are not drawn."""


@dataclass(frozen=True, eq=False, repr=False)
class Findings(Charted, Reported):
    """Trials, the exact distributions of strategies, and their comparison."""

    rules: Rules
    trials: Trials
    strategies: dict[str, Distribution]
    on_real_dice: OnRealDice | None = None

    @cached_property
    def luck(self) -> list[list[Luck]]:
        """Each sample against each strategy, in order."""
        return [[luck_of(sample, name, one) for name, one in self.strategies.items()] for sample in self.trials.samples]

    @property
    def published(self) -> bool:
        """Whether these are the trials of study 000."""
        return self.trials.everybody.stated is not None

    def headline(self) -> str:
        """The mean, and the probability of it under each strategy."""
        sample = self.trials.everybody
        p = ", ".join(f"{one.strategy} p {small(one.p)}" for one in self.luck[-1])
        return f"{sample.name}, {sample.games:,} games of {self.rules.name}: mean {sample.interval or sample.mean}; {p}"

    def parts(self) -> list[str | Table]:
        """People beside strategies, whether it could be luck, ranges, and sentences."""
        return [self._scores_table(), self._luck_table(), self._ranges_table(), *self.sentences()]

    def _scores_table(self) -> Table:
        """People, then strategies."""
        rows: list[list[object]] = []
        for one in self.trials.samples:
            ends = (one.interval.low, one.interval.high) if one.interval else (None, None)
            mean = with_interval(one.interval) if one.interval else one.mean
            rows.append([one.name, one.games, mean, number(one.sd, ".2f"), one.median, one.least, one.most, *ends])
        for name, player in self.strategies.items():
            figures = [number(player.mean, ".2f"), number(player.sd, ".2f"), player.median, player.least, player.most]
            rows.append([f"{name} (exact)", None, *figures, None, None])
        columns = ["Who", "Games", "Mean", "SD", "Median", "Min", "Max", "Low", "High"]
        return Table("scores", "Scores; ± is for 95 %", columns, rows, details=("Low", "High"))

    def _luck_table(self) -> Table:
        """Each sample against each strategy."""
        several = len(self.luck) > 1
        rows = [
            [
                f"{luck.sample} − {luck.strategy}" if several else luck.strategy,
                number(luck.difference, "+.2f"),
                Cell(luck.at_least, small(luck.at_least)),
                Cell(luck.at_most, small(luck.at_most)),
                number(luck.distance, ".3f"),
                Cell(luck.fit.p, small(luck.fit.p)) if luck.fit else None,
                luck.sample,
                luck.strategy,
                luck.games,
            ]
            for row in self.luck
            for luck in row
        ]
        columns = ["Against", "Difference", "P(≥)", "P(≤)", "Distance", "Shape p", "Player", "Strategy", "Games"]
        note = (
            "P(≥), P(≤): probability that as many games of the strategy have a mean at least, at most, as great. "
            "Distance: between the cumulative shares. Shape: chi-square in ranges."
        )
        return Table("luck", "Could it be luck?", columns, rows, note, details=columns[-3:])

    def _ranges_table(self) -> Table:
        """All games in ranges, with the exact shares of the strategies."""
        rows = [
            [
                f"{row['low']}–{row['high']}",
                row["count"],
                *(number(row[key], ".1%") for key in ("share", "cumulative", *self.strategies)),
                row["low"],
                row["high"],
            ]
            for row in self.range_rows()
        ]
        columns = ["Range", "Games", "Share", "Up to", *self.strategies, "Low", "High"]
        title = "Games in ranges, and the exact share of each strategy"
        return Table("ranges", title, columns, rows, details=("Low", "High"))

    def range_rows(self) -> list[dict[str, Any]]:
        """All games in ranges, beside the exact share of each strategy there."""
        return [
            asdict(cell) | {name: share_between(one, cell.low, cell.high) for name, one in self.strategies.items()}
            for cell in self.trials.everybody.ranges
        ]

    def luck_sentences(self) -> list[str]:
        """Whether the difference to each strategy could be luck."""
        sample = self.trials.everybody
        return [
            luck_sentence(sample, luck, player)
            for luck, player in zip(self.luck[-1], self.strategies.values(), strict=True)
        ]

    def sentences(self) -> list[str]:
        """Conclusions from the trials, with caveats."""
        sample = self.trials.everybody
        low, high = sample.mean_bounds
        bounds = [f"The ranges alone put the mean between {low:.2f} and {high:.2f}."] if sample.grouped else []
        return [*bounds, *self.luck_sentences(), *(published_sentences(self) if self.published else [])]

    def to_dict(self) -> dict[str, Any]:
        """Everything."""
        real = self.on_real_dice
        return {
            "variant": self.rules.name,
            "digest": self.rules.digest,
            "samples": [
                {**sample.to_dict(), "against": [luck.to_dict() for luck in row]}
                for sample, row in zip(self.trials.samples, self.luck, strict=True)
            ],
            "strategies": [
                {"strategy": name, **{key: getattr(one, key) for key in ("mean", "sd", "median")}}
                | {"min": one.least, "max": one.most}
                for name, one in self.strategies.items()
            ],
            "ranges": self.range_rows(),
            "optimal_on_real_dice": {"mean": real.mean.estimate, "interval": real.mean.bounds} if real else None,
            "notes": self.sentences(),
        }

    def chart(self) -> Any:
        """People and strategies in the same ranges."""
        from fivedice.charts import histogram

        sample = self.trials.everybody
        series = {sample.name: [(cell.low, cell.high, cell.share) for cell in sample.ranges]}
        for name, one in self.strategies.items():
            exact = ((low, high, share_between(one, low, high)) for low, high in ranges_over(sample, one))
            series[name] = [cell for cell in exact if cell[-1] > SHOWN]
        return histogram(series, title="People and strategies in the same ranges")

    def document(self) -> Report:
        """Tables and plots: scores, distribution, luck."""
        sample, tables = self.trials.everybody, {one.name: one for one in self.tables}
        mean = f"{sample.games:,} games of {self.rules.name} by people have a mean of {sample.interval or sample.mean}."
        exact = (
            "The probability that as many independent games of a strategy have a mean at least, or at most, as great "
            "is exact: the convolution power of the exact distribution of one game."
        )
        up_to = "Share of games up to each score"
        caption = "Of games known in ranges only, a point stands at the end of each range."
        plots = [
            Plot("histogram", "Shares of games in ranges", self.chart()),
            Plot("cumulative", up_to, self._cumulative_chart(up_to), caption),
        ]
        sections = [
            Section("Scores", [], [tables["scores"], Plot("means", "Mean scores", self._means_chart())]),
            Section("Distribution", [], [tables["ranges"], *plots]),
            Section("Could it be luck?", [exact], [tables["luck"]]),
        ]
        if self.published:
            sections.append(Section("Caveats of these trials", published_sentences(self)))
        title = f"People beside strategies: {sample.name}"
        return Report(title, [mean, *self.luck_sentences()], sections, self.to_dict())

    def _means_chart(self) -> Any:
        from fivedice.charts import intervals

        known = [(one.name, one.interval) for one in self.trials.samples if one.interval]
        rows = [(name, one.low, one.estimate, one.high) for name, one in known]
        rows += [(name, one.mean, one.mean, one.mean) for name, one in self.strategies.items()]
        subtitle = "People's means with 95 % intervals; those of strategies are exact"
        return intervals(rows, title="Mean scores", subtitle=subtitle)

    def _cumulative_chart(self, title: str) -> Any:
        from fivedice.charts import curve

        sample = self.trials.everybody
        series = {sample.name: ([cell.high for cell in sample.ranges], [cell.cumulative for cell in sample.ranges])}
        for name, one in self.strategies.items():
            drawn = slice(one.quantile(SHOWN) - one.least, one.quantile(1 - SHOWN) - one.least + 1)
            series[name] = (one.numbers[drawn].tolist(), one.cumulative[drawn].tolist())
        return curve(series, title=title, x_title="Final score (points)", y_title="Share of games up to here")


def how_likely(p: float) -> str:
    """A probability as text that stays readable when it is small.

    >>> how_likely(0.0074), how_likely(0.3), how_likely(1e-9)
    ('0.0074, once in 135', '0.30', '1e-09')
    """
    if p == 0:
        return "less than 1e-300"
    if p >= 0.1:
        return f"{p:.2f}"
    return f"{p:.2g}, once in {1 / p:,.0f}" if p > 1e-6 else f"{p:.0e}"


def luck_sentence(sample: Sample, luck: Luck, player: Distribution) -> str:
    """Whether the difference to a strategy could be luck."""
    above = luck.difference >= 0
    p, side = (luck.at_least, "at least") if above else (luck.at_most, "at most")
    bound = "up to " if sample.grouped and not sample.stated else ""
    verdict = "luck can explain it" if luck.could_be_luck else "luck alone hardly explains it"
    return (
        f"{luck.strategy}, of mean {player.mean:.2f}, has a mean of {side} {sample.mean:.2f} over {luck.games:,} "
        f"{'game' if luck.games == 1 else 'games'} with probability {bound}{how_likely(p)}: {verdict}."
    )


def published_sentences(found: Findings) -> list[str]:
    """Caveats of the trials of study 000."""
    sample = found.trials.everybody
    words = caveats(sample)
    optimal, real = found.strategies.get("optimal"), found.on_real_dice
    if optimal:
        chances = (f"{chance_of(optimal, sample.mean, games):.4f} with {games}" for games in other_counts(sample))
        words[0] += f" The probability for optimal play would be {' and '.join(chances)} games."
    if real:
        words[-1] += (
            f" On dice exactly that uneven the strategy optimal for fair dice has a mean of {real.mean}, "
            f"most of the way to {sample.mean:.2f}; but so few throws do not show that they are uneven."
        )
    if optimal:
        words.append(_high_games(sample, optimal, real))
    return words


def _high_games(sample: Sample, optimal: Distribution, real: OnRealDice | None) -> str:
    """The high games, where people differ most from optimal play."""
    high = sum(count for low, _, count in sample.cells if low >= HIGH)
    share = optimal.at_least(HIGH)
    chance = float(special.bdtrc(high - 1, sample.counted, share))
    uneven = f" ({real.high * sample.counted:.1f} on the uneven dice)" if real else ""
    return (
        f"{high} of the {sample.counted} games reach {HIGH} points, where optimal play expects "
        f"{share * sample.counted:.1f}{uneven}; that many have probability {how_likely(chance)}. Playing for the "
        "mean does not explain this; playing for very high scores, other rules, records or dice might."
    )
