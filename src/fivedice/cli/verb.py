"""A verb from a function that returns a Result: what most verbs share is added, and the result is shown.

The parameters of the function are the options of the verb, but for these:

    game              the rules, from VARIANT, --rules and --set
    player, players   strategies from STRATEGY, and `game` from --variant, --rules and --set
"""

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

from fivedice.cli.options import (
    DEFAULT_VARIANT,
    CsvFile,
    Json,
    Name,
    Names,
    OutFolder,
    PlayedVariant,
    PlotFile,
    RulesFile,
    Settings,
    VariantName,
    players_and_rules,
    rules_from,
)
from fivedice.cli.show import check_files, check_folder, save, show, show_reported
from fivedice.reports.result import Reported, Result

Run = Callable[..., Any]


def verb(*, files: bool = False, report: bool = False) -> Callable[[Run], Run]:
    """Make a verb; `files` adds --csv and --plot, `report` adds --out."""

    def decorate(run: Run) -> Run:
        own = signature(run).parameters
        who = next((name for name in ("player", "players") if name in own), None)

        def command(**given: Any) -> None:
            json, csv, plot, out = (given.pop(name, None) for name in ("json", "csv", "plot", "out"))
            check_files(csv, plot)
            check_folder(out)
            if "game" in own:
                told = [given.pop(name) for name in ("variant", "rules", "set_")]
                if who:
                    names = given.pop("strategy")
                    players, given["game"] = players_and_rules([names] if who == "player" else names, *told)
                    given[who] = players[0] if who == "player" else players
                else:
                    given["game"] = rules_from(*told)
            found: Result = run(**given)
            save(found, csv, plot)
            if isinstance(found, Reported):
                show_reported(found, out, json)
            else:
                show(found, json)

        parameters = [one for name in own for one in _options(own[name], who)]
        parameters += [_option("csv", CsvFile), _option("plot", PlotFile)] if files else []
        parameters += [_option("out", OutFolder)] if report else []
        parameters += [_option("rules", RulesFile), _option("set_", Settings)] if "game" in own else []
        parameters.append(_option("json", Json, False))
        shown: Any = command
        shown.__signature__ = signature(run).replace(parameters=parameters, return_annotation=None)
        shown.__annotations__ = {one.name: one.annotation for one in parameters}
        shown.__name__, shown.__doc__ = run.__name__, run.__doc__
        return command

    return decorate


def _options(one: Parameter, who: str | None) -> list[Parameter]:
    """What a parameter of the function is on the command line."""
    if one.name == "game":
        return [_option("variant", PlayedVariant) if who else _option("variant", VariantName, DEFAULT_VARIANT)]
    if one.name in ("player", "players"):
        return [_option("strategy", Name if one.name == "player" else Names, Parameter.empty)]
    return [one.replace(kind=Parameter.KEYWORD_ONLY)]


def _option(name: str, kind: Any, default: Any = None) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
