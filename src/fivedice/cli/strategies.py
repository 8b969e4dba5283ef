"""`fivedice strategies`: the strategies that can play."""

import fivedice as fd
from fivedice.cli.verb import Result, verb


@verb()
def strategies() -> Result:
    """List the strategies that can play."""
    return fd.all_strategies()
