"""`fivedice cache`: the solutions and the compiled kernels on disk."""

from typing import Annotated

import typer

from fivedice.cli.common import Json, console, plural, print_json

Clear = Annotated[bool, typer.Option("--clear", help="Delete all of it.")]


def cache(clear: Clear = False, json: Json = False) -> None:
    """List the solutions that are kept on disk, with the size of the compiled kernels, or clear both."""
    from fivedice.solver import cache as store

    kernels = store.kernels_size()
    if clear:
        count, size = store.clear()
        if json:
            print_json({"folder": str(store.folder()), "deleted": count, "bytes": size, "kernels_bytes": kernels})
        else:
            what = f"{count} files ({size / 1e6:.1f} MB) and compiled kernels ({kernels / 1e6:.1f} MB)"
            console().print(f"Deleted {what} in {store.folder()}.", soft_wrap=True)
        return
    found = list(store.entries())
    if json:
        files = [
            {
                "file": entry.path.name,
                "bytes": entry.size,
                "sound": entry.header is not None,
                **{key: (entry.header or {}).get(key) for key in ("name", "digest", "objective", "value", "states")},
            }
            for entry in found
        ]
        print_json({"folder": str(store.folder()), "files": files, "kernels_bytes": kernels})
        return
    from rich.table import Table

    out = console()
    out.print(f"{plural(len(found), 'solution')} in {store.folder()}", soft_wrap=True)
    table = Table("Rules", "Digest", "Objective", "Value", "MB", box=None, header_style="bold", pad_edge=False)
    for entry in found:
        head, megabytes = entry.header, f"{entry.size / 1e6:.1f}"
        if head is None:
            table.add_row(f"{entry.path.name}: damaged, will be replaced", "", "", "", megabytes)
        else:
            value = "" if head.get("value") is None else f"{head['value']:.4f}"  # curves have many
            table.add_row(head["name"], head["digest"], head["objective"], value, megabytes)
    if found:
        out.print(table)
    out.print(f"compiled kernels: {kernels / 1e6:.1f} MB")
