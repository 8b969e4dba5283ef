"""`fivedice play`: the table in the browser, or a game in the terminal, with the exact solver at hand."""

import shlex
import shutil
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from fivedice.cli.options import Database, Json, RulesFile, Settings, rules_from
from fivedice.cli.serve import AnyPort, PlayerFiles, engine_entry, is_engine, list_players, open_page, open_table
from fivedice.cli.verb import print_json
from fivedice.errors import NoSuchGame, NotationError, TooLarge
from fivedice.progress import console
from fivedice.rules import VARIANTS

if TYPE_CHECKING:
    from fivedice.cli.terminal import Reader
    from fivedice.rules import Rules
    from fivedice.solver import AnySolution
    from fivedice.table.game import Game
    from fivedice.table.store import Store

ALONE = "You"

VariantOrGame = Annotated[
    str | None, Argument(metavar="VARIANT", help="Name of the variant, by default yahtzee; see `fivedice variants`.")
]
Players = Annotated[str, Option("--players", metavar="NAMES", help='Names in the order of play: "Ann,Ben".')]
Robots = Annotated[
    list[str] | None, Option("--robot", metavar="S", help="Add a robot that plays this strategy; may be repeated.")
]
Coach = Annotated[bool, Option("--coach", help="Say after each decision what it cost.")]
Physical = Annotated[bool, Option("--physical", help="Play with real dice and type what they show.")]
Seed = Annotated[int | None, Option("--seed", metavar="N", help="Seed of the dice; equal seeds give equal dice.")]
Position = Annotated[str, Option("--position", metavar="TEXT", help='Start from "ones=3,C=22 56666:2".')]
InTerminal = Annotated[bool, Option("--terminal", help="Play in the terminal, without a browser.")]
Resume = Annotated[
    bool, Option("--resume", help="Resume the game with this id; without one, the newest of the terminal.")
]


def play(
    variant: VariantOrGame = None,
    rules: RulesFile = None,
    set_: Settings = None,
    players: Players = "",
    robot: Robots = None,
    coach: Coach = False,
    physical: Physical = False,
    seed: Seed = None,
    position: Position = "",
    json: Json = False,
    terminal: InTerminal = False,
    resume: Resume = False,
    port: AnyPort = None,
    database: Database = None,
    player: PlayerFiles = None,
) -> None:
    """Play in the browser, or in the terminal with --terminal, with advice from the exact solver.

    Every game is stored; `--resume [GAME]` continues one in the browser or the terminal, or opens the report of a
    finished one. --robot, --seed, --position and --json are for the terminal; --port and --player for the browser.
    With --resume, --robot engine:COMMAND restarts an engine of the game.
    """
    from fivedice.table.store import Store

    strategies = [one for one in robot or () if not is_engine(one)]
    if resume and (rules or set_ or players or strategies or physical or seed is not None or position):
        raise NotationError("--resume goes on with a game as it was begun; leave out its rules, players and dice.")
    if terminal and (port is not None or player):
        raise NotationError("--port and --player are for the table in the browser; leave out --terminal.")
    if not terminal and (robot or seed is not None or position or json):
        raise NotationError("--robot, --seed, --position and --json are for the game in the terminal; add --terminal.")
    if not terminal:
        list_players(player or ())
        if resume:
            with Store(database) as store:
                where = address_of(store, resumed(store, variant))
            open_page(where, port, database)
            return
        names = player_names(players) if players.strip() else []
        open_table(rules_from(variant, rules, set_), port, database, players=names, coach=coach, physical=physical)
        return
    wanted = None if resume else rules_from(variant, rules, set_)
    robots = named_robots(robot or ())
    with Store(database) as store:
        if wanted is None:
            game = resumed(store, variant)
        else:
            game = new_game(wanted, player_names(players), robots, physical=physical, seed=seed, position=position)
        options = ["--database", database] if database else []
        play_here(store, game, options, new=not resume, coach=coach, json=json)


def play_here(store: "Store", game: "Game", options: list[str], *, new: bool, coach: bool, json: bool) -> None:
    """Play a game in the terminal; quitting prints the command that resumes it."""
    from fivedice.cli.hotseat import HotSeat, Left
    from fivedice.cli.terminal import Terminal
    from fivedice.table.result import GameResult

    terminal = Terminal(console(stderr=json), keyboard(json=json))
    solution = solution_if_small(game, coach=coach)
    notes = [f"Game {game.id} goes on."]
    if new:
        store.create_at_terminal(game)
        notes = [f"Game {game.id} is stored as it is played.", f"Sealed dice: {game.commitment}"]
    table = HotSeat(store, game, solution, terminal, coach, notes if game.commitment else notes[:1])
    flags = [flag for flag, on in (("--coach", coach), ("--json", json)) if on]
    in_browser = f"in the browser: {_command('play', '--resume', game.id, *options)}"
    try:
        table.play()
        said = [f"Check its dice: {_command('verify', game.id, *options)}", f"Its report {in_browser}"]
    except (Left, EOFError, KeyboardInterrupt):
        again = _command("play", "--terminal", "--resume", game.id, *options, *flags)
        said = [f"\nGo on {in_browser}", f"Left at {table.game.position}. Resume with: {again}"]
    for line in said:
        terminal.console.print(line, soft_wrap=True)
    if json:
        print_json(GameResult(table.game, solution).to_dict())


