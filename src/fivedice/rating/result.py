"""A rating: the benchmark's result for a player, as figures, tables and a page."""

from dataclasses import dataclass
from typing import Any

from fivedice.rating.games import PlayedGames
from fivedice.rating.positions import GROUPS, VERSION, Answers
from fivedice.reports import Charted, Plot, Report, Reported, Section, Table, number
from fivedice.rules import Rules

HOW = (
    "The mean is the optimum minus the mean regret, each decision valued exactly; the luck of each game, which is 0 on "
    "average, and the difference between observed and expected regrets are control variates."
)


@dataclass(frozen=True, repr=False, eq=False)
class Rating(Charted, Reported):
    """The result of the benchmark.

    mean, low, high : of the final score, with its 95 % interval, from regrets;  regret : optimum − mean
    scored          : mean and interval from the scores of the same games
    seconds         : of play; `asked` are the decisions that a program was asked for
    """

    strategy: str
    rules: Rules
    seed: int
    optimum: float
    played: PlayedGames
    answers: Answers
    failures: int = 0
    format_errors: int = 0
    sentences: tuple[str, ...] = ()
    version: int = VERSION

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.played.games

    @property
    def mean(self) -> float:
        """The estimated mean score."""
        return self.played.estimate().estimate

    @property
    def low(self) -> float:
        """The lower end of its 95 % interval."""
        return self.played.estimate().low

    @property
    def high(self) -> float:
        """The upper end; nothing is better than optimal play."""
        return min(self.played.estimate().high, self.optimum)

    @property
    def regret(self) -> float:
        """Mean regret of a game."""
        return self.optimum - self.mean

    @property
    def scored(self) -> tuple[float, float, float]:
        """The mean by the scores alone, with its interval."""
        found = self.played.score_interval()
        return found.estimate, found.low, found.high

    @property
    def positions(self) -> int:
        """How many positions of the test were answered."""
        return self.answers.total.count

    @property
    def kinds(self) -> dict[str, float]:
        """Points lost in a game by each kind of decision."""
        names = [f"keep after throw {throw}" for throw in range(1, self.rules.rolls)] + ["box"]
        lost = (self.played.by_throw / self.games).tolist()
        return dict(zip(names, lost, strict=True))

    @property
    def turns(self) -> list[float]:
        """Points lost in each turn of a game."""
        found: list[float] = (self.played.by_turn / self.games).tolist()
        return found

    def headline(self) -> str:
        """Mean and interval."""
        return (
            f"{self.strategy}, {self.rules.name}: mean {self.mean:.2f}, from {self.low:.2f} to {self.high:.2f} (95 %), "
            f"by the regrets of {self.games:,} games; benchmark {self.version}"
        )

    def parts(self) -> list[str | Table]:
        """Sentences, then the tables."""
        total, speed = self.answers.total, self.played.decisions / max(self.played.seconds, 1e-9)
        lines = [
            f"{self.headline()}.",
            f"A game loses {self.regret:.2f} of {self.optimum:.2f} points; the scores of these games alone give "
            f"{self.scored[0]:.1f}, from {self.scored[1]:.1f} to {self.scored[2]:.1f}.",
            f"Positions: best in {total.best} of {total.count}, {total.regret:.3f} points lost in each.",
            f"Speed: {speed:,.0f} decisions a second.",
        ]
        if self.format_errors or self.failures:
            lines.append(
                f"Answers of a wrong form: {self.format_errors}; other failures: {self.failures}. In their place the "
                f"box that pays most was scored. The first: {self.sentences[0]}"
            )
        lines += [f"Left out: positions of {name}, since {why}" for name, why in self.answers.refused.items()]
        return [*lines, *self.tables]

    @property
    def tables(self) -> list[Table]:
        """Groups of positions, kinds of decisions, turns, and the costliest mistakes."""
        return [self._groups_table(), self._kinds_table(), self._turns_table(), *self._mistake_tables()]

    def to_dict(self) -> dict[str, Any]:
        """Everything."""
        mean, low, high = self.scored
        total = self.answers.total
        return {
            "benchmark": self.version,
            "strategy": self.strategy,
            "variant": self.rules.name,
            "digest": self.rules.digest,
            **{name: getattr(self, name) for name in ("seed", "games", "mean", "low", "high", "regret", "optimum")},
            "scores": {"mean": mean, "low": low, "high": high},
            "positions": self.positions,
            "positions_best": total.best,
            "positions_regret": total.regret,
            "positions_by_group": [one.to_dict() for one in self.answers.groups],
            "positions_left_out": self.answers.refused,
            "regret_by_kind": self.kinds,
            "regret_by_turn": self.turns,
            "decisions": self.played.decisions,
            "mistakes": self.played.mistakes,
            "costliest": [one.to_dict() for one in self.played.worst],
            "costliest_positions": [one.to_dict() for one in self.answers.worst],
            "failures": self.failures,
            "format_errors": self.format_errors,
            "seconds": self.played.seconds,
        }

    def chart(self) -> Any:
        """Points lost in each turn."""
        from fivedice.charts.ranked import bars

        rows = [(f"turn {turn}", lost) for turn, lost in enumerate(self.turns, 1)]
        title = f"Points that {self.strategy} loses in each turn of {self.rules.name}"
        return bars(rows, title=title, unit="points", x_title="Regret of a game", digits=2, games=self.games)

    def document(self) -> Report:
        """A page with all tables."""
        groups, kinds, turns, *mistakes = self.tables
        summary = [part for part in self.parts() if isinstance(part, str)]
        plot = Plot("turns", "Points lost in each turn", self.chart())
        sections = [
            Section("Games", [HOW], [kinds, turns, plot]),
            Section("Positions", [], [groups]),
            *([Section("Costliest mistakes", [], list(mistakes))] if mistakes else []),
        ]
        return Report(f"{self.strategy}: a rating for {self.rules.name}", summary, sections, self.to_dict())

    def _groups_table(self) -> Table:
        total = self.answers.total
        found = [(GROUPS[one.group], one) for one in self.answers.groups] + [("All", total)]
        rows = [
            [name, one.count, one.best, number(one.best / max(one.count, 1), ".1%"), number(one.regret, ".3f")]
            for name, one in found
        ]
        columns = ["Positions", "Count", "Best", "Share", "Regret"]
        note = "Best: the decision loses nothing. Regret: points lost in a position, on average."
        return Table("positions", "Positions that matter", columns, rows, note, bold=(len(rows) - 1,))

    def _kinds_table(self) -> Table:
        rows = [[name, number(lost, ".3f")] for name, lost in self.kinds.items()]
        return Table("kinds", "Points lost in a game by kind of decision", ["Decision", "Regret"], rows)

    def _turns_table(self) -> Table:
        rows = [[turn, number(lost, ".3f")] for turn, lost in enumerate(self.turns, 1)]
        return Table("by-turn", "Points lost in a game by turn", ["Turn", "Regret"], rows)

    def _mistake_tables(self) -> list[Table]:
        columns = ["Turn", "Decision", "Best", "Regret", "Rules"]
        return [
            Table(name, title, columns, [[*one.words, number(one.regret, ".2f"), one.rules.name] for one in worst])
            for name, title, worst in (
                ("costliest", "Costliest mistakes of the games", self.played.worst),
                ("costliest-positions", "Costliest mistakes in the positions", self.answers.worst),
            )
            if worst
        ]
