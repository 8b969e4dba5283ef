"""`fivedice solve`: the exact expected score of the optimal strategy."""

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

Fresh = Annotated[bool, typer.Option("--fresh", help="Solve again even if a solution is on disk.")]


def solve(
    variant: VariantName = DEFAULT_VARIANT,
    rules: RulesFile = None,
    set_: Settings = None,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Solve a game exactly: the greatest mean score, over all reachable states."""
    game = rules_from(variant, rules, set_)
    solution = solution_for(game, fresh=fresh)
    if json:
        print_json(
            {
                "variant": game.name,
                "digest": game.digest,
                "objective": solution.objective,
                "value": solution.value,
                "states": solution.states,
                "seconds": solution.seconds,
                "cached": solution.cached,
            }
        )
        return
    how = "solved earlier in" if solution.cached else "solved in"
    from rich.text import Text

    console().print(
        Text.assemble(
            (game.name, "bold"),
            ": the optimal strategy scores ",
            (f"{solution.value:.7f}", "bold"),
            f" on average ({solution.states:,} reachable states, {how} {solution.seconds:.2f} s).",
        )
    )
