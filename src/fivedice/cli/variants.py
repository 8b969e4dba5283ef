"""`fivedice variants`: what can be played."""

from fivedice.cli.verb import verb
from fivedice.reports.result import Result


@verb()
def variants() -> Result:
    """List the named variants."""
    from fivedice.api.variants import variants

    return variants()
