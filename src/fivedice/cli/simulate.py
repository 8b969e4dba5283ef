"""`fivedice simulate`: games by the million."""

from pathlib import Path
from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.options import Dice, GameCount, Seed
from fivedice.cli.verb import Player, Result, verb

ScoresFile = Annotated[Path | None, Option("--scores", metavar="FILE", help="Write the score of each game as CSV.")]
LOGGED = "Write every throw and decision as Parquet, or by name as DIR.csv or DIR.xlsx."
Log = Annotated[Path | None, Option("--log", metavar="DIR", help=LOGGED)]


@verb()
def simulate(
    player: Player,
    games: GameCount = 100_000,
    seed: Seed = 1,
    *,
    game: fd.Rules,
    dice: Dice = "default",
    scores: ScoresFile = None,
    log: Log = None,
) -> Result:
    """Simulate games of a strategy: mean, spread, extremes; scores and logs on request."""
    return fd.simulate(player, game, games=games, seed=seed, dice=dice, csv=scores, log=log, keep_scores=False)
