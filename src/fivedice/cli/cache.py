"""`fivedice cache`: what is kept on disk."""

from typing import Annotated

import typer

from fivedice.cli.options import Json
from fivedice.cli.show import show

Clear = Annotated[bool, typer.Option("--clear", help="Delete all of it.")]


def cache(clear: Clear = False, json: Json = False) -> None:
    """List the solutions on disk, with the size of compiled kernels and of parts of study 004, or clear all of it."""
    from fivedice.api.cache import cache as kept

    found = kept()
    show(found.clear() if clear else found, json)
