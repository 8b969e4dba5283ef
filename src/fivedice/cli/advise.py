"""`fivedice advise`: what to do with a roll."""

from typing import Annotated

import typer

from fivedice.cli.common import (
    DEFAULT_VARIANT,
    Json,
    RulesFile,
    Settings,
    VariantName,
    console,
    print_json,
    rules_from,
    solution_for,
)
from fivedice.errors import NotationError
from fivedice.rules import Category
from fivedice.rules.notation import check_rerolls, parse_card, with_yahtzee_bonuses
from fivedice.rules.state import is_over

RollText = Annotated[str, typer.Option("--roll", metavar="DICE", help="The dice on the table, such as 56666.")]
Rerolls = Annotated[int, typer.Option("--rerolls", metavar="N", help="Rerolls left.")]
Filled = Annotated[
    str, typer.Option("--filled", metavar="CARD", help='Filled boxes with their points: "ones=3,chance=22".')
]
Bonuses = Annotated[int | None, typer.Option("--yahtzee-bonuses", metavar="N", help="Yahtzee bonuses earned so far.")]
Most = Annotated[int, typer.Option("--top", metavar="N", min=1, help="How many decisions to show; JSON has all.")]


def advise(
    roll: RollText,
    rerolls: Rerolls,
    variant: VariantName = DEFAULT_VARIANT,
    filled: Filled = "",
    yahtzee_bonuses: Bonuses = None,
    top: Most = 10,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Rank every decision for a roll by the expected final score."""
    game = rules_from(variant, rules, set_)
    dice = game.dice_set.parse(roll, whole=True)
    left = check_rerolls(game, rerolls)
    card = parse_card(game, filled)
    if yahtzee_bonuses is not None:
        card = with_yahtzee_bonuses(game, card, yahtzee_bonuses)
    if is_over(game, card.state(game)):
        raise NotationError(f"card {filled!r}: every box is filled, so the game is over and nothing is to decide.")
    solution = solution_for(game)
    from fivedice.coach import advise as ranked

    advice = ranked(solution, card, dice, left)
    if json:
        decisions = [
            {"kind": one.kind, "decision": one.text, "value": one.value, "regret": one.regret} for one in advice
        ]
        print_json({"value": advice[0].value, "decisions": decisions})
        return
    from rich.table import Table

    table = Table("Decision", "Expected score", "Regret", box=None, header_style="bold", pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for place, one in enumerate(advice[:top]):
        words = f"score {one.decision.title}" if isinstance(one.decision, Category) else f"keep {one.text}"
        words = "roll all dice" if one.decision == () else words
        table.add_row(
            words,
            f"{one.value:.3f}",
            f"{one.regret:.3f}" if place else "best",
            style="bold" if not place else "",
        )
    console().print(table)
