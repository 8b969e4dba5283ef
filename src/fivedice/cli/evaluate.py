"""`fivedice evaluate`: how well strategies play, exactly."""

from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.verb import Player, Result, verb

Exact = Annotated[bool, Option("--exact", help="Ask a network about every turn there is, for many minutes.")]


@verb()
def evaluate(players: list[Player], game: fd.Rules, exact: Exact = False) -> Result:
    """Evaluate strategies exactly: mean, spread and distribution of the score, without sampling error.

    A player that chooses by a network would take minutes for that: it plays 100,000 games, and its mean is the optimum
    less the regrets of its decisions, with its interval; --exact takes the minutes. JSON is one object for one
    strategy, and a list of them for several.
    """
    if len(players) == 1:
        return fd.evaluate(players[0], game, exact=exact)
    return fd.evaluate(tuple(players), game, exact=exact)
