"""`fd.compare` and `fd.same_dice`: strategies on equal dice, in figures or turn by turn."""

from fivedice.api.read import RulesLike, StrategyLike, read_games, read_players
from fivedice.api.solve import solution_in_memory
from fivedice.comparison.compare import Comparison
from fivedice.comparison.compare import compare as figures
from fivedice.comparison.decisions import Player
from fivedice.comparison.match import check_entrants, play_match
from fivedice.comparison.same_dice import SameDice
from fivedice.progress import Shown, progress_bar
from fivedice.simulation.games import play
from fivedice.simulation.regret import decision_values
from fivedice.simulation.streams import StreamLike, read_stream
from fivedice.strategies.policy import policy_for


def compare(
    *strategies: StrategyLike,
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
    count = read_games(games, 2, kept=4 * len(players))
    match = play_match(players, game, read_stream(dice, seed), count, exact=exact, progress=progress)
    return figures(match, seed=seed, dice=str(dice))


def same_dice(
    *strategies: StrategyLike,
    rules: RulesLike = None,
    games: int = 5,
    seed: int = 1,
    dice: StreamLike = "default",
    progress: Shown = None,
) -> SameDice:
    """The decisions of strategies on equal dice, turn by turn, with the regret of each.

    The face of a die depends only on game, turn, throw and position: strategies that kept different dice before still
    get the same faces. Regret is what a decision loses against the best one, in points of the expected final score.
    """
    players, game = read_players(strategies, rules)
    check_entrants(players, game, least=1)
    stream, count = read_stream(dice, seed), read_games(games)
    solution, found = solution_in_memory(game, progress), []
    for player in players:
        with progress_bar(f"Asking {player.name}", progress) as shown:
            policy = policy_for(player, game, progress=shown)
        (played,) = play(policy, stream, count, record=True, block=count)
        found.append(Player(player.name, played, decision_values(played, solution)))
    return SameDice(game, solution.value, found[0].games.dice, stream.in_turn, tuple(found), seed, str(dice))
