"""The command line: verbs only. Each one reads its options, calls the library, and prints."""

import os
import sys
from contextlib import suppress
from importlib import import_module

import typer
from typer import Option

from fivedice.cli import playtest
from fivedice.cli.usage import UsageError, Verb, mistake
from fivedice.errors import FivediceError, concise
from fivedice.version import __version__

app = typer.Typer(
    name="fivedice",
    help="A laboratory for the five-dice games: exact solutions, advice, play, rule design.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
VERBS = {
    "play": "Play in the browser or, with --terminal, here.",
    "serve": "Serve the table, to this machine or to a network.",
    "solve": "Solve a game exactly.",
    "advise": "Rank every decision for a roll.",
    "reach": "The best chance to end with a target or more.",
    "distribution": "The exact distribution of a strategy's final score.",
    "win": "Who will come first, and the decision that wins most often.",
    "duel": "What playing to win gains over playing for the mean.",
    "strategies": "List the strategies that can play.",
    "evaluate": "Evaluate strategies exactly: mean, spread, points per box.",
    "simulate": "Simulate games of a strategy.",
    "rate": "Rate a player by exact regret, on fixed dice and positions.",
    "bot": "Take an open seat at a table, and play by a strategy.",
    "engine": "Speak the engine protocol on standard input and output.",
    "dice_test": "Test whether dice are fair, virtual or real.",
    "compare": "Compare strategies on equal dice.",
    "same_dice": "Show decisions on equal dice, turn by turn.",
    "trials": "Set people's scores beside strategies.",
    "study": "Regenerate a published study.",
    "given_up": "Plot when a strategy fills and gives up each box.",
    "train": "Train a player and say how well it plays.",
    "games": "List, export, import and delete the games that were played.",
    "verify": "Check dice, decisions and scores of a recorded game.",
    "variants": "List the named variants.",
    "rules": "Print the rules of a variant.",
    "cache": "List or clear what is kept on disk.",
}
"""Every verb, the function of its name in the module of its name, with the line that the list of verbs has room for."""
for verb, summary in VERBS.items():
    app.command(cls=Verb, short_help=summary)(getattr(import_module(f"fivedice.cli.{verb}"), verb))
app.add_typer(playtest.app, short_help="Measure rules by playing: ladders, sweeps, design.")


TROUBLE, MISTAKE, INTERRUPTED = 1, 2, 130
"""Exit codes besides 0: trouble of the machine, a mistake of the user, Ctrl-C (as shells have it: 128 + SIGINT)."""


@app.callback(invoke_without_command=True)
def _front_door(
    context: typer.Context,
    version: bool = Option(False, "--version", help="Show the version and exit."),
) -> None:
    if version:
        typer.echo(f"fivedice {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(MISTAKE)


def main() -> None:
    """Run a verb; whatever goes wrong ends in one sentence and an exit code that says whose trouble it is."""
    try:
        code = app(standalone_mode=False)
        if code == INTERRUPTED:  # what Typer makes of Ctrl-C
            raise KeyboardInterrupt
        if sys.stdout:
            sys.stdout.flush()  # here, where a full disk can still be told of
    except FivediceError as error:
        code = _say(str(error), MISTAKE)
    except UsageError as error:
        code = _say(mistake(error), MISTAKE)
    except (KeyboardInterrupt, typer.Abort):
        code = _say("interrupted.", INTERRUPTED)
    except BrokenPipeError:  # the reader of a pipe left early, as `head` does: nothing to say
        code = TROUBLE
    except OSError as error:
        where = f" {str(error.filename)!r}" if error.filename else ""
        code = _say(f"the machine refused to read or write{where}: {error.strerror or error}.", TROUBLE)
    except MemoryError:
        code = _say("this machine has too little memory left for that; close other programs or ask for less.", TROUBLE)
    _drop_unwritten()
    sys.exit(code)


def _say(sentence: str, code: int) -> int:
    """Print what went wrong, if the error stream takes it; returns the exit code."""
    if sys.stderr:  # None if it was closed before the start
        with suppress(OSError, ValueError):
            print(f"fivedice: {concise(sentence)}", file=sys.stderr, flush=True)
    return code


def _drop_unwritten() -> None:
    """Send output that could not be written to the null device: Python would try again at its end, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, AttributeError, ValueError):
            with suppress(OSError, AttributeError, ValueError), open(os.devnull, "w") as nowhere:  # noqa: PTH123
                os.dup2(nowhere.fileno(), stream.fileno())
