"""`fivedice given-up`: when a strategy fills and gives up each box, as study 003 plots it."""

import fivedice as fd
from fivedice.cli.options import GameCount, Seed
from fivedice.cli.verb import Player, Result, verb


@verb(report="given-up-{player.name}")
def given_up(player: Player, game: fd.Rules, games: GameCount = 100_000, seed: Seed = 1) -> Result:
    """Plot when a strategy fills each box, and when with 0 points (study 003): heat map and trends over the turns.

    Writes a report to ./given-up-STRATEGY, or to --out. With --json the numbers are printed, and the report is written
    only if --out is given.
    """
    return fd.given_up(player, game, games, seed)
