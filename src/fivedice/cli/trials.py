"""`fivedice trials`: people's scores compared with those of strategies."""

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

import fivedice as fd
from fivedice.cli.options import check_players
from fivedice.cli.verb import Result, verb

File = Annotated[Path | None, Argument(metavar="FILE", help="Scores as CSV; without it, the 300 trials of study 000.")]
Variant = Annotated[str | None, Option("--variant", metavar="V", help="Name of the variant; see `fivedice variants`.")]
Against = Annotated[
    list[str] | None, Option("--strategy", metavar="S", help="A strategy to compare with; may be repeated.")
]


@verb(variant=Variant, report="")
def trials(file: File = None, game: fd.Rules | None = None, strategy: Against = None) -> Result:
    """Compare people's scores with those of strategies, and say whether the difference could be luck.

    FILE holds one score per line; or a table whose first line names its columns: score (and player); low, high and
    count; or one column for each box of the card, with a row for each game.
    """
    from fivedice.api.read import read_strategy

    players = tuple(read_strategy(one) for one in strategy or ())
    if game:
        check_players(players, game)
    return fd.trials(file, game, strategies=players)
