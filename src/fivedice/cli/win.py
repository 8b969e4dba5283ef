"""`fivedice win`: win probabilities."""

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
    int | None, Option("--mover", metavar="N", min=1, help="Number of the player to move, if the cards leave it open.")
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

    All players play on by --strategy; the second figure is for the player to move if it plays to win instead.
    """
    return fd.win(cards, game, throw=throw, mover=mover, strategy=strategy)
