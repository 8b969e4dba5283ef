"""`fivedice win` and `fivedice duel`: who will come first, and what playing for it brings."""

from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.options import (
    DEFAULT_VARIANT,
    Json,
    PlayedVariant,
    RulesFile,
    Seed,
    Settings,
    StrategyName,
    ThrowText,
    TwoOrMoreGames,
    VariantName,
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


def duel(
    variant: VariantName = DEFAULT_VARIANT,
    games: TwoOrMoreGames = 100,
    seed: Seed = 1,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """What playing to win gains over playing for the mean, against an opponent who plays for the mean.

    The gain is the mean over the games of what their decisions add to the win probability, each known exactly. A game
    takes a second or two.
    """
    from fivedice.objectives.duel import duels
    from fivedice.statistics.intervals import proportion_interval, t_interval

    game = rules_from(variant, rules, set_)
    with progress_bar(f"Playing {game.name} to win") as progress:
        played = list(duels(game, games, seed, progress=progress))
    gain = t_interval([one.gain for one in played])
    won = proportion_interval(sum(one.result for one in played), games)
    changed = sum(one.changed for one in played) / games
    if json:
        print_json(
            {
                "variant": game.name,
                "games": games,
                "seed": seed,
                "gain": gain.estimate,
                "gain_low": gain.low,
                "gain_high": gain.high,
                "won": sum(one.result for one in played) / games,
                "won_low": won.low,
                "won_high": won.high,
                "decisions_changed": changed,
            }
        )
        return
    out = console()
    points = f"{100 * gain.estimate:.2f} ± {100 * gain.half_width:.2f} percentage points"
    out.print(
        f"Playing to win gains {points} in {game.name} (95 %, {games:,} games); {changed:.1f} decisions a game are not "
        "those of the greatest mean."
    )
    out.print(f"Counted plainly, it won between {won.low:.1%} and {won.high:.1%} of the games.")


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
