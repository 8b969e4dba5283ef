"""`fivedice evaluate`: how well strategies play, exactly."""

from typing import Annotated

import typer

from fivedice.cli.options import Json, Names, PlayedVariant, RulesFile, Settings, players_and_rules
from fivedice.cli.show import show

Exact = Annotated[bool, typer.Option("--exact", help="Ask a network about every turn there is, for many minutes.")]


def evaluate(
    strategy: Names,
    variant: PlayedVariant = None,
    rules: RulesFile = None,
    set_: Settings = None,
    exact: Exact = False,
    json: Json = False,
) -> None:
    """Evaluate strategies exactly: mean, spread and distribution of the score, without sampling error.

    A player that chooses by a network would take minutes for that: it plays 100,000 games, and its mean is the optimum
    less the regrets of its decisions, with its interval; --exact takes the minutes. JSON is one object for one
    strategy, and a list of them for several.
    """
    from fivedice.api.evaluate import evaluate as evaluated

    players, game = players_and_rules(strategy, variant, rules, set_)
    if len(players) == 1:
        show(evaluated(players[0], game, exact=exact), json)
    else:
        show(evaluated(tuple(players), game, exact=exact), json)
