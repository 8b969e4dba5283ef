"""`fivedice compare`: strategies on equal dice."""

from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.options import Dice, Seed, TwoOrMoreGames
from fivedice.cli.verb import Player, Result, verb

Exact = Annotated[bool, Option("--exact", help="Add the exact mean, without sampling error, where there is one.")]


@verb(report="")
def compare(
    players: list[Player],
    games: TwoOrMoreGames = 100_000,
    seed: Seed = 1,
    *,
    game: fd.Rules,
    dice: Dice = "default",
    exact: Exact = False,
) -> Result:
    """Compare strategies on equal dice: means, paired differences, games won, and who is selected as the best."""
    return fd.compare(*players, rules=game, games=games, seed=seed, dice=dice, exact=exact)
