"""`fivedice strategies`: who can play."""

from fivedice.cli.options import Json
from fivedice.cli.show import show


def strategies(json: Json = False) -> None:
    """List the strategies that can play."""
    from fivedice.api.strategies import all_strategies

    show(all_strategies(), json)
