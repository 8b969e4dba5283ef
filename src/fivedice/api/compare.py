"""`fd.compare`: strategies on equal dice, in figures that say how sure they are."""

from typing import TYPE_CHECKING

from fivedice.api.read import RulesLike, read_games, read_players
from fivedice.comparison.compare import Comparison
from fivedice.comparison.compare import compare as figures
from fivedice.comparison.match import check_entrants, play_match
from fivedice.progress import Shown
from fivedice.simulation.streams import StreamLike, read_stream

if TYPE_CHECKING:
    from fivedice.strategies.strategy import Strategy


def compare(
    *strategies: "Strategy | str",
    rules: RulesLike = None,
    games: int = 10_000,
    seed: int = 1,
    dice: StreamLike = "default",
    exact: bool = False,
    progress: Shown = None,
) -> Comparison:
    """Compare strategies on equal dice: means, paired differences, games won, and the selection of the best.

    `exact` adds the exact mean of each strategy, except for those that ask a network.
    """
    players, game = read_players(strategies, rules)
    check_entrants(players, game)
    match = play_match(players, game, read_stream(dice, seed), read_games(games, 2), exact=exact, progress=progress)
    return figures(match, seed=seed, dice=str(dice))
