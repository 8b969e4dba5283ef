"""`fivedice advise`: what to do with a roll."""

from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.options import (
    DEFAULT_VARIANT,
    Filled,
    Json,
    Risk,
    RulesFile,
    Settings,
    VariantName,
    chosen_objective,
    rules_from,
)
from fivedice.cli.show import print_json
from fivedice.errors import NotationError, ObjectiveError
from fivedice.progress import announce, console, progress_bar
from fivedice.rules import Card, Rules
from fivedice.rules.notation import check_rerolls, parse_card, with_yahtzee_bonuses
from fivedice.rules.state import is_over

if TYPE_CHECKING:
    from fivedice.coach.advice import Advice
    from fivedice.objectives.position import Position

RollText = Annotated[str, typer.Option("--roll", metavar="DICE", help="The dice on the table, such as 56666.")]
Rerolls = Annotated[int, typer.Option("--rerolls", metavar="N", help="Rerolls left.")]
Bonuses = Annotated[int | None, typer.Option("--yahtzee-bonuses", metavar="N", help="Yahtzee bonuses earned so far.")]
Most = Annotated[int, typer.Option("--top", metavar="N", min=1, help="How many decisions to show; JSON has all.")]
ObjectiveText = Annotated[
    str,
    typer.Option(
        "--objective",
        metavar="OBJECTIVE",
        help="mean, reach:T, win (with --opponents), utility:risk=R, utility:blind=N or utility:FORMULA.",
    ),
]
Opponents = Annotated[
    list[str] | None,
    typer.Option("--opponents", metavar="CARD", help='Cards of the others, for win: "sixes=24 / -", or a file.'),
]


def advise(
    roll: RollText,
    rerolls: Rerolls,
    variant: VariantName = DEFAULT_VARIANT,
    filled: Filled = "",
    yahtzee_bonuses: Bonuses = None,
    objective: ObjectiveText = "mean",
    opponents: Opponents = None,
    risk: Risk = None,
    top: Most = 10,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Rank every decision for a roll: by the expected final score, or by what --objective says."""
    game = rules_from(variant, rules, set_)
    dice = game.dice_set.parse(roll, whole=True)
    left = check_rerolls(game, rerolls)
    card = parse_card(game, filled)
    if yahtzee_bonuses is not None:
        card = with_yahtzee_bonuses(game, card, yahtzee_bonuses)
    if is_over(game, card.state(game)):
        raise NotationError(f"card {filled!r}: every box is filled, so the game is over and nothing is to decide.")
    objective = chosen_objective(objective, risk)
    if opponents and objective != "win":
        raise ObjectiveError(f"--opponents are for --objective win, and {objective!r} was asked for.")
    position = _position(game, card, opponents) if opponents else None
    advice = _advice(game, objective, position, card, dice, left)
    if json:
        print_json(advice.to_dict())
        return
    from rich.table import Table

    quantity = advice.objective.quantity
    form = {"utility": ",.6g", "probability": ".5f", "win probability": ".5f"}.get(quantity, ".3f")
    head = quantity[0].upper() + quantity[1:]
    table = Table("Decision", head, "Regret", box=None, header_style="bold", pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for place, one in enumerate(advice[:top]):
        table.add_row(
            one.words,
            f"{one.value:{form}}",
            f"{one.regret:{form}}" if place else "best",
            style="bold" if not place else "",
        )
    console().print(table)
    if len(advice) > top:
        console().print(f"{top} of {len(advice)} decisions; --top shows more.")


def _position(game: Rules, card: Card, opponents: list[str]) -> "Position":
    from fivedice.objectives.position import parse_position
    from fivedice.rules.notation import format_card

    return parse_position(game, [format_card(game, card), *opponents], mover=0)


def _advice(
    game: Rules, objective: str, position: "Position | None", card: Card, dice: tuple[int, ...], left: int
) -> "Advice":
    from fivedice.coach.advice import advise

    with progress_bar(f"Solving {game.name}") as progress:
        if objective == "mean":  # in the shape that loads no compiler
            from fivedice.objectives.objective import FromSolution
            from fivedice.solver import cached_solution

            wanted = FromSolution(cached_solution(game, progress=progress))
            return advise(wanted, card, dice, left)
        from fivedice.objectives.parse import parse_objective

        goal = parse_objective(game, objective, position, progress=progress, announce=announce)
        return advise(goal, card, dice, left)
