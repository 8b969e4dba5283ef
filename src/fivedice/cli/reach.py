"""`fivedice reach`: how likely a final score is, played for."""

from typing import Annotated

import typer

from fivedice.cli.options import (
    DEFAULT_VARIANT,
    CsvFile,
    Filled,
    Json,
    PlotFile,
    RulesFile,
    Settings,
    VariantName,
    rules_from,
)
from fivedice.cli.show import check_files, save, show

Targets = Annotated[
    list[int] | None, typer.Option("--target", metavar="T", help="A final score to reach; may be repeated.")
]


def reach(
    variant: VariantName = DEFAULT_VARIANT,
    target: Targets = None,
    filled: Filled = "",
    csv: CsvFile = None,
    plot: PlotFile = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """The greatest probability to end with a target or more, each target with a strategy of its own.

    The first time, all targets are solved at once, which takes a minute; then they are looked up. Without --target, the
    curve is shown, with --json all of it. With --filled it starts from a card in the middle of a game.
    """
    from fivedice.api.reach import reach as reached

    check_files(csv, plot)
    found = reached(rules_from(variant, rules, set_), target, card=filled)
    save(found, csv, plot)
    show(found, json)
