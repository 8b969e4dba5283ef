"""A result on the standard output: JSON for machines, sentences and tables for people."""

import json
from typing import Any

import typer

from fivedice.reports.result import Result


def show(result: Result, as_json: bool) -> None:
    """Print a result."""
    if as_json:
        print_json(result.to_dict())
        return
    from fivedice.reports.terminal import print_result

    print_result(result)


def print_json(value: Any) -> None:
    """Print one JSON document."""
    typer.echo(json.dumps(value, indent=2))
