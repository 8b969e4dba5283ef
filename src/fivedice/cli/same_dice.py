"""`fivedice same-dice`: what several strategies do with the same dice, turn by turn."""

from pathlib import Path
from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.options import Dice, Seed
from fivedice.cli.verb import Player, Result, verb

GameCount = Annotated[int, Option("--games", metavar="N", min=1, max=10_000, help="How many games.")]
CsvFile = Annotated[Path | None, Option("--csv", metavar="FILE", help="Write a row for each decision as CSV.")]


@verb(csv=CsvFile)
def same_dice(
    players: list[Player], games: GameCount = 5, seed: Seed = 1, *, game: fd.Rules, dice: Dice = "default"
) -> Result:
    """Show the decisions of several strategies on equal dice, turn by turn, with the regret of each.

    The face of a die depends only on game, turn, throw and position: strategies that kept different dice before still
    get the same faces. Regret is what a decision loses against the best one, in points of the expected final score.
    """
    return fd.same_dice(*players, rules=game, games=games, seed=seed, dice=dice)
