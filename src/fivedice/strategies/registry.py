"""Strategies by name: ours, and those that other packages register under the entry point "fivedice.strategies"."""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from fivedice.errors import StrategyError
from fivedice.strategies.strategy import Strategy

GROUP = "fivedice.strategies"
FAMILIES = ("optimal", "basic", "study_000", "study_001", "study_002", "study_004")
"""Modules of this package; each lists its players in STRATEGIES."""


@cache
def strategies() -> dict[str, Strategy]:
    """Every strategy by its name, our own families first; a plug-in cannot take a name that is in use."""
    found: dict[str, Strategy] = {}
    for family in FAMILIES:
        for one in import_module(f"fivedice.strategies.{family}").STRATEGIES:
            found[one.name] = one
    for point in entry_points(group=GROUP):
        loaded = point.load()
        one = loaded() if isinstance(loaded, type) else loaded
        if not isinstance(one, Strategy):
            raise StrategyError(
                f"plug-in {point.name!r} ({point.value}) is not a Strategy: it lacks name, summary or decide."
            )
        if one.name in found:
            raise StrategyError(f"plug-in {point.name!r} ({point.value}) takes the name {one.name!r}, which is in use.")
        found[one.name] = one
    return found


def strategy_named(name: str) -> Strategy:
    """The strategy with this name."""
    try:
        return strategies()[name]
    except KeyError:
        raise StrategyError(f"strategy {name!r} is not known; allowed is one of {', '.join(strategies())}.") from None
