"""`fd.reach`: the greatest probability to end with a target or more, each target with a strategy of its own."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fivedice.api.read import CardLike, RulesLike, read_card, read_rules
from fivedice.errors import ObjectiveError
from fivedice.objectives.points import USUAL_TARGET, check_target, curve_from, reach_curves
from fivedice.progress import Shown, announce, progress_bar
from fivedice.reports import Charted, Table, number
from fivedice.rules import Card, Rules, State


@dataclass(frozen=True, repr=False)
class TargetCurve(Charted):
    """The greatest probability to reach each target from a card.

    curve   : probability of each target: 1, 2, ..., up to 500 or to the greatest requested one
    targets : the requested ones, none for all of them
    """

    rules: Rules
    card: Card
    curve: dict[int, float]
    targets: tuple[int, ...] = ()

    @property
    def probability(self) -> float:
        """The probability of the only requested target."""
        if len(self.targets) != 1:
            raise ObjectiveError("probability is that of one target; ask for one, or look into `curve`.")
        return self.at(self.targets[0])

    def at(self, target: int) -> float:
        """The probability of a target; 0 beyond the curve."""
        return self.curve.get(target, 0.0)

    def headline(self) -> str:
        """The requested probabilities."""
        shown = self.targets[:5] or round_numbers(1, max(self.curve, default=0))[:5]
        return f"{self.rules.name}: " + ", ".join(f"{one} or more {self.at(one):.4%}" for one in shown)

    def parts(self) -> list[str | Table]:
        """A row for each requested target, or for round ones."""
        shown = self.targets or round_numbers(1, max(self.curve, default=0))
        rows: list[list[object]] = [[one, number(self.at(one), ".4%")] for one in shown]
        return [Table("reach", "Reaching a final score", ["Target", "Best probability to reach it"], rows)]

    def table(self, name: str | None = None) -> Table:
        """The whole curve, as the main table."""
        rows: list[list[object]] = [[target, probability] for target, probability in self.curve.items()]
        return Table("curve", "Reaching a final score", ["target", "probability"], rows)

    def to_dict(self) -> Any:
        """Target and probability: one object for one target, else a list; without targets the whole curve."""
        found = [{"target": one, "probability": self.at(one)} for one in self.targets or self.curve]
        return found[0] if len(self.targets) == 1 else found

    def chart(self) -> Any:
        """The curve beside that of the strategy with the greatest mean."""
        from fivedice.charts.scores import curve
        from fivedice.evaluation.outlook import Outlook

        with progress_bar(f"Evaluating {self.rules.name}") as shown:
            optimal = Outlook(self.rules, progress=shown, announce=announce).final(self.card)
        targets = list(self.curve)
        lines = {
            "best strategy for each target": (targets, list(self.curve.values())),
            "strategy of the greatest mean": (targets, [optimal.at_least(one) for one in targets]),
        }
        return curve(lines, title=f"Reaching a final score: {self.rules.name}")


def reach(
    rules: RulesLike = None,
    target: int | Iterable[int] | None = None,
    *,
    card: CardLike = None,
    progress: Shown = None,
) -> TargetCurve:
    """The greatest probability to end with a target or more, from the start or from a card.

    The first call solves all targets at once, which takes a minute; later calls look them up.
    """
    game = read_rules(rules)
    held = read_card(game, card)
    targets = (target,) if isinstance(target, int) else tuple(target or ())
    for one in targets:
        check_target(game, one)
    with progress_bar(f"Solving {game.name} for all targets", progress) as shown:
        curve = curve_from(game, held, max(targets, default=0), progress=shown, announce=announce)
    return TargetCurve(game, held, curve, targets)


@dataclass(frozen=True, repr=False)
class SolvedTargets(TargetCurve):
    """The curve from the start of a game, after all its targets were solved at once."""

    @property
    def max_target(self) -> int:
        """The greatest target that was solved."""
        return max(self.curve)

    def headline(self) -> str:
        """How many targets."""
        return f"{self.rules.name}: greatest probabilities to reach each target, all solved up to {self.max_target}"

    def parts(self) -> list[str | Table]:
        """The probabilities of round targets."""
        return [self.headline(), *super().parts()]

    def to_dict(self) -> dict[str, Any]:
        """The probabilities of round targets."""
        steps = {str(target): self.at(target) for target in round_numbers(1, self.max_target)}
        head = {"variant": self.rules.name, "digest": self.rules.digest, "objective": "reach"}
        return {**head, "max_target": self.max_target, "probabilities": steps}


def solve_targets(
    rules: RulesLike = None, max_target: int | None = None, *, fresh: bool = False, progress: Shown = None
) -> SolvedTargets:
    """Solve all targets up to the greatest one at once, up to 500 by default; `fd.reach` then answers from disk."""
    game, least = read_rules(rules), max_target or USUAL_TARGET
    with progress_bar(f"Solving {game.name} for all targets", progress) as shown:
        curves, most = reach_curves(game, max_target, least=least, fresh=fresh, progress=shown, announce=announce)
    solved = {target: curves.value(State(), -target) for target in range(1, most + 1)}
    return SolvedTargets(game, Card.empty(game), solved)


def round_numbers(least: int, most: int) -> list[int]:
    """Round numbers in a range of scores, enough for the shape of a curve: steps of 50 in most games."""
    step = next(one for one in (50, 10, 5, 1) if most - least >= 5 * one or one == 1)
    return [score for score in range(least, most + 1) if score % step == 0]
