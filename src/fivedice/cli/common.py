"""What verbs share: options, rules from options, JSON, progress bars."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivedice.errors import ObjectiveError, RulesError, StrategyError
from fivedice.rules import Rules, variant
from fivedice.rules.toml import load_rules

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import ProgressColumn, TaskID

    from fivedice.solver.solution import Progress, Solution
    from fivedice.strategies.strategy import Strategy

DEFAULT_VARIANT = "yahtzee"
SPEED_SECONDS = 600.0
"""How far back a progress bar looks to tell how fast the work goes."""

VariantName = Annotated[str, typer.Argument(metavar="VARIANT", help="What is played; see `fivedice variants`.")]
PlayedVariant = Annotated[
    str | None,
    typer.Option(
        "--variant", metavar="V", help="What is played: yahtzee, or what a trained player knows, unless one is named."
    ),
]
VariantOption = Annotated[str, typer.Option("--variant", metavar="V", help="What is played; see `fivedice variants`.")]
RulesFile = Annotated[Path | None, typer.Option("--rules", metavar="FILE", help="Rules from a TOML file.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a parameter; may be repeated.")
]
Filled = Annotated[
    str, typer.Option("--filled", metavar="CARD", help='Filled boxes with their points: "ones=3,chance=22".')
]
ThrowText = Annotated[
    str | None, typer.Option("--throw", metavar="DICE:N", help='Dice on the table and rerolls left: "55561:1".')
]
StrategyName = Annotated[str, typer.Option("--strategy", metavar="S", help="Who plays; see `fivedice strategies`.")]
Risk = Annotated[
    float | None, typer.Option("--risk", metavar="R", help="The same as --objective utility:risk=R; 1 is cautious.")
]
Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="Where games are: a file, or postgresql://user@host/name."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


def rules_from(
    name: str | None, file: Path | None, settings: list[str] | None, players: "Sequence[Strategy]" = ()
) -> Rules:
    """The rules that the options describe: a variant or a file, then changes in the order given.

    Where neither is named, trained players know what they were trained for; what players cannot play is refused.
    """
    if name is None and file is None and players:
        from fivedice.strategies.trained import rules_of

        trained_for = rules_of(players)
    else:
        trained_for = None
    rules = load_rules(file) if file else trained_for or variant(name or DEFAULT_VARIANT)
    changes: dict[str, int | str] = {}
    for setting in settings or ():
        key, equals, value = setting.partition("=")
        if not equals:
            raise RulesError(f"--set {setting!r} is not of the form KEY=VALUE, such as upper_threshold=84.")
        changes[key.strip()] = value.strip()
    game = rules.change(changes)
    check_players(players, game)
    return game


def check_players(players: "Iterable[Strategy]", rules: Rules) -> None:
    """Refuse rules that one of the players cannot play, for verbs that have --variant."""
    try:
        for player in players:
            player.check(rules)
    except StrategyError as error:
        raise StrategyError(f"{str(error).removesuffix('.')}; name another with --variant.") from None


def solution_for(rules: Rules, *, fresh: bool = False) -> "Solution":
    """The solution of the rules, from disk or solved under a progress bar."""
    from fivedice.solver import cached_solution

    with progress_bar(f"Solving {rules.name}") as progress:
        return cached_solution(rules, fresh=fresh, progress=progress)


def announce(on_disk: int, in_memory: int) -> None:
    """Say what a long solution takes before it starts."""
    if sys.stderr.isatty():
        sizes = f"up to {on_disk / 1e6:,.0f} MB on disk, {in_memory / 1e9:,.1f} GB of memory"
        print(f"Solved once and kept: {sizes}.", file=sys.stderr)


@contextmanager
def progress_bar(description: str) -> Iterator["Progress"]:
    """A progress bar on the error stream that appears with the first step, if there is one and somebody looks."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    with ExitStack() as shown:

        @cache
        def bar() -> "tuple[Bar, TaskID]":
            from rich.progress import BarColumn, TextColumn

            drawn = shown.enter_context(bar_with(TextColumn("{task.description}", markup=False), BarColumn()))
            return drawn, drawn.add_task(description, total=None)

        def progress(done: int, total: int) -> None:
            drawn, task = bar()
            drawn.update(task, completed=done, total=total)

        yield progress


def bar_with(*columns: "ProgressColumn") -> "Bar":
    """A bar of these columns and the time that is left; a single step may take minutes, and the time stays known."""
    from rich.progress import Progress as Bar
    from rich.progress import TimeRemainingColumn

    return Bar(
        *columns,
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
        speed_estimate_period=SPEED_SECONDS,
    )


def console(*, stderr: bool = False) -> "Console":
    """A Rich console that prints every text as it is: names and titles may hold brackets and colons."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def print_json(value: Any) -> None:
    """Print one JSON document."""
    typer.echo(json.dumps(value, indent=2))


def chosen_objective(objective: str, risk: float | None) -> str:
    """The objective that is asked for: --risk is short for one of them."""
    if risk is None:
        return objective
    if objective != "mean":
        raise ObjectiveError(f"--risk {risk:g} and --objective {objective} ask for two things; give one of them.")
    return f"utility:risk={risk:g}"


def round_numbers(least: int, most: int) -> list[int]:
    """Round numbers in a range of scores, enough of them to show its course: steps of 50 in most games."""
    step = next(one for one in (50, 10, 5, 1) if most - least >= 5 * one or one == 1)
    return [number for number in range(least, most + 1) if number % step == 0]


def plural(count: int, word: str) -> str:
    """A number of things."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
