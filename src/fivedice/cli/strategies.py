"""`fivedice strategies`: who can play."""

from fivedice.cli.verb import verb
from fivedice.reports.result import Result


@verb()
def strategies() -> Result:
    """List the strategies that can play."""
    from fivedice.api.strategies import all_strategies

    return all_strategies()
