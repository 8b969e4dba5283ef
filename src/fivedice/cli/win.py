"""`fivedice win`: who will come first."""

from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.options import PlayedVariant, StrategyName, ThrowText
from fivedice.cli.verb import Result, verb

Cards = Annotated[
    list[str],
    Option("--cards", metavar="CARDS", help='Cards in the order of play: "sixes=24,C=22 / - 55561:1", or a file.'),
]
Mover = Annotated[
    int | None, Option("--mover", metavar="N", min=1, help="Whose turn it is, where the cards do not tell.")
]


@verb(variant=PlayedVariant)
def win(
    cards: Cards,
    game: fd.Rules | None = None,
    throw: ThrowText = None,
    mover: Mover = None,
    strategy: StrategyName = "optimal",
) -> Result:
    """Win probabilities of a position of two to eight players, and the decision that wins most often.

    Everybody plays on by --strategy; the player to move may also play to win, which is the second figure.
    """
    return fd.win(cards, game, throw=throw, mover=mover, strategy=strategy)