def solution_if_small(game: "Game", *, coach: bool) -> "AnySolution | None":
    """The solution of the rules; None if they are too large, TooLarge if coach or real dice need it."""
    from fivedice.api.solve import solution_for

    try:
        return solution_for(game.rules)
    except TooLarge as error:
        if coach or any(seat.physical for seat in game.seats):
            raise TooLarge(f"{error} Here it is played without --coach and --physical.") from error
        return None


def new_game(
    rules: "Rules", names: list[str], robots: list[str], *, physical: bool, seed: int | None, position: str
) -> "Game":
    """A game of people and robots, from the start or from a position."""
    from fivedice.table.dice import numbered_seed
    from fivedice.table.events import Seat
    from fivedice.table.game import Game
    from fivedice.table.names import keys_of, unused_name
    from fivedice.table.robot import seatable

    seats = [Seat(name, physical=physical) for name in names]
    for strategy in robots:
        from fivedice.strategies.registry import titles  # imports numba

        seatable(strategy).check(rules)
        name = unused_name(titles()[strategy], keys_of(seat.name for seat in seats))
        seats.append(Seat(name, "robot", strategy, physical))
    options: dict[str, int | str] = {"position": position.strip()} if position.strip() else {}
    if seed is None or physical:
        return Game.begin(rules, seats, options=options)
    return Game.begin(rules, seats, seed=numbered_seed(seed), options={**options, "seed": seed})


def named_robots(robots: Sequence[str]) -> list[str]:
    """Names of robots' strategies; an engine gets a name in this process, so that no stored game holds a command."""
    list_players([one for one in robots if is_engine(one)])
    return [engine_entry(one)[0] if is_engine(one) else one for one in robots]


def resumed(store: "Store", word: str | None) -> "Game":
    """The game with this id; for a variant or None, the newest unfinished one of the terminal."""
    from fivedice.api.games import load

    named = word is not None and word not in VARIANTS
    game_id = word if named else store.unfinished_at_terminal(word)
    if game_id is None:
        of = f" of {word}" if word else ""
        raise NoSuchGame(f"no game{of} was left unfinished in the terminal; `fivedice games` lists all games.")
    return load(store, game_id)


def address_of(store: "Store", game: "Game") -> str:
    """The page of a game: its table, with the token that opens the seats of the terminal, or its report."""
    if game.is_over:
        return f"/report/{game.id}"
    token = store.settings(game.id).get("token")
    seats = store.seats_of(game.id, token) if token else []
    return f"/table/{game.id}" + ("#" + "&".join(f"{seat}={token}" for seat in seats) if seats else "")


def player_names(text: str) -> list[str]:
    """The players, from names separated by commas; one player without a name if the text is empty."""
    from fivedice.table.game import MOST_SEATS
    from fivedice.table.names import check_different, checked_name

    names = [checked_name(name) for name in text.split(",")] if text.strip() else [ALONE]
    check_different(names)
    if len(names) > MOST_SEATS:
        raise NotationError(f"{len(names)} players are too many; up to {MOST_SEATS} can play, such as Ann,Ben.")
    return names


def keyboard(*, json: bool) -> "Reader":
    """A reader of lines from the keyboard; with `json` its prompt goes to standard error."""
    typed = sys.stdin.isatty()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name with an accent must not crash the game
    if typed and sys.stdout.isatty():
        with suppress(ImportError):  # line editing, if the platform has it
            import readline  # noqa: F401

    def read() -> str:
        with redirect_stdout(sys.stderr if json else sys.stdout):
            line = input("> ")
            if not typed:
                print(line)  # so that the log of a scripted game reads like the game
            return line

    return read


def _command(*words: str) -> str:
    """A command to type, with the program as it was started: by name if the shell finds it, else by path."""
    started = Path(sys.argv[0])
    program = [started.name] if shutil.which(started.name) else [sys.argv[0]]
    if started.name == "__main__.py":
        program = [Path(sys.executable).name, "-m", "fivedice"]
    return shlex.join([*program, *words])
