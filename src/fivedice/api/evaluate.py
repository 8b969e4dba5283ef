"""`fd.evaluate`: scores of strategies, without sampling error."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, overload

from fivedice.api.read import RulesLike, StrategiesLike, StrategyLike, read_players
from fivedice.evaluation.figures import Figures, figures, figures_chart, figures_parts
from fivedice.progress import Shown, progress_bar
from fivedice.reports import Charted, Table


@dataclass(frozen=True, repr=False)
class Evaluations(Charted):
    """The figures of several strategies under the same rules, in the order in which they were named."""

    found: tuple[Figures, ...]

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[Figures]:
        return iter(self.found)

    def __getitem__(self, at: int | str) -> Figures:
        if isinstance(at, int):
            return self.found[at]
        return next(one for one in self.found if one.strategy == at)

    def headline(self) -> str:
        """The means."""
        return f"{self.found[0].rules.name}: " + ", ".join(f"{one.strategy} {one.mean:.4f}" for one in self.found)

    def parts(self) -> list[str | Table]:
        """A row for each strategy, and the points per box side by side."""
        return figures_parts(list(self.found))

    def to_dict(self) -> list[dict[str, Any]]:
        """The figures of each."""
        return [one.to_dict() for one in self.found]

    def chart(self) -> Any:
        """The distributions of the final scores."""
        return figures_chart(list(self.found))


@overload
def evaluate(
    strategy: StrategyLike, rules: RulesLike = None, *, exact: bool = False, progress: Shown = None
) -> Figures: ...
@overload
def evaluate(
    strategy: StrategiesLike, rules: RulesLike = None, *, exact: bool = False, progress: Shown = None
) -> Evaluations: ...
def evaluate(
    strategy: "StrategyLike | StrategiesLike", rules: RulesLike = None, *, exact: bool = False, progress: Shown = None
) -> Figures | Evaluations:
    """Mean, spread, distribution and points per box of a strategy, or of several, without sampling error.

    A network would take many minutes for that. So its mean is estimated from 100,000 games, as the optimum less the
    regrets of its decisions, with a confidence interval; `exact` evaluates it exactly.
    """
    players, game = read_players(strategy if isinstance(strategy, list | tuple) else [strategy], rules)
    found = []
    for player in players:
        with progress_bar(f"Evaluating {player.name}", progress) as shown:
            found.append(figures(player, game, exact=exact, progress=shown))
    return Evaluations(tuple(found)) if isinstance(strategy, list | tuple) else found[0]
