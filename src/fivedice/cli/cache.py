"""`fivedice cache`: the files in the cache."""

from typing import Annotated

from typer import Option

import fivedice as fd
from fivedice.cli.verb import Result, verb

Clear = Annotated[bool, Option("--clear", help="Delete all of it.")]


@verb()
def cache(clear: Clear = False) -> Result:
    """List the solutions on disk, with the size of compiled kernels and of parts of study 004, or delete all of it."""
    return fd.cache().clear() if clear else fd.cache()
