"""`fivedice given-up`: when a strategy fills and gives up each box, as study 003 plots it."""

from pathlib import Path

from fivedice.cli.options import (
    GameCount,
    Json,
    Name,
    OutFolder,
    PlayedVariant,
    RulesFile,
    Seed,
    Settings,
    players_and_rules,
)
from fivedice.cli.show import check_folder, show_reported


def given_up(
    strategy: Name,
    variant: PlayedVariant = None,
    games: GameCount = 100_000,
    seed: Seed = 1,
    out: OutFolder = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Plot when a strategy fills and gives up each box (study 003): heat map and trends over the turns.

    Writes a report to ./given-up-STRATEGY, or to --out. With --json the numbers are printed, and the report is written
    only if --out is given.
    """
    from fivedice.api.given_up import given_up as counted

    [player], game = players_and_rules([strategy], variant, rules, set_)
    folder = out or (None if json else Path(f"given-up-{player.name}"))
    check_folder(folder)
    show_reported(counted(player, game, games, seed), folder, json)
