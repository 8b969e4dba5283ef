"""`fivedice solve`: the exact value of the optimal strategy."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivedice.cli.common import (
    DEFAULT_VARIANT,
    Json,
    Risk,
    RulesFile,
    Settings,
    VariantName,
    announce,
    chosen_objective,
    console,
    print_json,
    progress_bar,
    round_numbers,
    rules_from,
)
from fivedice.errors import ObjectiveError
from fivedice.rules import Card, Rules

if TYPE_CHECKING:
    from fivedice.objectives.objective import Objective

Fresh = Annotated[bool, typer.Option("--fresh", help="Solve again even if a solution is on disk.")]
FORMS = "mean, reach, reach:T, utility:risk=R, utility:blind=N or utility:FORMULA"
ObjectiveText = Annotated[str, typer.Option("--objective", metavar="OBJECTIVE", help=f"{FORMS}.")]
MostTarget = Annotated[
    int | None, typer.Option("--max-target", metavar="T", help="For reach: all targets up to T; else up to 500.")
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
    if objective == "win":
        raise ObjectiveError("objective 'win' is that of a position; ask `fivedice win` or `fivedice advise`.")
    if max_target is not None and objective != "reach":
        raise ObjectiveError(f"--max-target {max_target} is for --objective reach, and {objective!r} was asked for.")
    solver = {"mean": _mean, "reach": _reach}.get(objective, _utility)
    figures, words = solver(game, objective, max_target, fresh)
    if json:
        print_json({"variant": game.name, "digest": game.digest, "objective": objective, **figures})
        return
    console().print(f"{game.name}: {words}")


def _mean(game: Rules, objective: str, max_target: int | None, fresh: bool) -> tuple[dict[str, Any], str]:
    from fivedice.solver import cached_solution

    with progress_bar(f"Solving {game.name}") as progress:
        solution = cached_solution(game, fresh=fresh, progress=progress)
    return _of_solution(solution, f"the optimal strategy scores {solution.value:.7f} on average")


def _of_solution(solution: Any, words: str) -> tuple[dict[str, Any], str]:
    how = "solved earlier in" if solution.cached else "solved in"
    figures = {
        "value": solution.value,
        "states": solution.states,
        "seconds": solution.seconds,
        "cached": solution.cached,
    }
    return figures, f"{words} ({solution.states:,} reachable states, {how} {solution.seconds:.2f} s)."


def _reach(game: Rules, objective: str, max_target: int | None, fresh: bool) -> tuple[dict[str, Any], str]:
    from fivedice.objectives.points import USUAL_TARGET, reach_curves
    from fivedice.rules import State

    with progress_bar(f"Solving {game.name} for all targets") as progress:
        curves, most = reach_curves(
            game, max_target, least=max_target or USUAL_TARGET, fresh=fresh, progress=progress, announce=announce
        )
    steps = {target: curves.value(State(), -target) for target in round_numbers(1, most)}
    figures = {"max_target": most, "probabilities": {str(target): one for target, one in steps.items()}}
    shown = "\n".join(f"{target:>6} {one:>10.4%}" for target, one in steps.items())
    return figures, f"greatest probabilities to reach each target, all solved up to {most}\n{shown}"


def _utility(game: Rules, objective: str, max_target: int | None, fresh: bool) -> tuple[dict[str, Any], str]:
    from fivedice.objectives.objective import FromSolution
    from fivedice.objectives.parse import parse_objective

    with progress_bar(f"Solving {game.name} for {objective}") as progress:
        goal: Objective = parse_objective(
            game, objective, forms=FORMS, fresh=fresh, progress=progress, announce=announce
        )
        card = Card.empty(game)
        value = goal.shown(goal.turn_values(card).start, card)
    if isinstance(goal, FromSolution):
        return _of_solution(goal.solution, f"{objective}: the game is worth a sure score of {value:.4f}")
    return {"value": value, "quantity": goal.quantity}, f"{objective}: {goal.quantity} {value:.6g}"
