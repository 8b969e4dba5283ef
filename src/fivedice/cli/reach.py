"""`fivedice reach`: how likely a final score is, played for."""

from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.options import CsvFile, Filled, PlotFile
from fivedice.cli.verb import Result, verb

Targets = Annotated[list[int] | None, Option("--target", metavar="T", help="A final score to reach; may be repeated.")]


@verb(csv=CsvFile, plot=PlotFile)
def reach(game: fd.Rules, target: Targets = None, filled: Filled = "") -> Result:
    """The greatest probability to end with a target or more, each target with a strategy of its own.

    The first time, all targets are solved at once, which takes a minute; then they are looked up. Without --target, the
    curve is shown, with --json all of it. With --filled it starts from a card in the middle of a game.
    """
    return fd.reach(game, target, card=filled)
