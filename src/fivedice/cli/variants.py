"""`fivedice variants`: what can be played."""

import fivedice as fd
from fivedice.cli.verb import Result, verb


@verb()
def variants() -> Result:
    """List the named variants."""
    return fd.variants()
