"""Progress of long work: a callback, and a bar in a terminal or notebook."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import ProgressColumn

Progress = Callable[[int, int], None]
"""Callback: called during long work with the number of steps done and their total."""

Stages = Callable[[str, float], None]
"""Callback of work in several stages: called with the name of the stage and the share of all work that is done."""

Shown = Progress | bool | None
"""How a function reports its progress: a callback, None for a bar in a terminal or notebook, False for nothing."""

LEAST_WIDTH, USUAL_WIDTH = 20, 80
"""Characters in a line: the least that can be read, and the width used if the terminal reports 0."""

SPEED_SECONDS = 600.0
"""Seconds of progress from which a bar estimates the speed."""


@contextmanager
def progress_bar(description: str, progress: Shown = None) -> Iterator[Progress]:
    """The callback to call; by default it draws a bar, which appears with the first step and vanishes at the end."""
    if callable(progress):
        yield progress
        return
    if progress is False or not is_watched():
        yield lambda done, total: None
        return
    with ExitStack() as shown:

        @cache
        def bar() -> Callable[..., None]:
            from rich.progress import BarColumn, TextColumn

            named = TextColumn("{task.description}", markup=False)
            return shown.enter_context(_drawn(description, None, named, BarColumn()))

        yield lambda done, total: bar()(completed=done, total=total)


@contextmanager
def stage_bar(progress: "Stages | bool | None" = None) -> Iterator[Stages]:
    """The same for work in stages: one bar that names the stage."""
    if callable(progress):
        yield progress
        return
    if progress is False or not is_watched():
        yield lambda name, share: None
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn

    named = TextColumn("{task.description:<36.36}", markup=False)
    with _drawn("Starting", 1.0, named, BarColumn(20), TaskProgressColumn()) as bar:
        yield lambda name, share: bar(description=name, completed=share)


@contextmanager
def _drawn(said: str, total: float | None, *columns: "ProgressColumn") -> Iterator[Callable[..., None]]:
    """Draw a bar of these columns and the remaining time on standard error; yields the function that updates it."""
    from rich.progress import Progress as Bar
    from rich.progress import TimeRemainingColumn

    note(None)
    where = console(stderr=True)
    columns = *columns, TimeRemainingColumn()
    with Bar(*columns, console=where, transient=True, speed_estimate_period=SPEED_SECONDS) as bar:
        task = bar.add_task(said, total=total)

        def update(**what: Any) -> None:
            nonlocal said
            said = what.get("description", said)
            bar.update(task, **what)

        with notes_on(lambda text: bar.update(task, description=text or said)):
            yield update


Note = Callable[[str | None], None]
"""Callback: shows a temporary note; None removes it."""

_notes: list[Note] = []


@contextmanager
def notes_on(show: Note) -> Iterator[None]:
    """Show notes on a bar while it is drawn."""
    _notes.append(show)
    try:
        yield
    finally:
        _notes.remove(show)


def note(text: str | None) -> None:
    """Show a temporary note: on the bar that is drawn, else as a line of the terminal; None removes it."""
    if _notes:
        _notes[-1](text)
    elif sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write("\r\x1b[2K" + (text or "")[:width])
        sys.stderr.flush()


def note_compiling(name: str | None) -> None:
    """Show which kernel is being compiled; None when it is done."""
    note(name and f"compiling kernels, once: {name} …")


def console(*, stderr: bool = False) -> "Console":
    """A Rich console that prints every text as it is: names and titles may hold brackets and colons."""
    from rich.console import Console

    found = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if found.width < LEAST_WIDTH:  # such as COLUMNS=0: Rich would print nothing
        found.width = LEAST_WIDTH if found.width > 0 else USUAL_WIDTH
    return found


def announce(on_disk: int, in_memory: int, seconds: float | None = None) -> None:
    """Say what a long solution needs before it starts: bytes, and time where it is known."""
    if sys.stderr.isatty():
        sizes = f"up to {on_disk / 1e6:,.0f} MB on disk, {in_memory / 1e9:,.1f} GB of memory"
        if seconds is not None:
            sizes += f", about {seconds / 60:,.0f} minutes" if seconds > 90 else f", about {seconds:,.0f} s"
        print(f"Solved once and kept: {sizes}.", file=sys.stderr)


def is_watched() -> bool:
    """Whether standard error is a terminal, or this is a notebook that can draw a bar."""
    return sys.stderr.isatty() or ("ipykernel" in sys.modules and find_spec("ipywidgets") is not None)
