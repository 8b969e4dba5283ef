"""A result on the standard output, as JSON or for people, and in the files that options name."""

import json
from pathlib import Path
from typing import Any

import typer

from fivedice.errors import NotationError
from fivedice.reports.result import Charted, Reported, Result


def show(result: Result, as_json: bool) -> None:
    """Print a result."""
    if as_json:
        print_json(result.to_dict())
        return
    from fivedice.reports.terminal import print_result

    print_result(result)


def show_reported(result: Reported, folder: Path | None, as_json: bool) -> None:
    """Write the report of a result if there is a folder for it, and print the result."""
    page = result.report(folder) if folder else None
    show(result, as_json)
    if page and not as_json:
        typer.echo(f"Report: {folder}/{page.name}")


def print_json(value: Any) -> None:
    """Print one JSON document."""
    typer.echo(json.dumps(value, indent=2))


def save(result: Result, csv: Path | None, plot: Path | None = None) -> None:
    """Write the main table and the chart of a result where they were asked for; see `check_files`."""
    if csv:
        try:
            csv.write_bytes(result.to_csv().encode())
        except OSError as error:
            raise NotationError(f"--csv {csv}: cannot be written ({error.strerror}); name another place.") from None
    if plot and isinstance(result, Charted):
        from fivedice.charts import save as save_chart

        save_chart(result.chart(), plot)


def check_files(csv: Path | None, plot: Path | None = None) -> None:
    """Refuse files that cannot be written, before the work for them is done."""
    if plot and plot.suffix not in (".png", ".svg", ".html"):
        raise NotationError(f"--plot {plot}: {plot.suffix or 'no suffix'} is no picture; name it .png, .svg or .html.")
    for option, path in (("--csv", csv), ("--plot", plot)):
        if path and not path.parent.is_dir():
            raise NotationError(f"{option} {path}: cannot be written (no such folder); name another place.")
        if path and path.is_dir():
            raise NotationError(f"{option} {path}: cannot be written (Is a directory); name another place.")


def check_folder(folder: Path | None) -> None:
    """Refuse a folder that a report cannot go to, before the work for it is done."""
    if folder:
        from fivedice.reports.write import check_free

        check_free(folder)
