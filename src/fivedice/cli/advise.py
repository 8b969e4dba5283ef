"""`fivedice advise`: what to do with a roll."""

from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.options import Filled, Json, Risk, chosen_objective
from fivedice.cli.verb import Result, verb
from fivedice.rules.notation import parse_card, with_yahtzee_bonuses

RollText = Annotated[str, Option("--roll", metavar="DICE", help="The dice on the table, such as 56666.")]
Rerolls = Annotated[int, Option("--rerolls", metavar="N", help="Rerolls left.")]
Bonuses = Annotated[int | None, Option("--yahtzee-bonuses", metavar="N", help="Yahtzee bonuses earned so far.")]
Most = Annotated[int, Option("--top", metavar="N", min=1, help="Number of decisions to show; JSON has all.")]
FORMS = "mean, reach:T, win (with --opponents), utility:risk=R, utility:blind=N or utility:FORMULA."
ObjectiveText = Annotated[str, Option("--objective", metavar="OBJECTIVE", help=FORMS)]
CARDS = 'Cards of the others in the order of play, for win: "sixes=24 / -", or a file.'
Opponents = Annotated[list[str] | None, Option("--opponents", metavar="CARD", help=CARDS)]


@verb()
def advise(
    roll: RollText,
    rerolls: Rerolls,
    *,
    game: fd.Rules,
    filled: Filled = "",
    yahtzee_bonuses: Bonuses = None,
    objective: ObjectiveText = "mean",
    opponents: Opponents = None,
    risk: Risk = None,
    top: Most = 10,
    json: Json,
) -> Result | None:
    """Rank every decision for a roll: by the expected final score, or by what --objective says."""
    card = parse_card(game, filled)
    if yahtzee_bonuses is not None:
        card = with_yahtzee_bonuses(game, card, yahtzee_bonuses)
    goal = chosen_objective(objective, risk)
    advice = fd.advise(roll, rerolls, game, card=card, objective=goal, opponents=opponents or ())
    if json or len(advice) <= top:
        return advice
    from fivedice.reports.terminal import print_parts

    print_parts([advice.table().head(top, f"{top} of {len(advice)} decisions; --top shows more.")])
    return None
