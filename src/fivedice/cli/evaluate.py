"""`fivedice evaluate`: how well strategies play, exactly."""

from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.verb import Player, Result, verb

Exact = Annotated[bool, Option("--exact", help="Evaluate a network exactly too, which takes many minutes.")]


@verb()
def evaluate(players: list[Player], game: fd.Rules, exact: Exact = False) -> Result:
    """Evaluate strategies exactly: mean, spread and distribution of the score, without sampling error.

    A network would take many minutes for that. So its mean is estimated from 100,000 games, as the optimum less the
    regrets of its decisions, with a confidence interval; --exact evaluates it exactly. JSON is one object for one
    strategy, and a list of them for several.
    """
    if len(players) == 1:
        return fd.evaluate(players[0], game, exact=exact)
    return fd.evaluate(tuple(players), game, exact=exact)
