"""`fivedice simulate`: games by the million."""

from pathlib import Path
from typing import Annotated

import typer

from fivedice.cli.options import (
    Dice,
    GameCount,
    Json,
    Name,
    PlayedVariant,
    RulesFile,
    Seed,
    Settings,
    players_and_rules,
)
from fivedice.cli.show import show

ScoresFile = Annotated[Path | None, typer.Option("--scores", metavar="FILE", help="Write game and score as CSV.")]
Log = Annotated[
    Path | None,
    typer.Option("--log", metavar="DIR", help="Write every throw and decision; DIR.csv or DIR.xlsx chooses the type."),
]


def simulate(
    strategy: Name,
    games: GameCount = 100_000,
    seed: Seed = 1,
    variant: PlayedVariant = None,
    dice: Dice = "default",
    scores: ScoresFile = None,
    log: Log = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Simulate games of a strategy: mean, spread, extremes; scores and logs on request."""
    from fivedice.api.simulate import simulate as simulated

    [player], game = players_and_rules([strategy], variant, rules, set_)
    found = simulated(player, game, games=games, seed=seed, dice=dice, csv=scores, log=log, keep_scores=False)
    show(found, json)
