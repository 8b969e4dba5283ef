"""`fivedice strategies` and `fivedice evaluate`: who plays, and how well exactly."""

from typing import Annotated

import typer

from fivedice.cli.common import (
    Json,
    PlayedVariant,
    RulesFile,
    Settings,
    console,
    print_json,
    progress_bar,
    rules_from,
)

Names = Annotated[list[str], typer.Argument(metavar="STRATEGY", help="Who plays; see `fivedice strategies`.")]


Exact = Annotated[bool, typer.Option("--exact", help="Ask a network about every turn there is, for many minutes.")]


def strategies(json: Json = False) -> None:
    """List the strategies that can play."""
    from fivedice.strategies.registry import broken_plug_ins
    from fivedice.strategies.registry import strategies as known

    if json:
        print_json([{"strategy": one.name, "summary": one.summary} for one in known().values()])
        return
    from rich.table import Table

    table = Table("Strategy", "How it plays", box=None, header_style="bold", pad_edge=False)
    for one in known().values():
        table.add_row(one.name, one.summary)
    for name, sentence in broken_plug_ins().items():
        table.add_row(name, sentence)
    console().print(table)


def evaluate(
    strategy: Names,
    variant: PlayedVariant = None,
    rules: RulesFile = None,
    set_: Settings = None,
    exact: Exact = False,
    json: Json = False,
) -> None:
    """Evaluate strategies exactly: mean, spread and distribution of the score, without sampling error.

    A player that chooses by a network would take minutes for that: it plays 100,000 games, and its mean is the optimum
    less what its decisions give away, with its interval; --exact takes the minutes. JSON is one object for one
    strategy, and a list of them for several.
    """
    from fivedice.learning.score import honest_figures
    from fivedice.strategies.registry import strategy_named

    players = [strategy_named(name) for name in strategy]
    game = rules_from(variant, rules, set_, players)
    found = []
    for player in players:
        with progress_bar(f"Evaluating {player.name}") as progress:
            found.append(honest_figures(player, game, exact=exact, progress=progress))
    if json:
        print_json(found[0] if len(found) == 1 else found)
        return
    from rich.table import Table

    head = ("Strategy", "Mean", "SD", "Median", "5 %", "95 %", "Min", "Max", "Bonus", "Yahtzees")
    table = Table(*head, box=None, header_style="bold", pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for one in found:
        quantiles = one["quantiles"]
        table.add_row(
            one["strategy"],
            f"{one['mean']:.4f}",
            f"{one['sd']:.2f}",
            str(one["median"]),
            str(quantiles["0.05"]),
            str(quantiles["0.95"]),
            str(one["min"]),
            str(one["max"]),
            f"{one['p_upper_bonus']:.1%}",
            f"{one['yahtzees']:.3f}",
        )
    console().print(table)
    for one in found:
        if one["method"] == "regrets":
            console().print(
                f"{one['strategy']}: mean {one['mean']:.3f}, from {one['low']:.3f} to {one['high']:.3f} (95 %), by "
                f"what its moves give away in {one['games']:,} games; the other figures are of these games."
            )
    points = Table("Points per box", *(one["strategy"] for one in found), box=None, header_style="bold", pad_edge=False)
    for column in points.columns[1:]:
        column.justify = "right"
    for category in game.categories:
        points.add_row(category.title, *(f"{one['categories'][category.name]:.2f}" for one in found))
    console().print(points)
