"""`fivedice compare`: strategies on equal dice."""

from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.options import Dice, Seed, TwoOrMoreGames
from fivedice.cli.verb import verb
from fivedice.reports.result import Result
from fivedice.rules import Rules

if TYPE_CHECKING:
    from fivedice.strategies.strategy import Strategy

Exact = Annotated[bool, typer.Option("--exact", help="Add the exact mean, without sampling error, where there is one.")]


@verb(report=True)
def compare(
    players: "list[Strategy]",
    games: TwoOrMoreGames = 100_000,
    seed: Seed = 1,
    *,
    game: Rules,
    dice: Dice = "default",
    exact: Exact = False,
) -> Result:
    """Compare strategies on equal dice: means, paired differences, games won, and who is selected as the best."""
    from fivedice.api.compare import compare

    return compare(*players, rules=game, games=games, seed=seed, dice=dice, exact=exact)
