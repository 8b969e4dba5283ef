"""A result on the standard output: JSON for machines, sentences and tables for people."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from fivedice.reports.result import Reported, Result

if TYPE_CHECKING:
    from rich.table import Table


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


def figures_table(*head: str) -> "Table":
    """A table whose first column is a name and whose others are figures."""
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False, collapse_padding=True, padding=(0, 1))
    for place, title in enumerate(head):
        table.add_column(title, justify="right" if place else "left")
    return table
