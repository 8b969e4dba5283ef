"""A laboratory for the five-dice games: `import fivedice as fd`.

    fd.solve("yatzy").value                      the exact mean of optimal play
    fd.solve().advise("56666", rerolls=0)        every decision, best first
    fd.evaluate("greedy", "yahtzee").mean        what a strategy scores, without sampling error

Every function takes rules as a name, the path of a TOML file, `Rules`, or nothing (official Yahtzee); dice as "56666"
or any sequence; cards and positions as text or objects. Every result shows itself in a notebook and has `to_dict()`
and `to_polars()`, many have `chart()` and `report(folder)`. Modules are loaded when a name is first used.
"""

from importlib import import_module

_HOME = {}
"""The module that each name comes from, as the stub beside this file lists them: once, for people and type checkers."""
with open(f"{__file__.removesuffix('.py')}.pyi", encoding="utf-8") as _stub:  # noqa: PTH123, pathlib takes time to load
    for _line in _stub:
        if _line.startswith("from "):
            _, _module, _, _name, *_ = _line.split()
            _HOME[_name] = _module

__all__ = sorted(_HOME)  # noqa: PLE0605


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'fivedice' has no attribute {name!r}")
    found = getattr(import_module(_HOME[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
