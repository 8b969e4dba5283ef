"""`fivedice study`: published studies regenerated."""

from pathlib import Path
from typing import Annotated

import typer

from fivedice.cli.options import Json, OutFolder
from fivedice.cli.show import check_folder, show_reported
from fivedice.studies import ALL, STUDIES

StudyName = Annotated[
    str,
    typer.Argument(
        metavar="STUDY", help="; ".join(f"{name}: {what}" for name, what in {**STUDIES, ALL: "all of them"}.items())
    ),
]
Quick = Annotated[bool, typer.Option("--quick", help="A minute at most: claims that rest on long work are not run.")]


def study(name: StudyName, quick: Quick = False, out: OutFolder = None, json: Json = False) -> None:
    """Regenerate a published study: its tables and figures beside ours, with a verdict on each.

    Writes a report to ./study-NAME, or to --out: index.html, a picture of each plot, a CSV of each table, numbers.json.
    With --json the numbers are printed, and the report is written only if --out is given. "all" writes a folder for
    each study and an index; studies that are finished there are not run again.
    """
    from fivedice.api.study import study as regenerated

    folder = out or (None if json else Path(f"study-{name}"))
    if name != ALL:
        check_folder(folder)
    show_reported(regenerated(name, quick=quick, folder=folder if name == ALL else None), folder, json)
