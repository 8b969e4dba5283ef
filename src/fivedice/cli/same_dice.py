"""`fivedice same-dice`: what several strategies do with the same dice, turn by turn."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivedice.cli.options import (
    Dice,
    Json,
    Names,
    PlayedVariant,
    RulesFile,
    Seed,
    Settings,
    players_and_rules,
    solution_for,
)
from fivedice.cli.pictures import check_files, write_csv
from fivedice.cli.show import print_json
from fivedice.progress import console
from fivedice.reports.table import plural
from fivedice.rules import format_dice

if TYPE_CHECKING:
    from rich.table import Table

    from fivedice.comparison.same_dice import Choice, Player, SameDice

GameCount = Annotated[int, typer.Option("--games", metavar="N", min=1, max=10_000, help="How many games.")]
CsvFile = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a row for each decision as CSV.")]
LABEL, TEXT, COST = 7, 15, 6
"""Widths of columns: three strategies fill 80 characters."""
SHOWN = 0.005
"""A regret that rounds to 0.00 is not worth a number."""


def same_dice(
    strategy: Names,
    games: GameCount = 5,
    seed: Seed = 1,
    variant: PlayedVariant = None,
    dice: Dice = "default",
    csv_file: CsvFile = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Show the decisions of several strategies on equal dice, turn by turn, with the regret of each.

    A die has its face by game, turn, throw and position: strategies that kept different dice before still meet the same
    faces. Regret is what a decision loses against the best one there, in points of the expected final score.
    """
    from fivedice.comparison.match import check_entrants
    from fivedice.comparison.same_dice import same_dice as play_all

    players, game = players_and_rules(strategy, variant, rules, set_)
    check_entrants(players, game, least=1)
    check_files(csv_file, None)
    from fivedice.simulation.streams import read_stream

    found = play_all(players, game, read_stream(dice, seed), games, solution_for(game), progress=None)
    if csv_file:
        write_rows(found, csv_file)
    if json:
        print_json({"variant": game.name, "seed": seed, "dice": dice, **as_json(found)})
        return
    show(found)


def as_json(found: "SameDice") -> dict[str, Any]:
    """Everything, as plain values."""
    turns = []
    for game in range(found.games):
        for turn in range(found.rules.turns):
            played = [(player.name, player.turn(game, turn)) for player in found.players]
            turns.append(
                {
                    "game": game + 1,
                    "turn": turn + 1,
                    "set_aside": [format_dice(row) for row in found.throws(game, turn)],
                    "players": [
                        {
                            "strategy": name,
                            "throws": [_choice_as_json(choice) for choice in one.choices],
                            "category": one.category.name,
                            "points": one.points,
                            "yahtzee_bonus": one.bonus,
                            "regret": one.regret,
                        }
                        for name, one in played
                    ],
                }
            )
    return {
        "about_dice": found.about_dice,
        "games": found.games,
        "optimum": found.optimum,
        "strategies": [
            {
                "strategy": player.name,
                "scores": player.games.scores.tolist(),
                "regrets": player.regrets.tolist(),
                "luck": found.luck(player).tolist(),
                "decisions": player.decisions,
                "mistakes": player.mistakes,
                "worst": _worst_as_json(player),
            }
            for player in found.players
        ],
        "turns": turns,
    }


def _choice_as_json(choice: "Choice") -> dict[str, Any]:
    kept = None if choice.kept is None else format_dice(choice.kept)
    dice = format_dice(choice.dice)
    return {"dice": dice, "kept": kept, "expectation": choice.expectation, "regret": choice.regret}


def _worst_as_json(player: "Player") -> dict[str, Any]:
    game, turn, throw = player.worst
    regret = float(player.worth.regrets[game, turn, throw])
    return {"game": game + 1, "turn": turn + 1, "throw": throw + 1, "regret": regret}


def write_rows(found: "SameDice", path: Path) -> None:
    """Write a row for each decision."""
    rows = list(found.rows())
    cells = ([format_dice(cell) if isinstance(cell, tuple) else cell for cell in row.values()] for row in rows)
    write_csv(path, list(rows[0]), cells)


