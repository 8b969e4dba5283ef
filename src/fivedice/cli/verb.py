"""Makes a verb of a function that returns a Result: adds the options that most verbs share, and shows the result.

The parameters of the function are the options of the verb, except these:

    game              the rules, from VARIANT, --rules and --set; without these, None if that is the default
    player, players   strategies from STRATEGY, and `game` from --variant, --rules and --set
    folder            where the report goes, if the function writes it itself
    json              whether JSON will be printed, if the function prints something else to people
"""

import json as jsonlib
from collections.abc import Callable
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import typer

from fivedice.cli.options import (
    DEFAULT_VARIANT,
    Json,
    Name,
    Names,
    OutFolder,
    PlayedVariant,
    RulesFile,
    Settings,
    VariantName,
    players_and_rules,
    rules_from,
)
from fivedice.errors import NotationError
from fivedice.reports.result import Charted, Reported
from fivedice.reports.result import Result as Result

Run = Callable[..., Any]
Player = Any
"""A strategy; its type is not imported here, since that would import numba."""


def verb(*, variant: Any = None, csv: Any = None, plot: Any = None, report: str | None = None) -> Callable[[Run], Run]:
    """Make a verb.

    variant   : the option that names the variant; by default VARIANT, or --variant beside strategies
    csv, plot : options for files of the main table and of the chart, if it has them
    report    : adds --out; without it the report goes to a folder such as "study-{name}", unless JSON is printed
    """

    def decorate(run: Run) -> Run:
        own = signature(run).parameters
        who = next((name for name in ("player", "players") if name in own), None)
        added = {"csv": csv, "plot": plot, "out": None if report is None else OutFolder}
        added |= {"rules": RulesFile, "set_": Settings} if "game" in own else {}
        added = {name: kind for name, kind in added.items() if kind}

        def command(json: bool, **given: Any) -> None:
            table, picture, out = (given.pop(name) if name in added else None for name in ("csv", "plot", "out"))
            _check_files(table, picture)
            if "game" in own:
                told = [given.pop(name) for name in ("variant", "rules", "set_")]
                if who:
                    names = given.pop("strategy")
                    players, given["game"] = players_and_rules([names] if who == "player" else names, *told)
                    given[who] = players[0] if who == "player" else players
                elif any(told) or own["game"].default is not None:
                    given["game"] = rules_from(*told)
            if report and not (out or json):
                out = Path(report.format(**given))
            if "json" in own:
                given["json"] = json
            if "folder" in own:
                given["folder"] = out
            elif out:
                from fivedice.reports.write import check_free

                check_free(out)
            found: Result | None = run(**given)
            if found is None:  # it printed something else
                return
            _save(found, table, picture)
            if out and "folder" not in own and isinstance(found, Reported):
                found.report(out)
            show(found, json)
            if not json and (place := out or getattr(found, "place", None)):
                typer.echo(f"Report: {place}/index.html")

        def options(one: Parameter) -> Parameter:
            """The command-line option for a parameter of the function."""
            if one.name == "game":
                kind = variant or (PlayedVariant if who else VariantName)
                unnamed = kind is PlayedVariant or one.default is None
                return parameter("variant", kind, None if unnamed else DEFAULT_VARIANT)
            if one.name == who:
                return parameter("strategy", Name if who == "player" else Names)
            return one.replace(kind=Parameter.KEYWORD_ONLY)

        parameters = [
            *(options(one) for one in own.values() if one.name not in ("folder", "json")),
            *(parameter(name, kind, None) for name, kind in added.items()),
            parameter("json", Json, False),
        ]
        shown: Any = command
        shown.__signature__ = signature(run).replace(parameters=parameters, return_annotation=None)
        shown.__annotations__ = {one.name: one.annotation for one in parameters}
        shown.__name__, shown.__doc__ = run.__name__, run.__doc__
        return command

    return decorate


def show(result: Result, as_json: bool) -> None:
    """Print a result."""
    if as_json:
        print_json(result.to_dict())
        return
    from fivedice.reports.terminal import print_result

    print_result(result)


def print_json(value: Any) -> None:
    """Print one JSON document."""
    typer.echo(jsonlib.dumps(value, indent=2))


def tell(value: Any, sentence: str, as_json: bool) -> None:
    """Print what was done, as a sentence or as JSON."""
    if as_json:
        print_json(value)
    else:
        typer.echo(sentence)


def parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    """A parameter of a verb."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _check_files(csv: Path | None, plot: Path | None) -> None:
    """Refuse files that cannot be written, before the work for them is done."""
    if plot and plot.suffix not in (".png", ".svg", ".html"):
        raise NotationError(f"--plot {plot}: {plot.suffix or 'no suffix'} is no picture; name it .png, .svg or .html.")
    for option, path in (("--csv", csv), ("--plot", plot)):
        if path and (path.is_dir() or not path.parent.is_dir()):
            why = "Is a directory" if path.is_dir() else "no such folder"
            raise NotationError(f"{option} {path}: cannot be written ({why}); name another place.")


def _save(result: Result, csv: Path | None, plot: Path | None) -> None:
    """Write the main table and the chart of a result to the files that were named."""
    if csv:
        try:
            csv.write_bytes(result.to_csv().encode())
        except OSError as error:
            raise NotationError(f"--csv {csv}: cannot be written ({error.strerror}); name another place.") from None
    if plot and isinstance(result, Charted):
        from fivedice.charts import save

        save(result.chart(), plot)
