"""`fivedice evaluate`: how well strategies play, exactly."""

from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.verb import verb
from fivedice.reports.result import Result
from fivedice.rules import Rules

if TYPE_CHECKING:
    from fivedice.strategies.strategy import Strategy

Exact = Annotated[bool, typer.Option("--exact", help="Ask a network about every turn there is, for many minutes.")]


@verb()
def evaluate(players: "list[Strategy]", game: Rules, exact: Exact = False) -> Result:
    """Evaluate strategies exactly: mean, spread and distribution of the score, without sampling error.

    A player that chooses by a network would take minutes for that: it plays 100,000 games, and its mean is the optimum
    less the regrets of its decisions, with its interval; --exact takes the minutes. JSON is one object for one
    strategy, and a list of them for several.
    """
    from fivedice.api.evaluate import evaluate

    if len(players) == 1:
        return evaluate(players[0], game, exact=exact)
    return evaluate(tuple(players), game, exact=exact)
