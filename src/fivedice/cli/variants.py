"""`fivedice variants`: what can be played."""

from fivedice.api.variants import variants as named
from fivedice.cli.options import Json
from fivedice.cli.show import show


def variants(json: Json = False) -> None:
    """List the named variants."""
    show(named(), json)
