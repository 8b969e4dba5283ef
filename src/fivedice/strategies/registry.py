"""Strategies by name: ours, those that other packages register, and trained players.

Other packages register theirs under the entry point "fivedice.strategies". The files of trained players that
$FIVEDICE_PLAYERS lists, separated as in $PATH, count as strategies by their names without the ending. So do the engines
that $FIVEDICE_ENGINES lists, one NAME=COMMAND a line, and players that were kept in the laboratory (`strategies.kept`).
"""

import os
import re
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from fivedice.errors import FivediceError, StrategyError
from fivedice.rules.category import heading
from fivedice.strategies import engine, text
from fivedice.strategies.kept import kept_files, kept_player
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.strategy import Strategy
from fivedice.strategies.trained import load_player

GROUP = "fivedice.strategies"
LISTED, ENGINES = "FIVEDICE_PLAYERS", "FIVEDICE_ENGINES"
FAMILIES = ("optimal", "columns", "basic", "study_000", "study_001", "study_002", "study_004")
"""Modules of this package; each lists its players in STRATEGIES."""


def strategies() -> dict[str, Strategy]:
    """Every strategy that can play by its name: our own families, then sound plug-ins and trained players."""
    return _all(kept_files())


@lru_cache(maxsize=2)
def _all(kept: tuple[tuple[Path, int], ...]) -> dict[str, Strategy]:
    others = {**{path.stem: kept_player(path, changed) for path, changed in kept}, **_others(), **built_in()}
    order = dict.fromkeys((*built_in(), *_others(), *others))
    return {name: one for name in order if not isinstance(one := others[name], str)}


def titles() -> dict[str, str]:
    """The name of each strategy as a heading, as at a table."""
    return {name: heading(name) for name in strategies()}


def families() -> dict[str, str]:
    """The family of each strategy: a module of this package, or "other" for plug-ins and trained players."""
    own = {one.name: family for family in FAMILIES for one in import_module(f"{__package__}.{family}").STRATEGIES}
    return {name: own.get(name, "other") for name in strategies()}


def broken_plug_ins() -> dict[str, str]:
    """What is wrong with each plug-in or trained player that cannot play, a sentence by its name."""
    kept = {path.stem: kept_player(path, changed) for path, changed in kept_files()}
    return {name: one for name, one in {**kept, **_others()}.items() if isinstance(one, str)}


def strategy_named(name: str) -> Strategy:
    """The strategy with this name.

    optimal:risk=R is the optimal one for an exponential utility, engine:COMMAND a program that speaks the engine
    protocol, text:COMMAND one that is asked in words, and the path of a file is the trained player in it.
    """
    if name.startswith(engine.PREFIX):
        return engine.engine_named(name)
    if name.startswith(text.PREFIX):
        return text.text_named(name)
    if name in strategies():
        return strategies()[name]
    if found := re.fullmatch(r"optimal:risk=([-+.\de]{1,24})", name):
        with suppress(ValueError):
            return Optimal.with_risk(float(found[1]))
    if Path(name).is_file():
        return load_player(Path(name))
    if name in broken_plug_ins():
        raise StrategyError(broken_plug_ins()[name])
    raise StrategyError(
        f"strategy {name!r} is not known; it must be one of {', '.join(strategies())}, optimal:risk=R, "
        "engine:COMMAND, text:COMMAND, or the file of a trained player."
    )


@cache
def built_in() -> dict[str, Strategy]:
    """Our own strategies, by name."""
    modules = (import_module(f"fivedice.strategies.{family}") for family in FAMILIES)
    return {one.name: one for module in modules for one in module.STRATEGIES}


def _plug_ins() -> dict[str, Strategy | str]:
    """Plug-ins by the name of their entry point or their own; a text says what is wrong with a broken one."""
    found: dict[str, Strategy | str] = {}
    for point in entry_points(group=GROUP):
        loaded = _load(point)
        if isinstance(loaded, str):
            found[point.name] = loaded
        elif loaded.name in built_in() or loaded.name in found:
            found[point.name] = f"plug-in {point.name!r} takes the name {loaded.name!r}, which is in use; rename it."
        else:
            found[loaded.name] = loaded
    return found


@cache
def _others() -> dict[str, Strategy | str]:
    """Plug-ins, and the trained players and engines that are listed."""
    found = _plug_ins()
    for line in filter(None, os.environ.get(ENGINES, "").splitlines()):
        name, _, command = line.partition("=")
        if name in found or name in built_in():
            found[f"{name} (engine)"] = f"engine {name!r} has a name that is in use; give it another: NAME=engine:..."
            continue
        try:
            found[name] = engine.listed_engine(name, command)
        except FivediceError as error:
            found[name] = str(error)
    for file in filter(None, os.environ.get(LISTED, "").split(os.pathsep)):
        path = Path(file)
        if path.stem in found or path.stem in built_in():
            found[path.name] = f"trained player {file!r} takes the name {path.stem!r}, which is in use; rename it."
            continue
        try:
            found[path.stem] = load_player(path, path.stem)
        except FivediceError as error:
            found[path.stem] = str(error)
    return found


def _load(point: EntryPoint) -> Strategy | str:
    try:
        loaded = point.load()
        one = loaded() if isinstance(loaded, type) else loaded
    except Exception as error:
        return f"plug-in {point.name!r} ({point.value}) cannot be loaded: {type(error).__name__}: {error}."
    if not isinstance(one, Strategy):
        return (
            f"plug-in {point.name!r} ({point.value}) is no Strategy: it needs name, summary, check, decide and reason."
        )
    return one
