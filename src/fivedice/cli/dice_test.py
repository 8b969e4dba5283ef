"""`fivedice dice-test`: whether dice are fair."""

from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.options import Seed
from fivedice.cli.verb import Result, verb
from fivedice.errors import NotationError

MOST_ROLLS = 100_000_000
SOURCES = "A generator, or a text file of faces: 53412 or 5 3 4 1 2, any number per line."
Dice = Annotated[str | None, Option("--dice", metavar="default|study-002|FILE", help=SOURCES)]
NUMBER = "Number of dice; default 3,000,000, or all of a file."
Rolls = Annotated[int | None, Option("--rolls", metavar="N", min=1, max=MOST_ROLLS, help=NUMBER)]
Counts = Annotated[str | None, Option("--counts", metavar="N,N,...", help="How often each face came up, from 1 to 6.")]


@verb()
def dice_test(dice: Dice = None, rolls: Rolls = None, seed: Seed = 1, counts: Counts = None) -> Result:
    """Test dice, virtual or real: counts, mean, chi-square, runs and pair tests, and what they can tell."""
    if counts is not None and (dice is not None or rolls is not None):
        raise NotationError("--counts are dice already: leave --dice and --rolls out, or --counts.")
    return fd.dice_test(dice, counts=counts, rolls=rolls, seed=seed)
