"""`fivedice verify`: check that a game was played with fair dice and by its rules."""

from typing import Annotated

import typer
from typer import Argument

import fivedice as fd
from fivedice.cli.options import Database, Json
from fivedice.cli.verb import show

GameOrFile = Annotated[str, Argument(metavar="GAME", help="Id of a stored game, or file of an exported record.")]

UNFINISHED = 3
"""Exit code for a game that is not over."""


def verify(game: GameOrFile, database: Database = None, json: Json = False) -> None:
    """Check the record of a game: commitment, seed, every share, die and decision, every score.

    The exit code is 0 if all is correct, 1 if something is wrong, 3 if the game is unfinished and correct so far.
    """
    found = fd.verify(game, database)
    show(found, json)
    if not found.sound:
        raise typer.Exit(UNFINISHED if found.verdict == "unfinished" else 1)
