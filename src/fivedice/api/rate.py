"""`fd.rate`: the benchmark: a player's mean from exact regrets, and its answers to 1,000 positions."""

from functools import cache

from fivedice.api.read import RulesLike, StrategyLike, read_games, read_players
from fivedice.api.solve import solution_in_memory
from fivedice.errors import FivediceError
from fivedice.progress import Shown, progress_bar
from fivedice.rating import GAMES, SEED
from fivedice.rating.forgiving import Forgiving
from fivedice.rating.games import play_games
from fivedice.rating.positions import answer, questions
from fivedice.rating.result import Rating
from fivedice.rules import Rules
from fivedice.strategies.asked import asked_once
from fivedice.strategies.engine import PlayingProgram
from fivedice.strategies.policy import Policy, policy_for
from fivedice.strategies.strategy import Strategy


def rate(
    player: StrategyLike,
    rules: RulesLike = None,
    *,
    games: int = GAMES,
    seed: int = SEED,
    progress: Shown = None,
) -> Rating:
    """Rate a player: a strategy, a trained file, engine:COMMAND or text:COMMAND.

    It plays a fixed set of games on fixed dice, and its mean is the optimum less the regrets of its decisions, with a
    95 % interval. It then answers the 1,000 positions of the benchmark, except those of variants that it cannot play.
    Where a program fails, the box that pays most is scored instead, and the failure is counted.
    """
    [found], game = read_players([player], rules)
    read_games(games, 2)
    solution = solution_in_memory(game, progress)
    is_program = isinstance(found, PlayingProgram)
    forgiving = Forgiving(found)
    if is_program:
        policy: Policy = asked_once(game, forgiving.decide, "a program is rated by games.")
    else:
        with progress_bar(f"Asking {found.name}", progress) as shown:
            policy = policy_for(found, game, reasons=False, progress=shown)
    with progress_bar(f"Rating {found.name}", progress) as shown:
        played = play_games(policy, solution, games, seed, asks=is_program, progress=shown)
    decide = forgiving.decide if is_program else found.decide
    solve = cache(lambda one: solution_in_memory(one, progress))
    with progress_bar(f"Asking {found.name} about positions", progress) as shown:
        answers = answer(decide, solve, _refused(found), progress=shown)
    return Rating(
        found.name, game, seed, solution.value, played, answers,
        forgiving.failures, forgiving.format_errors, tuple(forgiving.sentences),
    )  # fmt: skip


def _refused(player: Strategy) -> dict[str, str]:
    """The variants of the positions that a player cannot play, and why."""
    found: dict[str, str] = {}
    variants: dict[str, Rules] = {one.rules.name: one.rules for one in questions()}
    for name, rules in variants.items():
        try:
            player.check(rules)
        except FivediceError as error:
            found[name] = str(error)
    return found
