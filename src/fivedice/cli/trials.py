"""`fivedice trials`: people's scores beside strategies."""

from pathlib import Path
from typing import Annotated

import typer

from fivedice.cli.options import Json, OutFolder, RulesFile, Settings, check_players, rules_from
from fivedice.cli.show import check_folder, show_reported

File = Annotated[
    Path | None, typer.Argument(metavar="FILE", help="Scores as CSV; without it, the 300 trials of study 000.")
]
Variant = Annotated[
    str | None, typer.Option("--variant", metavar="V", help="What was played; see `fivedice variants`.")
]
Against = Annotated[
    list[str] | None,
    typer.Option("--strategy", metavar="S", help="Who the people are set against; may be repeated."),
]


def trials(
    file: File = None,
    variant: Variant = None,
    strategy: Against = None,
    out: OutFolder = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Set people's scores beside strategies, and say whether the difference could be luck.

    FILE holds a score a line; or a table whose first line names its columns: score (and player); low, high and count;
    or one column for each box of the card, a row for each game.
    """
    from fivedice.api.read import read_strategy
    from fivedice.api.trials import trials as tried

    given = file or variant or rules or set_
    game = rules_from(variant, rules, set_) if given else None
    players = tuple(read_strategy(one) for one in strategy or ())
    if game:
        check_players(players, game)
    check_folder(out)
    show_reported(tried(file, game, strategies=players), out, json)
