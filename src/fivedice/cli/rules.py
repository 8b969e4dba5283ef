"""`fivedice variants` and `fivedice rules`: what can be played."""

from typing import Annotated

import typer

from fivedice.cli.common import (
    DEFAULT_VARIANT,
    Json,
    RulesFile,
    Settings,
    VariantName,
    console,
    print_json,
    rules_from,
)
from fivedice.rules import VARIANTS, Rules
from fivedice.rules.rules import NUMBERS
from fivedice.rules.toml import format_rules

Toml = Annotated[bool, typer.Option("--toml", help="Print a file for --rules.")]


def variants(json: Json = False) -> None:
    """List the named variants."""
    if json:
        print_json(
            [
                {"variant": name, "summary": summary, "digest": game.digest, "categories": game.turns}
                for name, (game, summary) in VARIANTS.items()
            ]
        )
        return
    from rich.table import Table

    table = Table("Variant", "Boxes", "What sets it apart", box=None, header_style="bold", pad_edge=False)
    for name, (game, summary) in VARIANTS.items():
        table.add_row(name, str(game.turns), summary)
    console().print(table)


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
    elif json:
        print_json(as_json(game))
    else:
        print_rules(game)


def as_json(game: Rules) -> dict[str, object]:
    """Rules as plain values."""
    return {
        "variant": game.name,
        "digest": game.digest,
        **{key: getattr(game, key) for key in (*NUMBERS, "joker")},
        "categories": [
            {
                "name": one.name,
                "title": one.title,
                "code": one.code,
                "section": one.section,
                "pattern": str(one.pattern),
                "points": one.points,
            }
            for one in game.categories
        ],
    }


def print_rules(game: Rules) -> None:
    """Rules for people."""
    from rich.table import Table
    from rich.text import Text

    out = console()
    facts = f": {game.dice} dice with {game.faces} faces, {game.rolls} rolls a turn"
    out.print(Text.assemble((game.name, "bold"), facts))
    if game.upper_bonus:
        out.print(f"upper bonus {game.upper_bonus} from {game.upper_threshold} points in the upper section")
    if game.yahtzee_bonus:
        out.print(f"{game.yahtzee_bonus} for each further five of a kind once the Yahtzee box holds points")
    if game.joker != "none":
        out.print(f"joker: {game.joker}")
    table = Table("Box", "Key", "Code", "Section", "Pattern", "Points", box=None, header_style="bold", pad_edge=False)
    for one in game.categories:
        table.add_row(one.title, one.name, one.code, one.section, str(one.pattern), str(one.points))
    out.print(table)
