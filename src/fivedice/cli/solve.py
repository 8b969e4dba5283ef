"""`fivedice solve`: the exact value of the optimal strategy."""

from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.options import Risk, chosen_objective
from fivedice.cli.verb import Result, verb
from fivedice.errors import ObjectiveError

FORMS = "mean, reach, reach:T, utility:risk=R, utility:blind=N or utility:FORMULA."
ObjectiveText = Annotated[str, Option("--objective", metavar="OBJECTIVE", help=FORMS)]
MostTarget = Annotated[
    int | None, Option("--max-target", metavar="T", help="For reach: all targets up to T; default 500.")
]
Fresh = Annotated[bool, Option("--fresh", help="Solve again even if a solution is on disk.")]


@verb()
def solve(
    game: fd.Rules,
    objective: ObjectiveText = "mean",
    max_target: MostTarget = None,
    risk: Risk = None,
    fresh: Fresh = False,
) -> Result:
    """Solve a game exactly, over all reachable states: the greatest mean score, or what --objective says."""
    objective = chosen_objective(objective, risk)
    if max_target is not None and objective != "reach":
        raise ObjectiveError(f"--max-target {max_target} is for --objective reach, and {objective!r} was asked for.")
    if objective == "reach":
        return fd.solve_targets(game, max_target, fresh=fresh)
    return fd.solve(game, objective, fresh=fresh)
