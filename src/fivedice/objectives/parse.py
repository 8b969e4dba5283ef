"""Objectives by the words that people use for them: mean, reach:T, win, utility:..."""

import re
from typing import TYPE_CHECKING, Any

from fivedice.errors import ObjectiveError
from fivedice.objectives.objective import FromSolution, Objective
from fivedice.objectives.points import reach
from fivedice.rules import Rules
from fivedice.solver import any_solution

if TYPE_CHECKING:
    from fivedice.objectives.position import Position

FORMS = "mean, reach:T, win, utility:risk=R, utility:blind=N or utility:FORMULA"


def parse_objective(rules: Rules, text: str, position: "Position | None" = None, **hooks: Any) -> Objective:
    """The objective that a text means; winning needs the position of all players.

    `hooks` may have `progress` and `announce`, which are called if something long has to be solved first. Only what an
    objective needs is loaded: the mean, and targets that were solved before, need no compiler.
    """
    word, colon, rest = text.strip().partition(":")
    if word == "mean" and not colon:
        return FromSolution(any_solution(rules, progress=hooks.get("progress")))
    if word == "reach" and re.fullmatch(r"\s*-?\d{1,18}\s*", rest):
        return reach(rules, int(rest), **hooks)
    if word == "utility" and rest.strip():
        from fivedice.objectives.utilities import utility_objective

        return utility_objective(rules, rest, **hooks)
    if word == "win" and not colon:
        if position is None:
            raise ObjectiveError("objective 'win' needs the cards of the other players; name them with --opponents.")
        from fivedice.evaluation.outlook import Outlook
        from fivedice.objectives.win import Winning

        return Winning(position, Outlook(rules, **hooks))
    raise ObjectiveError(f"objective {text!r} is not known; choose {FORMS}.")
