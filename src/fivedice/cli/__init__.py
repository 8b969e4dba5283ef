"""The command line: verbs only. Each one reads its options, calls the library, and prints."""

import sys
from importlib import import_module

import typer
from typer import Option

from fivedice.cli import playtest
from fivedice.cli.usage import UsageError, Verb, mistake
from fivedice.errors import FivediceError
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
    "dice_test": "Test whether dice are fair, virtual or real.",
    "compare": "Compare strategies on equal dice.",
    "same_dice": "Show decisions on equal dice, turn by turn.",
    "trials": "Set people's scores beside strategies.",
    "study": "Regenerate a published study.",
    "given_up": "Plot when a strategy fills and gives up each box.",
    "train": "Train a player and say how well it plays.",
    "games": "List, export and import the games that were played.",
    "verify": "Check dice, decisions and scores of a recorded game.",
    "variants": "List the named variants.",
    "rules": "Print the rules of a variant.",
    "cache": "List or clear what is kept on disk.",
}
"""Every verb, the function of its name in the module of its name, with the line that the list of verbs has room for."""
for verb, summary in VERBS.items():
    app.command(cls=Verb, short_help=summary)(getattr(import_module(f"fivedice.cli.{verb}"), verb))
app.add_typer(playtest.app, short_help="Measure rules by playing: ladders, sweeps, design.")


INTERRUPTED = 130
"""The exit code of Ctrl-C, as shells have it: 128 + SIGINT."""


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
        raise typer.Exit(2)


def main() -> None:
    """Run a verb; a mistake of the user ends in one sentence and exit code 2."""
    try:
        code = app(standalone_mode=False)
        if code == INTERRUPTED:  # what Typer makes of Ctrl-C
            raise KeyboardInterrupt
        sys.exit(code)
    except FivediceError as error:
        print(f"fivedice: {error}", file=sys.stderr)
        sys.exit(2)
    except UsageError as error:
        print(f"fivedice: {mistake(error)}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort):
        print("fivedice: interrupted.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of a pipe left early, as `head` does
