"""The command line: verbs only. Each one reads its options, calls the library, and prints."""

import sys
from collections.abc import Callable

import typer

from fivedice import __version__
from fivedice.cli import advise, cache, play, rules, solve
from fivedice.errors import FivediceError

app = typer.Typer(
    name="fivedice",
    help="A laboratory for the five-dice games: exact solutions, advice, play, rule design.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
VERBS: tuple[Callable[..., None], ...] = (
    play.play,
    solve.solve,
    advise.advise,
    rules.variants,
    rules.rules,
    cache.cache,
)
for verb in VERBS:
    app.command()(verb)


@app.callback(invoke_without_command=True)
def _version(version: bool = typer.Option(False, "--version", help="Print the version and leave.")) -> None:
    if version:
        typer.echo(f"fivedice {__version__}")
        raise typer.Exit


def main() -> None:
    """Run a verb; a mistake of the user ends in one sentence and exit code 2."""
    try:
        app()
    except FivediceError as error:
        print(f"fivedice: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("fivedice: interrupted.", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of a pipe left early, as `head` does
