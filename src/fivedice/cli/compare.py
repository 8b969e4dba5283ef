"""`fivedice compare`: strategies on equal dice."""

from typing import Annotated

import typer

from fivedice.cli.options import (
    Dice,
    Json,
    Names,
    OutFolder,
    PlayedVariant,
    RulesFile,
    Seed,
    Settings,
    TwoOrMoreGames,
    players_and_rules,
)
from fivedice.cli.show import check_folder, show_reported

Exact = Annotated[bool, typer.Option("--exact", help="Add the exact mean, without sampling error, where there is one.")]


def compare(
    strategy: Names,
    games: TwoOrMoreGames = 100_000,
    seed: Seed = 1,
    variant: PlayedVariant = None,
    dice: Dice = "default",
    exact: Exact = False,
    out: OutFolder = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Compare strategies on equal dice: means, paired differences, games won, and who is selected as the best."""
    from fivedice.api.compare import compare as compared

    players, game = players_and_rules(strategy, variant, rules, set_)
    check_folder(out)
    found = compared(*players, rules=game, games=games, seed=seed, dice=dice, exact=exact)
    show_reported(found, out, json)
