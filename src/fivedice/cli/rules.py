"""`fivedice rules`: the rules of a variant."""

from typing import Annotated

import typer
from typer import Option

import fivedice as fd
from fivedice.cli.verb import Result, verb
from fivedice.rules.toml import format_rules

Toml = Annotated[bool, Option("--toml", help="Print a file for --rules.")]


@verb()
def rules(game: fd.Rules, toml: Toml = False) -> Result | None:
    """Print the rules of a variant, as a table, TOML or JSON."""
    if toml:
        typer.echo(format_rules(game), nl=False)
    return None if toml else fd.rules_sheet(game)
