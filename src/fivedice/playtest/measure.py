"""What a playtest measures, as parts: pure functions of plain arguments, see `playtest.parts`.

Rules come as the text of their TOML file, and a trained player as the content of its file in base64, so that it enters
the digest of the part, and workers need no file. Every mean is exact except that of networks, which is measured by
regrets over games, see `simulation.regrets`.
"""

from base64 import b64decode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from fivedice.errors import PlaytestError, RulesError, StrategyError
from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.figures import STREAMS
from fivedice.playtest.replay import changed_decisions, comparable
from fivedice.rules import Rules
from fivedice.rules.parameters import OFF
from fivedice.rules.toml import parse_rules
from fivedice.simulation.mean_estimate import mean_by_regrets
from fivedice.solver import Solution
from fivedice.solver.exact import solve
from fivedice.strategies.policy import AskingPolicy, Policy, ValuePolicy, policy_for, policy_of
from fivedice.strategies.registry import strategy_named
from fivedice.strategies.study_004 import check_card, restricted_solution
from fivedice.strategies.trained import Trained, player_of, unpack_trained
from fivedice.strategies.trained_network import candidates_of


def optima(rules: str) -> dict[str, float | None]:
    """The mean of the optimal strategy, and of the best one that uses meta-actions only, where the card allows it."""
    game, restricted = parse_rules(rules), None
    with suppress(StrategyError):
        check_card(game)
        restricted = solve(game, candidates=candidates_of(game), threads=1).value  # listed once for many upper bonuses
    return {"optimum": solve(game, threads=1).value, "restricted": restricted}


def optimal_figures(rules: str) -> dict[str, Any]:
    """Exact figures of the optimal strategy: spread, bonuses, mean points of each box."""
    game = parse_rules(rules)
    found = evaluate(policy_of(solve(game, threads=1)), threads=1)
    return {
        "mean": found.score.mean,
        "sd": found.score.sd,
        "p_upper_bonus": found.p_upper_bonus,
        "yahtzee_bonuses": found.yahtzee_bonuses,
        "categories": found.categories,
    }


def strategy_mean(rules: str, name: str) -> dict[str, float]:
    """The exact mean of a strategy."""
    game, player = parse_rules(rules), strategy_named(name)
    if name == "optimal":
        return {"mean": solve(game, threads=1).value}
    if name == "meta-optimal":
        return {"mean": restricted_solution(game).value}
    policy = policy_for(player, game)
    if isinstance(policy, AskingPolicy) and policy.why_not_exact:
        raise PlaytestError(policy.why_not_exact)
    return {"mean": evaluate(policy, threads=1).score.mean}


def trained_mean(file: str) -> dict[str, float]:
    """The exact mean of a trained player that decides by arrays."""
    trained = unpack_trained(b64decode(file), "player")
    return {"mean": evaluate(policy_for(player_of(trained, "player"), trained.rules), threads=1).score.mean}


def trained_network_mean(file: str, games: int, seed: int) -> dict[str, float]:
    """The mean of a trained network."""
    return _mean_by_games(unpack_trained(b64decode(file), "player"), games, seed)


def _mean_by_games(network: Trained, games: int, seed: int) -> dict[str, float]:
    policy = policy_for(player_of(network, "network"), network.rules)
    found = mean_by_regrets(policy, _solution(network.rules), games, STREAMS + seed)
    return {"mean": found.mean, "sd": found.sd, "games": found.games}


def category_values(rules: str) -> dict[str, float | None]:
    """What each box is worth: the optimum minus the optimum of the card without it; None for the only box."""
    game = parse_rules(rules)
    best = solve(game, threads=1).value
    return {
        one.name: best - solve(without(game, one.name), threads=1).value if game.turns > 1 else None
        for one in game.categories
    }


def without(rules: Rules, name: str) -> Rules:
    """The card without a box, and without the rules that need it.

    Without the Yahtzee box there is neither joker nor Yahtzee bonus. Without an upper box there is no upper bonus if
    the other boxes cannot reach its threshold.
    """
    changes: dict[str, int | str] = {name: OFF}
    if rules.yahtzee is not None and rules.categories[rules.yahtzee].name == name:
        changes |= {"joker": "none", "yahtzee_bonus": 0}
    try:
        return rules.change(changes)
    except RulesError:
        return rules.change({**changes, "upper_threshold": 0, "upper_bonus": 0})


def changes(base: str, rules: str, games: int, seed: int) -> dict[str, Any] | None:
    """How the optimal decisions of a base variant change under other rules; None where they cannot be compared."""
    one, other = parse_rules(base), parse_rules(rules)
    if not comparable(one, other):
        return None
    return asdict(changed_decisions(_solution(one), _solution(other), games, seed))


def network_mean(
    rules: str, examples: int, hidden: Sequence[int], recipe: str, epochs: int | None, games: int, seed: int
) -> dict[str, float]:
    """The mean of a network, see `taught`."""
    return _mean_by_games(taught(parse_rules(rules), examples, hidden, recipe, seed, epochs), games, seed)


def taught(
    rules: Rules, examples: int, hidden: Sequence[int], recipe: str, seed: int, epochs: int | None = None
) -> Trained:
    """A network that is trained on this many examples of optimal play; with 0 it keeps its random initial weights."""
    from fivedice.learning.examples import sample_examples
    from fivedice.learning.network import train_network

    some = sample_examples(_solution(rules), examples, seed)
    return train_network(some, hidden=tuple(hidden), recipe=recipe, epochs=epochs, seed=seed)


def value_means(rules: str, passes: Sequence[int], hidden: Sequence[int], seed: int) -> dict[str, list[float]]:
    """Exact means of the learner that knows only the rules after each of these passes; after 0 it is greedy."""
    from fivedice.learning.value import train_value
    from fivedice.strategies.trained_value import blank_values

    game = parse_rules(rules)
    means: dict[int, float] = {}

    def note(done: int, policy: Policy) -> None:
        if done in passes:
            means[done] = evaluate(policy, threads=1).score.mean

    def on_pass(done: int, trained: Trained) -> None:
        note(done, policy_for(player_of(trained, "value"), game))

    note(0, ValuePolicy(game, blank_values(game).reshape(-1)))
    train_value(game, passes=max(passes), hidden=tuple(hidden), seed=seed, on_pass=on_pass)
    return {"means": [means[count] for count in passes]}


@lru_cache(maxsize=2)
def _solution(rules: Rules) -> Solution:
    """Solved in memory: a sweep over many variants would fill the user's cache folder."""
    return solve(rules, threads=1)
