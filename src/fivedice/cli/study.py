"""`fivedice study` and `fivedice given-up`: published studies regenerated, and the exploratory plots of study 003."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivedice.cli.options import (
    GameCount,
    Json,
    Name,
    OutFolder,
    PlayedVariant,
    RulesFile,
    Seed,
    Settings,
    players_and_rules,
)
from fivedice.cli.pictures import check_folder, write_report
from fivedice.cli.show import print_json
from fivedice.progress import console, stage_bar
from fivedice.studies import STUDIES, study_named

if TYPE_CHECKING:
    from fivedice.reports import Report
    from fivedice.studies.stages import Show

WRITING = 0.85
"""Share of the progress bar that is full when the study is computed and only the report is left to write."""

StudyName = Annotated[
    str,
    typer.Argument(metavar="STUDY", help="; ".join(f"{name}: {what}" for name, what in STUDIES.items())),
]
Quick = Annotated[bool, typer.Option("--quick", help="Seconds instead of minutes: simulate what is otherwise exact.")]


def study(name: StudyName, quick: Quick = False, out: OutFolder = None, json: Json = False) -> None:
    """Regenerate a published study: its tables and figures beside ours, with a verdict on each.

    Writes a report to ./study-NAME, or to --out: index.html, a picture of each plot, a CSV of each table, numbers.json.
    With --json the numbers are printed, and the report is written only if --out is given.
    """
    regenerate = study_named(name)
    folder = out or (None if json else Path(f"study-{name}"))
    check_folder(folder)
    with stage_bar() as show:
        found = regenerate(quick, lambda at, done: show(at, WRITING * done))
        write_with(show, found, folder)
    if json:
        print_json(found.numbers)
        return
    print_study(found, folder, quick)


def given_up(
    strategy: Name,
    variant: PlayedVariant = None,
    games: GameCount = 100_000,
    seed: Seed = 1,
    out: OutFolder = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Plot when a strategy fills and gives up each box (study 003): heat map and trends over the turns.

    Writes a report to ./given-up-STRATEGY, or to --out. With --json the numbers are printed, and the report is written
    only if --out is given.
    """
    [player], game = players_and_rules([strategy], variant, rules, set_)
    folder = out or (None if json else Path(f"given-up-{player.name}"))
    check_folder(folder)
    from fivedice.studies.given_up import report

    with stage_bar() as show:
        found = report(player, game, games, seed, lambda at, done: show(at, WRITING * done))
        write_with(show, found, folder)
    if json:
        print_json(found.numbers)
        return
    for line in found.summary:
        console().print(line)
    console().print(f"Report: {folder}/index.html", soft_wrap=True)


def write_with(show: "Show", found: "Report", folder: Path | None) -> None:
    """Write the report, if there is a place for it, at the end of the progress bar."""
    if folder:
        write_report(
            found, folder, lambda done, total: show("Writing the report", WRITING + (1 - WRITING) * done / total)
        )


def print_study(found: "Report", folder: Path | None, quick: bool) -> None:
    """Summary, verdicts, and every row that is not met."""
    from rich.table import Table

    out = console()
    out.print(found.title, style="bold")
    bullets = Table.grid(padding=(0, 1))
    for line in found.summary:
        bullets.add_row("•", line)
    out.print(bullets)
    rows: list[dict[str, Any]] = found.numbers["verdicts"]
    counts = {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in found.verdicts()}
    out.print(
        f"\nFigures: {counts['met']} met, {counts['differs']} differ, {counts['not described']} not described well "
        f"enough{'; a quick run, partly simulated' if quick else ''}."
    )
    for verdict, title in (("differs", "Differs"), ("not described", "Not described")):
        some = [row for row in rows if row["verdict"] == verdict]
        if not some:
            continue
        table = Table(title, "Published", "Ours", "Why", box=None, header_style="bold", pad_edge=False)
        table.columns[1].justify = table.columns[2].justify = "right"
        table.columns[0].min_width, table.columns[0].max_width = 26, 28
        table.columns[1].max_width = table.columns[2].max_width = 12
        for row in some:
            table.add_row(row["what"], figure(row["published"]), figure(row["ours"]), row["why"])
        out.print(table)
    out.print(f"Report: {folder}/index.html", soft_wrap=True)


def figure(value: object) -> str:
    """A figure as people read it: whole numbers in full, others with five digits."""
    if value is None:
        return "–"
    return f"{value:.5g}" if isinstance(value, float) else str(value)
