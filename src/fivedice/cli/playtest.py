"""`fivedice playtest`: ladders, sweeps over rule parameters, what changes, and rule design."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivedice.cli.options import DEFAULT_VARIANT, Json, RulesFile, Settings, VariantOption, rules_from
from fivedice.cli.pictures import check_folder, write_report
from fivedice.cli.show import figures_table, print_json
from fivedice.progress import console, progress_bar

if TYPE_CHECKING:
    from fivedice.playtest.ladder import Ladder
    from fivedice.playtest.sweep import Run, Sweep

app = typer.Typer(
    name="playtest",
    help="Measure rules by playing: strategy ladders, depth metrics d, Δ and A, sweeps, rule design.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
PARTS, REPORT = "parts", "report"
"""Folders of a playtest: finished parts, and the report."""

Varies = Annotated[
    list[str],
    typer.Option("--vary", metavar="KEY=START:STOP:STEP", help="A parameter and its values, or KEY=A,B,C; repeat it."),
]
Kind = Annotated[
    str, typer.Option("--ladder", metavar="KIND", help="What grows: examples, size, passes or strategies.")
]
Levels = Annotated[
    str,
    typer.Option("--levels", metavar="A,B,C", help="Levels of the ladder, such as 0,100,1000; names of strategies."),
]
Repeats = Annotated[
    int | None, typer.Option("--repeats", metavar="N", min=1, help="Measurements with seeds of their own; else 3.")
]
Games = Annotated[
    int | None, typer.Option("--games", metavar="N", min=2, help="Games that measure each network; else 2000.")
]
Hidden = Annotated[
    str | None, typer.Option("--hidden", metavar="N,N", help="Hidden layers, where the ladder fixes them.")
]
ExampleCount = Annotated[
    int | None, typer.Option("--examples", metavar="N", min=0, help="Examples for the ladder over sizes; else 20000.")
]
RecipeName = Annotated[
    str | None, typer.Option("--recipe", metavar="R", help="How networks are trained: study, or else soft.")
]
Epochs = Annotated[int | None, typer.Option("--epochs", metavar="N", min=1, help="Passes over the examples.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Seed of the first repeat.")]
Delta = Annotated[float, typer.Option("--delta", metavar="SHARE", help="Least step that d counts.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where finished parts and the report go.")]
Scheduler = Annotated[
    str | None, typer.Option("--scheduler", metavar="tcp://HOST:PORT", help="Run on a Dask cluster instead of here.")
]
Workers = Annotated[int | None, typer.Option("--workers", metavar="N", min=1, help="Processes here; else one a core.")]
Details = Annotated[
    bool, typer.Option("--details/--no-details", help="Tell what the optimal strategy does in each variant.")
]
Objective = Annotated[
    str, typer.Option("--objective", metavar="A|Δ|d|skill", help="What is made as great as possible.")
]
Evaluations = Annotated[int, typer.Option("--evaluations", metavar="N", min=2, help="Variants that may be measured.")]


@app.command()
def sweep(
    vary: Varies,
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
    details: Details = True,
    out: Out = None,
    scheduler: Scheduler = None,
    workers: Workers = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Measure a ladder for every combination of some rule parameters, and how deep each variant is.

    Writes DIR/report (index.html, a picture of each plot, a CSV of each table, numbers.json) and keeps finished parts
    in DIR/parts, so that the same command goes on where it was interrupted. DIR is ./playtest-sweep unless --out says
    otherwise. With --json the numbers are printed too.
    """
    from fivedice.playtest.reporting import sweep_report
    from fivedice.playtest.sweep import run_sweep
    from fivedice.playtest.vary import parse_varies

    game = rules_from(variant, rules, set_)
    varies = parse_varies(vary, game)
    climbed = ladder_from(ladder, levels, repeats, games, hidden, examples, recipe, epochs, seed)
    with runner(out or Path("playtest-sweep"), scheduler, workers) as (run, place):
        found = run_sweep(game, varies, climbed, run, details=details, delta=delta)
    write_report(sweep_report(found), place)
    show(found, place, json)


