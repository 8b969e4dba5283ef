"""`fivedice reach`: the greatest probability to reach a final score."""

from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.options import CsvFile, Filled, PlotFile
from fivedice.cli.verb import Result, verb

Targets = Annotated[list[int] | None, Option("--target", metavar="T", help="A final score to reach; may be repeated.")]


@verb(csv=CsvFile, plot=PlotFile)
def reach(game: fd.Rules, target: Targets = None, filled: Filled = "") -> Result:
    """The greatest probability to end with a target or more, each target with a strategy of its own.

    The first call solves all targets at once, which takes a minute; later calls look them up. Without --target, the
    curve is shown, with --json all of it. With --filled it starts from a card in the middle of a game.
    """
    return fd.reach(game, target, card=filled)
