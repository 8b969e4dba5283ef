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


@dataclass(frozen=True, repr=False)
class FinalScore(Charted):
    """The distribution of a strategy's final score; `asked` are scores whose probability is shown besides."""

    rules: Rules
    strategy: str
    scores: Distribution
    asked: tuple[int, ...] = ()

    @property
    def mean(self) -> float:
        """Expectation."""
        return self.scores.mean

    @property
    def sd(self) -> float:
        """Standard deviation."""
        return self.scores.sd

    @property
    def median(self) -> int:
        """The score that half of the games do not exceed."""
        return self.scores.median

    def quantile(self, share: float) -> int:
        """The least score that is not exceeded in at least this share of games."""
        return self.scores.quantile(share)

    def at_least(self, score: int) -> float:
        """Probability of this score or more."""
        return self.scores.at_least(score)

    def headline(self) -> str:
        """Mean, spread and range."""
        scores = self.scores
        figures = f"mean {scores.mean:.4f}, standard deviation {scores.sd:.2f}, from {scores.least} to {scores.most}"
        return f"{self.strategy}, {self.rules.name}: {figures}"

    def parts(self) -> list[str | Table]:
        """Quantiles, and the probability of round scores."""
        scores = self.scores
        quantiles: list[list[object]] = [[number(share, ".0%"), scores.quantile(share)] for share in SHARES]
        steps = sorted({*round_numbers(scores.least, scores.most), *self.asked})
        reaching: list[list[object]] = [[one, number(scores.at_least(one), ".4%")] for one in steps]
        return [
            self.headline().split(": ", 1)[1],
            Table("quantiles", "", ["Share of games", "Score at most"], quantiles),
            Table("reaching", "", ["Score at least", "Probability"], reaching),
        ]

    def table(self, name: str | None = None) -> Table:
        """The probability of every score, unless another table is named."""
        if name is not None:
            return super().table(name)
        numbers, probability = self.scores.numbers.astype(int).tolist(), self.scores.probability.tolist()
        rows: list[list[object]] = [list(row) for row in zip(numbers, probability, strict=True)]
        return Table("distribution", "Final score", ["score", "probability"], rows)

    def to_dict(self) -> dict[str, Any]:
        """Mean, spread, quantiles, and the probabilities of round scores."""
        scores = self.scores
        steps = sorted({*range(-(-scores.least // 10) * 10, scores.most + 1, 10), *self.asked})
        return {
            "variant": self.rules.name,
            "strategy": self.strategy,
            "mean": scores.mean,
            "sd": scores.sd,
            "min": scores.least,
            "max": scores.most,
            "quantiles": {f"{share:g}": scores.quantile(share) for share in SHARES},
            "at_least": {str(one): scores.at_least(one) for one in steps},
        }

    def chart(self) -> Any:
        """The distribution."""
        from fivedice.charts.scores import distributions

        lines = {self.strategy: (self.scores.numbers.astype(int).tolist(), self.scores.probability.tolist())}
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
    return FinalScore(game, player.name, scores, tuple(at_least))
