"""`fivedice simulate`: games by the million."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.options import Dice, GameCount, Seed
from fivedice.cli.verb import verb
from fivedice.reports.result import Result
from fivedice.rules import Rules

if TYPE_CHECKING:
    from fivedice.strategies.strategy import Strategy

ScoresFile = Annotated[Path | None, typer.Option("--scores", metavar="FILE", help="Write game and score as CSV.")]
Log = Annotated[
    Path | None,
    typer.Option("--log", metavar="DIR", help="Write every throw and decision; DIR.csv or DIR.xlsx chooses the type."),
]


@verb()
def simulate(
    player: "Strategy",
    games: GameCount = 100_000,
    seed: Seed = 1,
    *,
    game: Rules,
    dice: Dice = "default",
    scores: ScoresFile = None,
    log: Log = None,
) -> Result:
    """Simulate games of a strategy: mean, spread, extremes; scores and logs on request."""
    from fivedice.api.simulate import simulate

    return simulate(player, game, games=games, seed=seed, dice=dice, csv=scores, log=log, keep_scores=False)
