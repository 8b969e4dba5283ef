"""`fivedice win`: who will come first."""

from typing import Annotated

import typer

from fivedice.cli.options import Json, PlayedVariant, RulesFile, Settings, StrategyName, ThrowText, rules_from
from fivedice.cli.show import show

Cards = Annotated[
    list[str],
    typer.Option(
        "--cards", metavar="CARDS", help='Cards in the order of play: "sixes=24,C=22 / - 55561:1", or a file.'
    ),
]
Mover = Annotated[
    int | None, typer.Option("--mover", metavar="N", min=1, help="Whose turn it is, where the cards do not tell.")
]


def win(
    cards: Cards,
    variant: PlayedVariant = None,
    throw: ThrowText = None,
    mover: Mover = None,
    strategy: StrategyName = "optimal",
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Win probabilities of a position of two to eight players, and the decision that wins most often.

    Everybody plays on by --strategy; the player to move may also play to win, which is the second figure.
    """
    from fivedice.api.win import win as chances

    game = rules_from(variant, rules, set_)
    show(chances(cards, game, throw=throw, mover=mover, strategy=strategy), json)
