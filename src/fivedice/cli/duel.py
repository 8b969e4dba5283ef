"""`fivedice duel`: what playing to win gains."""

from fivedice.cli.options import Seed, TwoOrMoreGames
from fivedice.cli.verb import verb
from fivedice.reports.result import Result
from fivedice.rules import Rules


@verb()
def duel(game: Rules, games: TwoOrMoreGames = 100, seed: Seed = 1) -> Result:
    """What playing to win gains over playing for the mean, against an opponent who plays for the mean.

    The gain is the mean over the games of what their decisions add to the win probability, each known exactly. A game
    takes a second or two.
    """
    from fivedice.api.duel import duel

    return duel(game, games=games, seed=seed)
