"""`fivedice rate`: the benchmark."""

import fivedice as fd
from fivedice.cli.options import Seed, TwoOrMoreGames
from fivedice.cli.verb import Player, Result, verb
from fivedice.rating import GAMES, SEED


@verb(report="")
def rate(player: Player, games: TwoOrMoreGames = GAMES, seed: Seed = SEED, *, game: fd.Rules) -> Result:
    """Rate a player: its mean with a 95 % interval from exact regrets, and its answers to 1,000 positions.

    STRATEGY is a strategy, the file of a trained player, engine:COMMAND or text:COMMAND. Figures of one version of the
    benchmark can be compared if games and seed are the same.
    """
    return fd.rate(player, game, games=games, seed=seed)
