"""`fivedice same-dice`: what several strategies do with the same dice, turn by turn."""

from pathlib import Path
from typing import Annotated

import typer

from fivedice.cli.options import (
    Dice,
    Json,
    Names,
    PlayedVariant,
    RulesFile,
    Seed,
    Settings,
    players_and_rules,
)
from fivedice.cli.show import check_files, save, show

GameCount = Annotated[int, typer.Option("--games", metavar="N", min=1, max=10_000, help="How many games.")]
CsvFile = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a row for each decision as CSV.")]


def same_dice(
    strategy: Names,
    games: GameCount = 5,
    seed: Seed = 1,
    variant: PlayedVariant = None,
    dice: Dice = "default",
    csv_file: CsvFile = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Show the decisions of several strategies on equal dice, turn by turn, with the regret of each.

    A die has its face by game, turn, throw and position: strategies that kept different dice before still meet the same
    faces. Regret is what a decision loses against the best one there, in points of the expected final score.
    """
    from fivedice.api.same_dice import same_dice as played

    players, game = players_and_rules(strategy, variant, rules, set_)
    check_files(csv_file)
    found = played(*players, rules=game, games=games, seed=seed, dice=dice)
    save(found, csv_file)
    show(found, json)
