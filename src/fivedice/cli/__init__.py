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
    "play": "Play in the browser, or in the terminal with --terminal.",
    "serve": "Run the web server for this machine or a network.",
    "solve": "Solve a game exactly.",
    "advise": "Rank every decision for a roll.",
    "reach": "The greatest probability of a target score or more.",
    "distribution": "The exact distribution of a strategy's final score.",
    "win": "Win probabilities, and the decision that wins most often.",
    "duel": "What playing to win gains over playing for the mean.",
    "strategies": "List the strategies that can play.",
    "evaluate": "Evaluate strategies exactly: mean, spread, points per box.",
    "simulate": "Simulate games of a strategy.",
    "rate": "Rate a player by exact regret, on fixed dice and positions.",
    "bot": "Take an open seat at a table and let a strategy play.",
    "engine": "Speak the engine protocol on standard input and output.",
    "dice_test": "Test whether dice are fair, virtual or real.",
    "compare": "Compare strategies on equal dice.",
    "same_dice": "Compare decisions on equal dice, turn by turn.",
    "trials": "Compare people's scores with those of strategies.",
    "study": "Regenerate a published study.",
    "given_up": "Plot when a strategy fills each box, and when with 0.",
    "train": "Train a player and say how well it plays.",
    "games": "List, export, import and delete games.",
    "verify": "Check dice, decisions and scores of a recorded game.",
    "variants": "List the named variants.",
    "rules": "Print the rules of a variant.",
    "cache": "List the files in the cache, or delete them.",
}
"""Each verb, with its line in `fivedice --help`: its function and its module have the same name."""
for verb, summary in VERBS.items():
    app.command(cls=Verb, short_help=summary)(getattr(import_module(f"fivedice.cli.{verb}"), verb))
app.add_typer(playtest.app, short_help="Measure rules by playing: ladders, sweeps, design.")


TROUBLE, MISTAKE, INTERRUPTED = 1, 2, 130
"""Exit codes besides 0: a failure of the machine, a mistake of the user, Ctrl-C (128 + SIGINT, as in shells)."""


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
    """Run a verb; an error ends in one sentence and an exit code."""
    try:
        code = app(standalone_mode=False)
        if code == INTERRUPTED:  # Typer's exit code for Ctrl-C
            raise KeyboardInterrupt
        if sys.stdout:
            sys.stdout.flush()  # here, where an error such as a full disk can still be reported
    except FivediceError as error:
        code = _say(str(error), MISTAKE)
    except UsageError as error:
        code = _say(mistake(error), MISTAKE)
    except (KeyboardInterrupt, typer.Abort):
        code = _say("interrupted.", INTERRUPTED)
    except BrokenPipeError:  # the reader closed the pipe early, as `head` does: no message
        code = TROUBLE
    except OSError as error:
        where = f" {str(error.filename)!r}" if error.filename else ""
        code = _say(f"the machine refused to read or write{where}: {error.strerror or error}.", TROUBLE)
    except MemoryError:
        code = _say("this machine has too little memory left for that; close other programs or ask for less.", TROUBLE)
    _drop_unwritten()
    sys.exit(code)


def _say(sentence: str, code: int) -> int:
    """Print an error on standard error, if it can be written; returns the exit code."""
    if sys.stderr:  # None if it was closed before the start
        with suppress(OSError, ValueError):
            print(f"fivedice: {concise(sentence)}", file=sys.stderr, flush=True)
    return code


def _drop_unwritten() -> None:
    """Send unwritten output to the null device: else Python would retry at exit, and print an error."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, AttributeError, ValueError):
            with suppress(OSError, AttributeError, ValueError), open(os.devnull, "w") as nowhere:  # noqa: PTH123
                os.dup2(nowhere.fileno(), stream.fileno())
