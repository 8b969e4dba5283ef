"""`fivedice duel`: what playing to win gains."""

from typing import Annotated

import typer

from fivedice.cli.options import DEFAULT_VARIANT, Json, RulesFile, Seed, Settings, VariantName, rules_from
from fivedice.cli.show import show

DuelCount = Annotated[int, typer.Option("--games", metavar="N", min=2, help="How many games.")]


def duel(
    variant: VariantName = DEFAULT_VARIANT,
    games: DuelCount = 100,
    seed: Seed = 1,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """What playing to win gains over playing for the mean, against an opponent who plays for the mean.

    The gain is the mean over the games of what their decisions add to the win probability, each known exactly. A game
    takes a second or two.
    """
    from fivedice.api.duel import duel as played

    show(played(rules_from(variant, rules, set_), games=games, seed=seed), json)
