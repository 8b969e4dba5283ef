"""`fivedice playtest`: ladders, sweeps over rule parameters, and rule design."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivedice.cli.options import DEFAULT_VARIANT, Json, RulesFile, Settings, VariantOption, rules_from
from fivedice.cli.show import show
from fivedice.rules import Rules

if TYPE_CHECKING:
    from fivedice.playtest.design import Design
    from fivedice.playtest.sweep import Sweep

app = typer.Typer(
    name="playtest",
    help="Measure rules by playing: strategy ladders, depth metrics d, Δ and A, sweeps, rule design.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Varies = Annotated[
    list[str],
    typer.Option("--vary", metavar="KEY=START:STOP:STEP", help="A parameter and its values, or KEY=A,B,C; repeat it."),
]
Details = Annotated[
    bool, typer.Option("--details/--no-details", help="Measure what the optimal strategy does in each variant.")
]
Objective = Annotated[str, typer.Option("--objective", metavar="A|Δ|d|skill", help="What the search maximises.")]
Evaluations = Annotated[int, typer.Option("--evaluations", metavar="N", min=2, help="Variants that may be measured.")]
Kind = Annotated[
    str, typer.Option("--ladder", metavar="KIND", help="What grows: examples, size, passes or strategies.")
]
Levels = Annotated[
    str,
    typer.Option("--levels", metavar="A,B,C", help="Levels of the ladder, such as 0,100,1000; names of strategies."),
]
Repeats = Annotated[
    int | None, typer.Option("--repeats", metavar="N", min=1, help="Measurements with seeds of their own; default 3.")
]
Games = Annotated[
    int | None, typer.Option("--games", metavar="N", min=2, help="Games that measure each network; default 2000.")
]
Hidden = Annotated[
    str | None, typer.Option("--hidden", metavar="N,N", help="Hidden layers, where the ladder fixes them.")
]
ExampleCount = Annotated[
    int | None,
    typer.Option("--examples", metavar="N", min=0, help="Examples for the ladder over sizes; default 20000."),
]
RecipeName = Annotated[
    str | None, typer.Option("--recipe", metavar="R", help="How networks are trained: study or soft, the default.")
]
Epochs = Annotated[int | None, typer.Option("--epochs", metavar="N", min=1, help="Passes over the examples.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Seed of the first repeat.")]
Delta = Annotated[float, typer.Option("--delta", metavar="SHARE", help="Least step that d counts.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder for finished parts and the report.")]
Scheduler = Annotated[
    str | None, typer.Option("--scheduler", metavar="tcp://HOST:PORT", help="Run on a Dask cluster instead of here.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", metavar="N", min=1, help="Processes here; default one per core.")
]


def shared(
    variant: VariantOption = DEFAULT_VARIANT,
    ladder: Kind = "examples",
    levels: Levels = "",
    repeats: Repeats = None,
    games: Games = None,
    hidden: Hidden = None,
    examples: ExampleCount = None,
    recipe: RecipeName = None,
    epochs: Epochs = None,
    seed: Seed = 1,
    delta: Delta = 0.02,
    out: Out = None,
    scheduler: Scheduler = None,
    workers: Workers = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """The options of every verb: --variant, --rules and --set make the rules, and the library takes the others."""


def verb(measure: "Callable[..., Sweep | Design]") -> "Callable[..., Sweep | Design]":
    """Make a verb with its own options and the shared ones; it shows what the function returns."""
    own = [one for one in signature(measure).parameters.values() if one.kind is Parameter.KEYWORD_ONLY]
    more = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in signature(shared).parameters.values()]

    def run(**given: Any) -> None:
        mine = {one.name: given.pop(one.name) for one in own}
        game, json = rules_from(given.pop("variant"), given.pop("rules"), given.pop("set_")), given.pop("json")
        given["out"] = given["out"] or Path(f"playtest-{measure.__name__}")
        found = measure(game, given, **mine)
        show(found, json)
        if not json:
            typer.echo(f"Report: {found.place}/index.html")

    run.__signature__ = Signature([*own, *more])  # type: ignore[attr-defined]
    app.command(measure.__name__, help=measure.__doc__)(run)
    return measure


@verb
def sweep(game: Rules, options: dict[str, Any], *, vary: Varies, details: Details = True) -> "Sweep":
    """Measure a ladder for every combination of some rule parameters, and how deep each variant is.

    Writes DIR/report (index.html, a picture of each plot, a CSV of each table, numbers.json) and keeps finished parts
    in DIR/parts, so that the same command goes on where it was interrupted. DIR is ./playtest-sweep unless --out says
    otherwise. With --json the numbers are printed too.
    """
    from fivedice.api.playtest import sweep

    return sweep(game, vary=vary, details=details, **options)


@verb
def ladder(game: Rules, options: dict[str, Any]) -> "Sweep":
    """Measure the ladder of one variant: the mean score against examples, nodes, passes or strategies.

    Writes DIR/report and DIR/parts as a sweep does; DIR is ./playtest-ladder unless --out says otherwise.
    """
    from fivedice.api.playtest import ladder

    return ladder(game, **options)


@verb
def design(
    game: Rules, options: dict[str, Any], *, vary: Varies, objective: Objective = "A", evaluations: Evaluations = 30
) -> "Design":
    """Search for the deepest rules: stochastic hill climbing over parameters, within a budget of variants.

    Writes DIR/report and DIR/parts as a sweep does; DIR is ./playtest-design unless --out says otherwise.
    """
    from fivedice.api.playtest import design

    return design(game, vary=vary, objective=objective, evaluations=evaluations, **options)
