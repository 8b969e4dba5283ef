"""`fivedice solve`: the exact value of the optimal strategy."""

from typing import Annotated

import typer

from fivedice.cli.options import (
    DEFAULT_VARIANT,
    Json,
    Risk,
    RulesFile,
    Settings,
    VariantName,
    chosen_objective,
    rules_from,
)
from fivedice.cli.show import show
from fivedice.errors import ObjectiveError

FORMS = "mean, reach, reach:T, utility:risk=R, utility:blind=N or utility:FORMULA."
Fresh = Annotated[bool, typer.Option("--fresh", help="Solve again even if a solution is on disk.")]
ObjectiveText = Annotated[str, typer.Option("--objective", metavar="OBJECTIVE", help=FORMS)]
MostTarget = Annotated[
    int | None, typer.Option("--max-target", metavar="T", help="For reach: all targets up to T; default 500.")
]


def solve(
    variant: VariantName = DEFAULT_VARIANT,
    objective: ObjectiveText = "mean",
    max_target: MostTarget = None,
    risk: Risk = None,
    rules: RulesFile = None,
    set_: Settings = None,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Solve a game exactly, over all reachable states: the greatest mean score, or what --objective says."""
    game = rules_from(variant, rules, set_)
    objective = chosen_objective(objective, risk)
    if max_target is not None and objective != "reach":
        raise ObjectiveError(f"--max-target {max_target} is for --objective reach, and {objective!r} was asked for.")
    if objective == "reach":
        from fivedice.api.reach import solve_targets

        show(solve_targets(game, max_target, fresh=fresh), json)
    else:
        from fivedice.api.solve import solve as solved  # loads no compiler if it was solved before

        show(solved(game, objective, fresh=fresh), json)
