"""`fivedice distribution`: the exact distribution of a strategy's final score."""

from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.options import CsvFile, Filled, PlotFile, StrategyName, ThrowText
from fivedice.cli.verb import Result, verb
from fivedice.errors import NotationError

AtLeast = Annotated[list[int] | None, Option("--at-least", metavar="T", help="Also P(score ≥ T); may be repeated.")]
Risk = Annotated[
    float | None, Option("--risk", metavar="R", help="Play optimal:risk=R instead of the mean; 1 is cautious.")
]


@verb(csv=CsvFile, plot=PlotFile)
def distribution(
    game: fd.Rules,
    strategy: StrategyName = "optimal",
    risk: Risk = None,
    filled: Filled = "",
    throw: ThrowText = None,
    at_least: AtLeast = None,
) -> Result:
    """The exact distribution of a strategy's final score, from the start or from any position."""
    if risk:
        if strategy != "optimal":
            raise NotationError(f"--risk {risk:g} is for the optimal strategy; {strategy!r} plays as it always does.")
        strategy = f"optimal:risk={risk}"
    return fd.distribution(game, strategy, card=filled, throw=throw, at_least=at_least or ())
