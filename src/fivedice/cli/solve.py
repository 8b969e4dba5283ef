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
Scheduler = Annotated[
    str | None, Option("--scheduler", metavar="tcp://HOST:PORT", help="Solve for the mean on a Dask cluster.")
]
Fresh = Annotated[bool, Option("--fresh", help="Solve again even if a solution is on disk.")]


@verb()
def solve(
    game: fd.Rules,
    objective: ObjectiveText = "mean",
    max_target: MostTarget = None,
    risk: Risk = None,
    scheduler: Scheduler = None,
    fresh: Fresh = False,
) -> Result:
    """Solve a game exactly, over all reachable states: the greatest mean score, or what --objective says.

    Games with saved throws, and games that do not fit in memory, are solved layer by layer on disk; an interrupted
    solution resumes where it stopped.
    """
    objective = chosen_objective(objective, risk)
    if max_target is not None and objective != "reach":
        raise ObjectiveError(f"--max-target {max_target} is for --objective reach, and {objective!r} was asked for.")
    if scheduler and objective != "mean":
        raise ObjectiveError(f"--scheduler is for --objective mean, and {objective!r} was asked for.")
    if objective == "reach":
        return fd.solve_targets(game, max_target, fresh=fresh)
    return fd.solve(game, objective, fresh=fresh, scheduler=scheduler)
