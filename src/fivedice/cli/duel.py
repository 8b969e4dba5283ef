"""`fivedice duel`: what playing to win gains."""

import fivedice as fd
from fivedice.cli.options import Seed, TwoOrMoreGames
from fivedice.cli.verb import Result, verb


@verb()
def duel(game: fd.Rules, games: TwoOrMoreGames = 100, seed: Seed = 1) -> Result:
    """What playing to win gains over playing for the mean, against an opponent who plays for the mean.

    The gain is the mean over the games of what their decisions add to the win probability, each known exactly. A game
    takes a second or two.
    """
    return fd.duel(game, games=games, seed=seed)
