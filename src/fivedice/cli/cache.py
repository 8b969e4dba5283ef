"""`fivedice cache`: what is kept on disk: solutions, compiled kernels, finished parts of study 004."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.options import Json
from fivedice.cli.show import print_json
from fivedice.progress import console
from fivedice.reports.table import plural

if TYPE_CHECKING:
    from fivedice.solver.cache import Entry

Clear = Annotated[bool, typer.Option("--clear", help="Delete all of it.")]


def cache(clear: Clear = False, json: Json = False) -> None:
    """List the solutions on disk, with the size of compiled kernels and of parts of study 004, or clear all of it."""
    from fivedice.solver import cache as store

    kernels, parts = store.size_of(store.kernels_folder()), store.size_of(store.parts_folder())
    sizes = {"kernels_bytes": kernels, "playtest_bytes": parts}
    if clear:
        count, size = store.clear()
        if json:
            print_json({"folder": str(store.folder()), "deleted": count, "bytes": size, **sizes})
        else:
            what = f"{plural(count, 'file')} ({size / 1e6:.1f} MB), compiled kernels ({kernels / 1e6:.1f} MB)"
            what += f" and parts of study 004 ({parts / 1e6:.1f} MB)"
            console().print(f"Deleted {what} in {store.folder()}.", soft_wrap=True)
        return
    found = list(store.entries())
    if json:
        files = [
            {
                "file": entry.path.name,
                "bytes": entry.size,
                "sound": entry.header is not None and not entry.older,
                **{key: (entry.header or {}).get(key) for key in ("name", "digest", "objective", "value", "states")},
                "older_format": entry.older,
            }
            for entry in found
        ]
        print_json({"folder": str(store.folder()), "files": files, **sizes})
        return
    from rich.table import Table

    out = console()
    out.print(f"{_counted(found)} in {store.folder()}", soft_wrap=True)
    table = Table("Rules", "Digest", "Objective", "Value", "MB", box=None, header_style="bold", pad_edge=False)
    for entry in found:
        head, megabytes = entry.header, f"{entry.size / 1e6:.1f}"
        if entry.older:
            table.add_row(f"{entry.path.name}: older format, no longer used", "", "", "", megabytes)
        elif head is None:
            table.add_row(f"{entry.path.name}: damaged, will be replaced", "", "", "", megabytes)
        else:
            value = "" if head.get("value") is None else f"{head['value']:.4f}"  # curves have many
            table.add_row(head["name"], head["digest"], head["objective"], value, megabytes)
    if found:
        out.print(table)
    out.print(f"parts of study 004: {parts / 1e6:.1f} MB")
    out.print(f"compiled kernels: {kernels / 1e6:.1f} MB")


def _counted(found: "Sequence[Entry]") -> str:
    """Solutions, and apart from them files that are none."""
    older = sum(entry.older for entry in found)
    damaged = sum(entry.header is None and not entry.older for entry in found)
    words = [plural(len(found) - older - damaged, "solution")]
    words += [f"{older} of an older format"] if older else []
    words += [f"{damaged} damaged"] if damaged else []
    return ", ".join(words)
