"""`fivedice reach` and `fivedice distribution`: how likely a final score is."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.common import (
    DEFAULT_VARIANT,
    Filled,
    Json,
    RulesFile,
    Settings,
    StrategyName,
    ThrowText,
    VariantName,
    rules_from,
)
from fivedice.cli.pictures import PlotFile, check_files, write_csv, write_plot
from fivedice.cli.show import print_json
from fivedice.errors import NotationError
from fivedice.progress import announce, console, progress_bar
from fivedice.rules import Card, Rules
from fivedice.rules.notation import parse_card, parse_throw

if TYPE_CHECKING:
    from fivedice.evaluation.distribution import Distribution
    from fivedice.progress import Progress

Targets = Annotated[
    list[int] | None, typer.Option("--target", metavar="T", help="A final score to reach; may be repeated.")
]
CsvFile = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the whole curve as CSV.")]
AtLeast = Annotated[
    list[int] | None, typer.Option("--at-least", metavar="T", help="Also P(score ≥ T); may be repeated.")
]
RiskOfOptimal = Annotated[
    float | None,
    typer.Option("--risk", metavar="R", help="Play optimal:risk=R instead of the mean; 1 is cautious."),
]
SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def reach(
    variant: VariantName = DEFAULT_VARIANT,
    target: Targets = None,
    filled: Filled = "",
    csv: CsvFile = None,
    plot: PlotFile = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """The greatest probability to end with a target or more, each target with a strategy of its own.

    The first time, all targets are solved at once, which takes a minute; then they are looked up. Without --target, the
    curve is shown, with --json all of it. With --filled it starts from a card in the middle of a game.
    """
    from fivedice.api.solve import round_numbers
    from fivedice.objectives.points import check_target, curve_from

    game = rules_from(variant, rules, set_)
    card = parse_card(game, filled)
    check_files(csv, plot)
    for one in target or ():
        check_target(game, one)
    with progress_bar(f"Solving {game.name} for all targets") as progress:
        curve = curve_from(game, card, max(target or [0]), progress=progress, announce=announce)
    if csv:
        write_csv(csv, ("target", "probability"), curve.items())
    if plot:
        _plot_curve(plot, game, card, curve)
    wanted = target or (list(curve) if json else round_numbers(1, max(curve, default=0)))
    found = [{"target": one, "probability": curve.get(one, 0.0)} for one in wanted]
    if json:
        print_json(found[0] if target and len(target) == 1 else found)
        return
    from rich.table import Table

    table = Table("Target", "Best probability to reach it", box=None, header_style="bold", pad_edge=False)
    for column in table.columns:
        column.justify = "right"
    for row in found:
        table.add_row(str(row["target"]), f"{row['probability']:.4%}")
    console().print(table)


def distribution(
    variant: VariantName = DEFAULT_VARIANT,
    strategy: StrategyName = "optimal",
    risk: RiskOfOptimal = None,
    filled: Filled = "",
    throw: ThrowText = None,
    at_least: AtLeast = None,
    csv: CsvFile = None,
    plot: PlotFile = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """The exact distribution of a strategy's final score, from the start or from any position."""
    from fivedice.api.solve import round_numbers

    game = rules_from(variant, rules, set_)
    card = parse_card(game, filled)
    check_files(csv, plot)
    with progress_bar(f"Evaluating {strategy}") as progress:
        scores = _scores(game, strategy, risk, card, throw, progress)
    if csv:
        rows = zip(scores.numbers.astype(int).tolist(), scores.probability.tolist(), strict=True)
        write_csv(csv, ("score", "probability"), rows)
    if plot:
        _plot_scores(plot, game, strategy, scores)
    steps = sorted({*range(-(-scores.least // 10) * 10, scores.most + 1, 10), *(at_least or ())})
    figures = {
        "mean": scores.mean,
        "sd": scores.sd,
        "min": scores.least,
        "max": scores.most,
        "quantiles": {f"{share:g}": scores.quantile(share) for share in SHARES},
        "at_least": {str(one): scores.at_least(one) for one in steps},
    }
    if json:
        print_json({"variant": game.name, "strategy": strategy, **figures})
        return
    _print_scores(scores, sorted({*round_numbers(scores.least, scores.most), *(at_least or ())}))


def _scores(
    game: Rules, strategy: str, risk: float | None, card: Card, throw: str | None, progress: "Progress"
) -> "Distribution":
    from fivedice.evaluation.evaluate import evaluate
    from fivedice.evaluation.outlook import Outlook
    from fivedice.rules.state import is_over
    from fivedice.strategies.optimal import Optimal
    from fivedice.strategies.registry import strategy_named

    player = strategy_named(strategy)
    if risk:
        if not isinstance(player, Optimal):
            raise NotationError(f"--risk {risk:g} is for the optimal strategy; {strategy!r} plays as it always does.")
        player = Optimal.with_risk(risk)
    player.check(game)
    state = card.state(game)
    if throw and is_over(game, state):
        raise NotationError(f"dice {throw!r}: every box is filled, so there is no turn left.")
    outlook = Outlook(game, player)
    if throw:
        return outlook.final_in_turn(card, *parse_throw(game, throw))
    if is_over(game, state):
        return outlook.final(card)
    return evaluate(outlook.policy, state, progress=progress).score.shifted(card.box_total(game))


def _print_scores(scores: "Distribution", steps: list[int]) -> None:
    from rich.table import Table

    out = console()
    out.print(f"mean {scores.mean:.4f}, standard deviation {scores.sd:.2f}, from {scores.least} to {scores.most}")
    table = Table("Share of games", "Score at most", box=None, header_style="bold", pad_edge=False)
    for share in SHARES:
        table.add_row(f"{share:.0%}", str(scores.quantile(share)))
    reaching = Table("Score at least", "Probability", box=None, header_style="bold", pad_edge=False)
    for one in steps:
        reaching.add_row(str(one), f"{scores.at_least(one):.4%}")
    for shown in (table, reaching):
        for column in shown.columns:
            column.justify = "right"
        out.print()
        out.print(shown)


def _plot_curve(path: Path, game: Rules, card: Card, curve: dict[int, float]) -> None:
    from fivedice.charts import scores as charts
    from fivedice.evaluation.outlook import Outlook

    with progress_bar(f"Evaluating {game.name}") as progress:
        optimal = Outlook(game, progress=progress, announce=announce).final(card)
    targets = list(curve)
    lines = {
        "best strategy for each target": (targets, list(curve.values())),
        "strategy of the greatest mean": (targets, [optimal.at_least(one) for one in targets]),
    }
    write_plot(path, charts.curve(lines, title=f"Reaching a final score: {game.name}"))


def _plot_scores(path: Path, game: Rules, strategy: str, scores: "Distribution") -> None:
    from fivedice.charts import scores as charts

    lines = {strategy: (scores.numbers.astype(int).tolist(), scores.probability.tolist())}
    write_plot(path, charts.distributions(lines, title=f"Final score of {strategy}: {game.name}"))
