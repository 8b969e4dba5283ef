"""A laboratory for the five-dice games: `import fivedice as fd`.

    fd.solve("yatzy").value                      the exact mean of optimal play
    fd.solve().advise("56666", rerolls=0)        every decision, best first
    fd.evaluate("greedy", "yahtzee").mean        what a strategy scores, without sampling error

Every function takes rules as a name, the path of a TOML file, `Rules`, or nothing (official Yahtzee); dice as "56666"
or any sequence; cards and positions as text or objects. Every result shows itself in a notebook and has `to_dict()`
and `to_polars()`, many have `chart()` and `report(folder)`. Modules are loaded when a name is first used.

Once fivedice is imported, `gymnasium.make("fivedice/Yahtzee-v0")` and `pyspiel.load_game("fivedice_yahtzee")` work
where these libraries are installed.
"""

import sys
from importlib import import_module

_HOME = {}
"""The module that each name comes from, as the stub beside this file lists them: once, for people and type checkers."""
with open(f"{__file__.removesuffix('.py')}.pyi", encoding="utf-8") as _stub:  # noqa: PTH123, pathlib takes time to load
    for _line in _stub:
        if _line.startswith("from "):
            _, _module, _, _name, *_ = _line.split()
            _HOME[_name] = _module

__all__ = sorted(_HOME)  # noqa: PLE0605


_LIBRARIES = {"gymnasium", "pyspiel"}
"""Libraries that know our environments by name, as soon as both they and fivedice are imported."""


class _WhenImported:
    """Registers our environments with a library once it is imported: fivedice itself does not load it."""

    def find_spec(self, name: str, path: object, target: object = None) -> object:
        """The library as others find it, with the registration behind its loading."""
        if name not in _LIBRARIES:
            return None
        from importlib.util import find_spec

        _LIBRARIES.remove(name)
        spec = find_spec(name)
        if spec and (loader := spec.loader):
            load = loader.exec_module

            def load_and_register(module: object) -> None:
                load(module)  # type: ignore[arg-type]
                _register(name)

            loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec


def _register(library: str) -> None:
    import_module("fivedice.environments.registration").register_with(library)


for _library in _LIBRARIES & sys.modules.keys():
    _LIBRARIES.remove(_library)
    _register(_library)
sys.meta_path.insert(0, _WhenImported())  # type: ignore[arg-type]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'fivedice' has no attribute {name!r}")
    found = getattr(import_module(_HOME[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
