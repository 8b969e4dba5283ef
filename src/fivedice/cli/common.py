"""What verbs share: options, rules from options, JSON, progress bars."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivedice.errors import RulesError
from fivedice.rules import Rules, variant
from fivedice.rules.toml import load_rules

if TYPE_CHECKING:
    from rich.console import Console

    from fivedice.solver.solution import Progress, Solution

DEFAULT_VARIANT = "yahtzee"

VariantName = Annotated[str, typer.Argument(metavar="[VARIANT]", help="What is played; see `fivedice variants`.")]
RulesFile = Annotated[Path | None, typer.Option("--rules", metavar="FILE", help="Rules from a TOML file.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a parameter; may be repeated.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


def rules_from(name: str, file: Path | None, settings: list[str] | None) -> Rules:
    """The rules that the options describe: a variant or a file, then changes in the order given."""
    rules = load_rules(file) if file else variant(name)
    changes: dict[str, int | str] = {}
    for setting in settings or ():
        key, equals, value = setting.partition("=")
        if not equals:
            raise RulesError(f"--set {setting!r} is not of the form KEY=VALUE, such as upper_threshold=84.")
        changes[key.strip()] = value.strip()
    return rules.change(changes)


def solution_for(rules: Rules, *, fresh: bool = False) -> "Solution":
    """The solution of the rules, from disk or solved under a progress bar."""
    from fivedice.solver import cached_solution

    with solving_bar(rules) as progress:
        return cached_solution(rules, fresh=fresh, progress=progress)


@contextmanager
def solving_bar(rules: Rules) -> Iterator["Progress"]:
    """A progress bar on the error stream that appears only when there is something to solve."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"Solving {rules.name}", total=None, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)


def console(*, stderr: bool = False) -> "Console":
    """A Rich console."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def print_json(value: Any) -> None:
    """Print one JSON document."""
    typer.echo(json.dumps(value, indent=2))
