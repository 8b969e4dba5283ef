"""`fd.distribution`: the exact distribution of a strategy's final score, from the start or from any position."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fivedice.api.reach import round_numbers
from fivedice.api.read import CardLike, RulesLike, StrategyLike, ThrowLike, read_card, read_players, read_throw
from fivedice.errors import NotationError
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.outlook import Outlook
from fivedice.progress import Shown, progress_bar
from fivedice.reports import Charted, Table, number
from fivedice.rules import Rules
from fivedice.rules.state import is_over

SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True, repr=False, eq=False)
class FinalScore(Charted, Distribution):
    """The distribution of a strategy's final score; `asked` are further scores whose probability is shown."""

    rules: Rules
    strategy: str
    asked: tuple[int, ...] = ()

    def headline(self) -> str:
        """Mean, spread and range."""
        return f"{self.strategy}, {self.rules.name}: {self._figures}"

    @property
    def _figures(self) -> str:
        return f"mean {self.mean:.4f}, standard deviation {self.sd:.2f}, from {self.least} to {self.most}"

    def parts(self) -> list[str | Table]:
        """Quantiles, and the probability of round scores."""
        quantiles: list[list[object]] = [[number(share, ".0%"), self.quantile(share)] for share in SHARES]
        steps = sorted({*round_numbers(self.least, self.most), *self.asked})
        reaching: list[list[object]] = [[one, number(self.at_least(one), ".4%")] for one in steps]
        return [
            self._figures,
            Table("quantiles", "", ["Share of games", "Score at most"], quantiles),
            Table("reaching", "", ["Score at least", "Probability"], reaching),
        ]

    def table(self, name: str | None = None) -> Table:
        """The probability of every score, unless another table is named."""
        if name is not None:
            return super().table(name)
        rows: list[list[object]] = [list(row) for row in enumerate(self.probability.tolist(), self.least)]
        return Table("distribution", "Final score", ["score", "probability"], rows)

    def to_dict(self) -> dict[str, Any]:
        """Mean, spread, quantiles, and the probabilities of round scores."""
        steps = sorted({*range(-(-self.least // 10) * 10, self.most + 1, 10), *self.asked})
        return {
            "variant": self.rules.name,
            "strategy": self.strategy,
            "mean": self.mean,
            "sd": self.sd,
            "min": self.least,
            "max": self.most,
            "quantiles": {f"{share:g}": self.quantile(share) for share in SHARES},
            "at_least": {str(one): self.at_least(one) for one in steps},
        }

    def chart(self) -> Any:
        """The distribution."""
        from fivedice.charts.scores import distributions

        lines = {self.strategy: (self.numbers, self.probability)}
        return distributions(lines, title=f"Final score of {self.strategy}: {self.rules.name}")


def distribution(
    rules: RulesLike = None,
    strategy: StrategyLike = "optimal",
    *,
    card: CardLike = None,
    throw: ThrowLike = None,
    at_least: Iterable[int] = (),
    progress: Shown = None,
) -> FinalScore:
    """The exact distribution of a strategy's final score: from the start, from a card, or with dice on the table.

    `at_least` are scores whose probability is shown besides those of round ones.
    """
    [player], game = read_players([strategy], rules)
    held, thrown = read_card(game, card), read_throw(game, throw)
    over = is_over(game, held.state(game))
    if thrown and over:
        raise NotationError(f"dice {throw!r}: every box is filled, so there is no turn left.")
    outlook = Outlook(game, player)
    with progress_bar(f"Evaluating {player.name}", progress) as shown:
        if thrown:
            scores = outlook.final_in_turn(held, *thrown)
        elif over:
            scores = outlook.final(held)
        else:
            scores = evaluate(outlook.policy, held.state(game), progress=shown).score.shifted(held.box_total(game))
    return FinalScore(scores.least, scores.probability, game, player.name, tuple(at_least))