@app.command()
def ladder(
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
    """Measure the ladder of one variant: the mean score against examples, nodes, passes or strategies.

    Writes DIR/report and DIR/parts as a sweep does; DIR is ./playtest-ladder unless --out says otherwise.
    """
    from fivedice.playtest.reporting import sweep_report
    from fivedice.playtest.sweep import run_sweep

    game = rules_from(variant, rules, set_)
    climbed = ladder_from(ladder, levels, repeats, games, hidden, examples, recipe, epochs, seed)
    with runner(out or Path("playtest-ladder"), scheduler, workers) as (run, place):
        found = run_sweep(game, (), climbed, run, details=False, delta=delta)
    write_report(sweep_report(found), place)
    show(found, place, json)


@app.command()
def design(
    vary: Varies,
    objective: Objective = "A",
    evaluations: Evaluations = 30,
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
    """Search for the deepest rules: stochastic hill climbing over parameters, within a budget of variants.

    Writes DIR/report and DIR/parts as a sweep does; DIR is ./playtest-design unless --out says otherwise.
    """
    from fivedice.playtest import design_report
    from fivedice.playtest.design import objective_named, run_design
    from fivedice.playtest.vary import parse_varies

    game = rules_from(variant, rules, set_)
    varies, goal = parse_varies(vary, game), objective_named(objective)
    climbed = ladder_from(ladder, levels, repeats, games, hidden, examples, recipe, epochs, seed)
    # The last two rounds measure the best and the start again.
    rounds = min(evaluations, prod(len(one.values) for one in varies)) + 2
    with runner(out or Path("playtest-design"), scheduler, workers, f"Designing for {goal}", rounds) as (run, place):
        found = run_design(game, varies, goal, climbed, run, evaluations=evaluations, seed=seed, delta=delta)
    write_report(design_report.design_report(found), place)
    if json:
        print_json({**design_report.numbers(found), "report": str(place)})
        return
    screen, keys = console(), [one.key for one in varies]
    table = figures_table("Evaluation", "Climb", *keys, goal, "Taken")
    for at, one in enumerate(found.steps, 1):
        shown = design_report.figure(found, one.value)
        settings = (str(one.setting[key]) for key in keys)
        table.add_row(str(at), str(one.climb), *settings, shown, "yes" if one.taken else "no")
    screen.print(table)
    finish(design_report.summary(found), place)


def ladder_from(
    kind: str,
    levels: str,
    repeats: int | None,
    games: int | None,
    hidden: str | None,
    examples: int | None,
    recipe: str | None,
    epochs: int | None,
    seed: int,
) -> "Ladder":
    """The ladder that the options describe; those that mean nothing for it are refused."""
    from fivedice.api.read import read_sizes
    from fivedice.errors import PlaytestError
    from fivedice.playtest.ladder import OPTIONS, Ladder

    names = tuple(level.strip() for level in levels.split(",") if level.strip())
    options: dict[str, Any] = {
        "repeats": repeats, "games": games, "hidden": None if hidden is None else read_sizes(hidden),
        "examples": examples, "recipe": recipe, "epochs": epochs,
    }  # fmt: skip
    given = {name: value for name, value in options.items() if value is not None}
    found = Ladder(kind, names, seed=seed, **given)
    for name in given:
        if name not in OPTIONS[kind] or not found.has_chance:
            raise PlaytestError(f"--{name} means nothing for this ladder of {kind}; leave it out.")
    return found


@contextmanager
def runner(
    folder: Path, scheduler: str | None, workers: int | None, doing: str = "Playtesting", rounds: int = 1
) -> Iterator[tuple["Run", Path]]:
    """What runs parts and keeps them in the folder, and the place of the report; says how to go on after Ctrl-C.

    Each call is one of so many rounds of a single progress bar.
    """
    from fivedice.playtest.parts import kept_parts, run_parts

    kept, report, done = folder / PARTS, folder / REPORT, 0
    check_folder(report)
    with progress_bar(doing) as progress:

        def run(parts: Sequence[Any]) -> list[Any]:
            nonlocal done

            def tell(some: int, of: int) -> None:
                progress(min(1000 * done + 1000 * some // max(of, 1), 1000 * rounds), 1000 * rounds)

            found = run_parts(parts, folder=kept, scheduler=scheduler, workers=workers, progress=tell)
            done += 1
            return found

        try:
            yield run, report
        except KeyboardInterrupt:
            count = kept_parts(kept)
            found = "1 finished part is" if count == 1 else f"{count} finished parts are"
            print(f"fivedice: {found} kept in {kept}; the same command goes on from there.", file=sys.stderr)
            raise


def show(found: "Sweep", place: Path, json: bool) -> None:
    """The table of a sweep or a ladder, and what it comes to."""
    from fivedice.playtest.cells import with_half
    from fivedice.playtest.findings import numbers, rows_for_people, summary
    from fivedice.playtest.ladder import TITLES

    if json:
        print_json({**numbers(found), "report": str(place)})
        return
    if found.varies:
        head, rows = rows_for_people(found)
        table = figures_table(*head)
    else:
        depth, (one,) = found.main, found.variants
        table = figures_table(TITLES[found.ladder.kind], "Mean", "Performance")
        halves = [None] * len(found.ladder.levels) if depth.half is None else depth.half[0].tolist()
        rows = [
            [f"{level:,}" if isinstance(level, int) else level, f"{mean:.2f}", with_half(share, half)]
            for level, mean, share, half in zip(
                found.ladder.levels, one.means.mean(axis=0), depth.performance[0], halves, strict=True
            )
        ]
    for row in rows:
        table.add_row(*row)
    console().print(table)
    finish(summary(found), place)


def finish(sentences: Sequence[str], place: Path) -> None:
    """What was found, and where more of it is."""
    screen = console()
    screen.print()
    for sentence in sentences:
        screen.print(sentence)
    screen.print(f"Report: {place}/index.html", soft_wrap=True)
