"""A laboratory for the five-dice games: `import fivedice as fd`.

    fd.solve("yatzy").value                      the exact mean of optimal play
    fd.solve().advise("56666", rerolls=0)        every decision, best first
    fd.evaluate("greedy", "yahtzee").mean        what a strategy scores, without sampling error

Every function takes rules as a name, the path of a TOML file, `Rules`, or nothing (official Yahtzee); dice as "56666"
or any sequence; cards and positions as text or objects. Every result shows itself in a notebook and has `to_dict()`
and `to_polars()`, many have `chart()` and `report(folder)`. Modules are loaded when a name is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fivedice.api.advise import advise
    from fivedice.api.cache import cache
    from fivedice.api.compare import compare
    from fivedice.api.distribution import distribution
    from fivedice.api.duel import duel
    from fivedice.api.evaluate import evaluate
    from fivedice.api.games import games, review, verify
    from fivedice.api.given_up import given_up
    from fivedice.api.playtest import design, ladder, sweep
    from fivedice.api.reach import reach, solve_targets
    from fivedice.api.same_dice import same_dice
    from fivedice.api.simulate import simulate
    from fivedice.api.solve import solve
    from fivedice.api.strategies import all_strategies
    from fivedice.api.study import study
    from fivedice.api.train import train
    from fivedice.api.variants import rules_sheet, variant, variants
    from fivedice.api.win import win
    from fivedice.errors import FivediceError
    from fivedice.kernels.view import NO_BOX, ROLL, View, is_open
    from fivedice.rules import Card, Category, Rules, State, Turn
    from fivedice.strategies.strategy import strategy
    from fivedice.strategies.vocabulary import (
        best_run,
        can_score,
        contains,
        count_distinct,
        first_open,
        greatest_count,
        hold_all,
        hold_face,
        hold_faces,
        hold_one,
        hold_run,
        is_filled,
        is_restricted,
        total,
    )
    from fivedice.testing import check_strategy
    from fivedice.version import __version__

_HOMES = {
    "api.advise": ("advise",),
    "api.cache": ("cache",),
    "api.compare": ("compare",),
    "api.distribution": ("distribution",),
    "api.duel": ("duel",),
    "api.evaluate": ("evaluate",),
    "api.games": ("games", "review", "verify"),
    "api.given_up": ("given_up",),
    "api.playtest": ("design", "ladder", "sweep"),
    "api.reach": ("reach", "solve_targets"),
    "api.same_dice": ("same_dice",),
    "api.simulate": ("simulate",),
    "api.solve": ("solve",),
    "api.strategies": ("all_strategies",),
    "api.study": ("study",),
    "api.train": ("train",),
    "api.variants": ("rules_sheet", "variant", "variants"),
    "api.win": ("win",),
    "errors": ("FivediceError",),
    "kernels.view": ("NO_BOX", "ROLL", "View", "is_open"),
    "rules": ("Card", "Category", "Rules", "State", "Turn"),
    "strategies.strategy": ("strategy",),
    "strategies.vocabulary": (
        "best_run",
        "can_score",
        "contains",
        "count_distinct",
        "first_open",
        "greatest_count",
        "hold_all",
        "hold_face",
        "hold_faces",
        "hold_one",
        "hold_run",
        "is_filled",
        "is_restricted",
        "total",
    ),
    "testing": ("check_strategy",),
    "version": ("__version__",),
}
"""The names of the front door, by the module that each comes from."""
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "NO_BOX",
    "ROLL",
    "Card",
    "Category",
    "FivediceError",
    "Rules",
    "State",
    "Turn",
    "View",
    "__version__",
    "advise",
    "all_strategies",
    "best_run",
    "cache",
    "can_score",
    "check_strategy",
    "compare",
    "contains",
    "count_distinct",
    "design",
    "distribution",
    "duel",
    "evaluate",
    "first_open",
    "games",
    "given_up",
    "greatest_count",
    "hold_all",
    "hold_face",
    "hold_faces",
    "hold_one",
    "hold_run",
    "is_filled",
    "is_open",
    "is_restricted",
    "ladder",
    "reach",
    "review",
    "rules_sheet",
    "same_dice",
    "simulate",
    "solve",
    "solve_targets",
    "strategy",
    "study",
    "sweep",
    "total",
    "train",
    "variant",
    "variants",
    "verify",
    "win",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fivedice' has no attribute {name!r}")
    found = getattr(import_module(f"fivedice.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
