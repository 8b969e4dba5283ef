"""`fivedice playtest`: ladders, sweeps over rule parameters, and rule design."""

from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option

import fivedice as fd
from fivedice.cli.options import VariantOption
from fivedice.cli.verb import Result, parameter, verb

app = typer.Typer(
    name="playtest",
    help="Measure rules by playing: strategy ladders, depth metrics d, Δ and A, sweeps, rule design.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def option(name: str, kind: Any, default: Any, metavar: str | None, words: str, least: int | None = None) -> Parameter:
    """A parameter that is an option of the same name."""
    shown = Option(f"--{name}", metavar=metavar, help=words, min=least)
    return parameter(name, Annotated[kind, shown], default)


SHARED = [
    parameter("game", fd.Rules),
    option("ladder", str, "examples", "KIND", "What grows: examples, size, passes or strategies."),
    option("levels", str, "", "A,B,C", "Levels of the ladder, such as 0,100,1000; names of strategies."),
    option("repeats", int | None, None, "N", "Repeats of each measurement, each with its own seed; default 3.", 1),
    option("games", int | None, None, "N", "Games to measure each network; default 2000.", 2),
    option("hidden", str | None, None, "N,N", "Sizes of hidden layers, unless the ladder varies them."),
    option("examples", int | None, None, "N", "Examples for the ladder over sizes; default 20000.", 0),
    option("recipe", str | None, None, "R", "How networks are trained: soft (default) or study."),
    option("epochs", int | None, None, "N", "Passes over the examples.", 1),
    option("seed", int, 1, "N", "Seed of the first repeat.", 0),
    option("delta", float, 0.02, "SHARE", "Smallest gain that the depth d counts as a step."),
    option("out", Path | None, None, "DIR", "Folder for finished parts and the report."),
    option("scheduler", str | None, None, "tcp://HOST:PORT", "Run on a Dask cluster instead of this machine."),
    option("workers", int | None, None, "N", "Worker processes; default one per core.", 1),
]
"""Options of every verb."""
WRITES = (
    "Writes DIR/report (index.html, a picture of each plot, a CSV of each table, numbers.json) and keeps finished "
    "parts in DIR/parts, so that the same command resumes where it was interrupted. DIR is ./playtest-{name} unless "
    "--out says otherwise. With --json the numbers are printed too."
)
WORDS = "A parameter and its values, or KEY=A,B,C; may be repeated."
VARY = option("vary", list[str], Parameter.empty, "KEY=START:STOP:STEP", WORDS)
DETAILS = parameter(
    "details",
    Annotated[bool, Option("--details/--no-details", help="Measure also what the optimal strategy does.")],
    True,
)
OBJECTIVE = option("objective", str, "A", "A|Δ|d|skill", "What the search maximises.")
EVALUATIONS = option("evaluations", int, 30, "N", "Limit on the variants measured.", 2)


def add_verb(name: str, words: str, *own: Parameter) -> None:
    """Add a verb that calls the function of this name."""

    def run(game: fd.Rules, out: Path | None, **options: Any) -> Result:
        found: Result = getattr(fd, name)(game, out=out or Path(f"playtest-{name}"), **options)
        return found

    run.__signature__ = Signature([*own, *SHARED])  # type: ignore[attr-defined]
    app.command(name, help=f"{words}\n\n{WRITES.format(name=name)}")(verb(variant=VariantOption)(run))


add_verb(
    "sweep",
    "Measure a ladder for every combination of some rule parameters, and how deep each variant is.",
    VARY,
    DETAILS,
)
add_verb("ladder", "Measure the ladder of one variant: the mean score against examples, nodes, passes or strategies.")
add_verb(
    "design",
    "Search for the deepest rules: stochastic hill climbing over parameters, within a budget of variants.",
    VARY,
    OBJECTIVE,
    EVALUATIONS,
)
