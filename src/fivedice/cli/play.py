"""`fivedice play`: the table in the browser, or a game in the terminal, with the exact solver at hand."""

import shlex
import shutil
import sys
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.options import (
    DEFAULT_VARIANT,
    Database,
    Json,
    RulesFile,
    Settings,
    VariantName,
    rules_from,
    solution_for,
)
from fivedice.cli.serve import AnyPort, Lobby, PlayerFiles, list_players, open_table
from fivedice.cli.show import print_json
from fivedice.errors import NotationError
from fivedice.progress import console

if TYPE_CHECKING:
    from fivedice.cli.terminal import Reader
    from fivedice.rules import Rules

ALONE = "You"

Players = Annotated[str, typer.Option("--players", metavar="NAMES", help='Who plays, in turn: "Ann,Ben".')]
Coach = Annotated[bool, typer.Option("--coach", help="Follow every decision with what it cost.")]
Physical = Annotated[bool, typer.Option("--physical", help="Play with real dice, and say what they show.")]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="Dice that can be had again.")]
Position = Annotated[str, typer.Option("--position", metavar="TEXT", help='Resume: "ones=3,C=22 56666:2".')]
InTerminal = Annotated[bool, typer.Option("--terminal", help="Play here, without a browser.")]


def play(
    variant: VariantName = DEFAULT_VARIANT,
    rules: RulesFile = None,
    set_: Settings = None,
    players: Players = "",
    coach: Coach = False,
    physical: Physical = False,
    seed: Seed = None,
    position: Position = "",
    json: Json = False,
    terminal: InTerminal = False,
    port: AnyPort = None,
    database: Database = None,
    player: PlayerFiles = None,
) -> None:
    """Play in the browser, or here with --terminal, alone or in turns, with advice from the exact solver.

    --seed, --position and --json are for the terminal; --port, --database and --player for the browser.
    """
    game = rules_from(variant, rules, set_)
    names = player_names(players)
    if not terminal:
        list_players(player or ())
        if seed is not None or position or json:
            raise NotationError("--seed, --position and --json are for the game in the terminal; add --terminal.")
        open_table(
            game, Lobby(players=names if players.strip() else [], coach=coach, physical=physical), port, database
        )
        return
    if port is not None or database is not None or player:
        raise NotationError("--port, --database and --player are for the table in the browser; leave out --terminal.")
    resume = Resume(variant, rules, set_, players, coach, physical, seed, json)
    play_here(game, names, resume, position)


def play_here(game: "Rules", names: list[str], resume: "Resume", position: str) -> None:
    """Play in the terminal; whoever leaves is told how to come back."""
    from random import Random

    from fivedice.cli.hotseat import HotSeat
    from fivedice.cli.record import format_position, game_json, parse_position
    from fivedice.cli.sources import Left, RandomDice, RealDice
    from fivedice.cli.terminal import Terminal

    seats, turn = parse_position(game, names, position)
    terminal = Terminal(console(stderr=resume.json), keyboard(json=resume.json))
    dice = RealDice(game, terminal) if resume.physical else RandomDice(game, len(seats), Random(resume.seed))
    table = None
    try:
        table = HotSeat(solution_for(game), seats, terminal, dice, turn, resume.coach)
        table.play()
    except (Left, EOFError, KeyboardInterrupt):
        where = format_position(game, seats, table.turn if table else turn)
        terminal.console.print(f"\nLeft at {where}. Resume with: {resume.command(where)}", soft_wrap=True)
    if resume.json and table:
        print_json(game_json(table.solution, seats, table.turn))


def player_names(text: str) -> list[str]:
    """The players, from names separated by commas; one without a name if there are none."""
    from fivedice.table.game import MOST_SEATS
    from fivedice.table.names import check_different, checked_name

    names = [checked_name(name) for name in text.split(",")] if text.strip() else [ALONE]
    check_different(names)
    if len(names) > MOST_SEATS:
        raise NotationError(f"{len(names)} players are too many; allowed is up to {MOST_SEATS}, such as Ann,Ben.")
    return names


def keyboard(*, json: bool) -> "Reader":
    """A reader of lines from the keyboard, whose prompt stays out of the way of JSON."""
    typed = sys.stdin.isatty()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name with an accent must not end the game
    if typed and sys.stdout.isatty():
        with suppress(ImportError):  # line editing, where the platform has it
            import readline  # noqa: F401

    def read() -> str:
        with redirect_stdout(sys.stderr if json else sys.stdout):
            line = input("> ")
            if not typed:
                print(line)  # so that the log of a scripted game reads like the game
            return line

    return read


@dataclass(frozen=True)
class Resume:
    """The options of a game that was left, to be put into the command that takes it up again."""

    variant: str
    rules: Path | None
    settings: list[str] | None
    players: str
    coach: bool
    physical: bool
    seed: int | None
    json: bool

    def command(self, position: str) -> str:
        """The command, quoted for a shell."""
        words = [*_program(), "play", "--terminal"]
        words += [self.variant] if self.variant != DEFAULT_VARIANT else []
        words += ["--rules", str(self.rules)] if self.rules else []
        for setting in self.settings or ():
            words += ["--set", setting]
        words += ["--players", self.players] if self.players else []
        words += [f"--{key}" for key in ("coach", "physical", "json") if getattr(self, key)]
        words += ["--seed", str(self.seed)] if self.seed is not None else []
        return shlex.join([*words, "--position", position])


def _program() -> list[str]:
    """How this program was started, short where the shell finds it."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return [Path(sys.executable).name, "-m", "fivedice"]
    return [started.name] if shutil.which(started.name) else [sys.argv[0]]
