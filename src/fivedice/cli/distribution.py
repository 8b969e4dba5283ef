"""`fivedice distribution`: the exact distribution of a strategy's final score."""

from typing import Annotated

import typer

from fivedice.cli.options import (
    DEFAULT_VARIANT,
    CsvFile,
    Filled,
    Json,
    PlotFile,
    RulesFile,
    Settings,
    StrategyName,
    ThrowText,
    VariantName,
    rules_from,
)
from fivedice.cli.show import check_files, save, show
from fivedice.errors import NotationError

AtLeast = Annotated[
    list[int] | None, typer.Option("--at-least", metavar="T", help="Also P(score ≥ T); may be repeated.")
]
Risk = Annotated[
    float | None, typer.Option("--risk", metavar="R", help="Play optimal:risk=R instead of the mean; 1 is cautious.")
]


def distribution(
    variant: VariantName = DEFAULT_VARIANT,
    strategy: StrategyName = "optimal",
    risk: Risk = None,
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
    from fivedice.api.distribution import distribution as distributed

    check_files(csv, plot)
    if risk:
        if strategy != "optimal":
            raise NotationError(f"--risk {risk:g} is for the optimal strategy; {strategy!r} plays as it always does.")
        strategy = f"optimal:risk={risk:g}"
    game = rules_from(variant, rules, set_)
    found = distributed(game, strategy, card=filled, throw=throw, at_least=at_least or ())
    save(found, csv, plot)
    show(found, json)
