"""The command line: verbs only. Each one reads its options, calls the library, and prints."""

import sys
from collections.abc import Callable
from typing import cast

import typer

from fivedice import __version__
from fivedice.cli import (
    advise,
    cache,
    compare,
    dice_test,
    games,
    play,
    playtest,
    reach,
    rules,
    same_dice,
    serve,
    simulate,
    solve,
    strategies,
    study,
    train,
    trials,
    verify,
    win,
)
from fivedice.errors import FivediceError

app = typer.Typer(
    name="fivedice",
    help="A laboratory for the five-dice games: exact solutions, advice, play, rule design.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
VERBS: tuple[Callable[..., None], ...] = (
    play.play,
    serve.serve,
    solve.solve,
    advise.advise,
    reach.reach,
    reach.distribution,
    win.win,
    win.duel,
    strategies.strategies,
    strategies.evaluate,
    simulate.simulate,
    dice_test.dice_test,
    compare.compare,
    same_dice.same_dice,
    trials.trials,
    study.study,
    study.given_up,
    train.train,
    games.games,
    verify.verify,
    rules.variants,
    rules.rules,
    cache.cache,
)
for verb in VERBS:
    app.command()(verb)
app.add_typer(playtest.app)


INTERRUPTED = 130
"""The exit code of Ctrl-C, as shells have it: 128 + SIGINT."""
UsageError = cast(type[typer.BadParameter], typer.BadParameter.__base__)
"""What Typer raises for options that it cannot read: of click, or of its own copy of it in later versions."""


@app.callback(invoke_without_command=True)
def _front_door(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and leave."),
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
        sentence = " ".join(error.format_message().split())
        print(f"fivedice: {sentence}{'' if sentence[-1] in '.?' else '.'}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort):
        print("fivedice: interrupted.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of a pipe left early, as `head` does
