"""`fivedice win`: who will come first."""

from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.options import (
    Json,
    PlayedVariant,
    RulesFile,
    Settings,
    StrategyName,
    ThrowText,
    rules_from,
)
from fivedice.cli.show import print_json
from fivedice.progress import announce, console, progress_bar

if TYPE_CHECKING:
    from fivedice.coach.chances import WinReport

Cards = Annotated[
    list[str],
    typer.Option(
        "--cards", metavar="CARDS", help='Cards in the order of play: "sixes=24,C=22 / - 55561:1", or a file.'
    ),
]
Mover = Annotated[
    int | None, typer.Option("--mover", metavar="N", min=1, help="Whose turn it is; else who has the fewest boxes.")
]


def win(
    cards: Cards,
    variant: PlayedVariant = None,
    throw: ThrowText = None,
    mover: Mover = None,
    strategy: StrategyName = "optimal",
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Win probabilities of a position of two to eight players, and the decision that wins most often.

    Everybody plays on by --strategy; the player to move may also play to win, which is the second figure.
    """
    from fivedice.coach.chances import win_report
    from fivedice.evaluation.outlook import Outlook
    from fivedice.objectives.position import parse_position
    from fivedice.strategies.registry import strategy_named

    player = strategy_named(strategy)
    game = rules_from(variant, rules, set_)
    player.check(game)
    position = parse_position(game, cards, mover=None if mover is None else mover - 1, throw=throw)
    with progress_bar(f"Preparing {game.name}") as progress:
        report = win_report(position, Outlook(game, player, progress, announce))
    if json:
        print_json(report.figures())
        return
    _print(report, strategy)


def _print(report: "WinReport", strategy: str) -> None:
    from rich.table import Table

    out = console()
    head = ("Player", "Boxes left", "Points", "Expected", "Wins", "Ties")
    table = Table(*head, box=None, header_style="bold", pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in report.players:
        name = f"{row.number}{' (to move)' if row.to_move else ''}"
        table.add_row(name, str(row.boxes_left), str(row.points), f"{row.mean:.1f}", f"{row.win:.2%}", f"{row.tie:.2%}")
    out.print(table)
    out.print()
    if report.best is None:
        return
    how = "exactly" if report.exact else "one turn ahead"
    out.print(f"Playing on by {strategy}, player {report.mover} wins {report.value:.2%} (a tie counts half).")
    out.print(f"Playing to win ({how}): {report.best:.2%}.")
    for one in report.advice[:3]:
        out.print(f"  {one.words}: {one.value:.2%}")