def show(found: "SameDice") -> None:
    """Blocks of turns, then the games beside each other."""
    screen = console()
    names = ", ".join(player.name for player in found.players)
    screen.print(f"{names}: {plural(found.games, 'game')} of {found.rules.name} on equal dice.")
    screen.print(found.about_dice)
    screen.print(
        "Each line: dice on the table → dice kept, and what that decision loses against the best one (regret)."
    )
    for game in range(found.games):
        for turn in range(found.rules.turns):
            screen.print()
            aside = " ".join(format_dice(row) for row in found.throws(game, turn))
            screen.print(f"Game {game + 1}, turn {turn + 1}, dice set aside {aside}", style="bold")
            for players in _portions(found.players, screen.width):
                screen.print(turn_table(players, found.rules.rolls, game, turn))
        screen.print()
        scores = ", ".join(
            f"{player.name} {player.games.scores[game]} (regret {player.regrets[game]:.1f})" for player in found.players
        )
        screen.print(f"Game {game + 1} ends: {scores}.", style="bold")
    screen.print()
    for players in _portions(found.players, screen.width):
        screen.print(totals_table(found, players))
        screen.print()
    screen.print(summary_table(found))
    screen.print(
        f"Luck is score + regret − {found.optimum:.2f}, the mean of optimal play: what the dice gave or took, "
        "with mean 0 for every strategy."
    )


def _portions(players: "tuple[Player, ...]", width: int) -> "Iterator[tuple[Player, ...]]":
    """As many strategies beside each other as the terminal has room for."""
    most = max((width - LABEL) // (TEXT + COST + 3), 1)
    for begin in range(0, len(players), most):
        yield players[begin : begin + most]


def _table(names: "Iterator[str]") -> "Table":
    """A column of labels and a wide one for each name."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", width=LABEL)
    for name in names:
        table.add_column(name, width=TEXT + 1 + COST)
    return table


def _cell(text: str, regret: float = 0.0) -> str:
    """What was done, and what it cost if it cost something."""
    return f"{text:<{TEXT}} {regret:>{COST}.2f}" if regret >= SHOWN else text


def turn_table(players: "tuple[Player, ...]", rolls: int, game: int, turn: int) -> "Table":
    """What each did in one turn."""
    table = _table(player.name for player in players)
    played = [player.turn(game, turn) for player in players]
    for throw in range(rolls):
        cells = []
        for one in played:
            choice = one.choices[throw] if throw < len(one.choices) else None
            if choice is None:
                cells.append("")
            elif choice.kept is None:
                cells.append(format_dice(choice.dice))
            else:
                cells.append(_cell(f"{format_dice(choice.dice)} → {format_dice(choice.kept)}", choice.regret))
        table.add_row(f"Throw {throw + 1}", *cells)
    table.add_row("Scores", *(_cell(one.category.title, one.choices[-1].regret) for one in played))
    table.add_row("Points", *(f"{one.points} + {one.bonus}" if one.bonus else str(one.points) for one in played))
    return table


def totals_table(found: "SameDice", players: "tuple[Player, ...]") -> "Table":
    """Each game's total and what was given away in it."""
    table = _table(player.name for player in players)
    for game in range(found.games):
        cells = (f"{player.games.scores[game]}, regret {player.regrets[game]:.1f}" for player in players)
        table.add_row(f"Game {game + 1}", *cells)
    return table


def summary_table(found: "SameDice") -> "Table":
    """Means over the games, and how often and how much each strategy went wrong."""
    from rich.table import Table

    head = ("Over all games", "Mean", "Regret", "Luck", "Decisions", "Mistakes", "Worst", "In")
    table = Table(*head, box=None, header_style="bold", pad_edge=False)
    for column in table.columns[1:-1]:
        column.justify = "right"
    for player in found.players:
        game, turn, throw = player.worst
        worst = float(player.worth.regrets[game, turn, throw])
        table.add_row(
            player.name,
            f"{player.games.scores.mean():.1f}",
            f"{player.regrets.mean():.2f}",
            f"{found.luck(player).mean():+.1f}",
            f"{player.decisions:,}",
            f"{player.mistakes:,}",
            f"{worst:.2f}" if player.mistakes else "",
            f"{game + 1}.{turn + 1}.{throw + 1}" if player.mistakes else "",
        )
    return table
