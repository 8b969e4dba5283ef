"""`fivedice rules`: the rules of a variant."""

from typing import Annotated

import typer
from typer import Option

import fivedice as fd
from fivedice.cli.options import DEFAULT_VARIANT, Json, RulesFile, Settings, VariantName, rules_from
from fivedice.cli.verb import show
from fivedice.rules.toml import format_rules

Toml = Annotated[bool, Option("--toml", help="Print a file for --rules.")]


def rules(
    variant: VariantName = DEFAULT_VARIANT,
    rules: RulesFile = None,
    set_: Settings = None,
    toml: Toml = False,
    json: Json = False,
) -> None:
    """Print the rules of a variant, as a table, TOML or JSON."""
    game = rules_from(variant, rules, set_)
    if toml:
        typer.echo(format_rules(game), nl=False)
    else:
        show(fd.rules_sheet(game), json)
