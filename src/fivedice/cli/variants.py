"""`fivedice variants`: what can be played."""

import fivedice as fd
from fivedice.cli.verb import verb
from fivedice.reports.result import Result


@verb()
def variants() -> Result:
    """List the named variants."""
    return fd.variants()
