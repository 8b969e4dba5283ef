"""`fivedice games`: the games that were played at the table, as a list and as records."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from fivedice.cli.options import Database, Json, KeepDays, KeepUnfinishedDays
from fivedice.cli.verb import show, tell
from fivedice.errors import RecordError, StoreError
from fivedice.reports.table import plural

if TYPE_CHECKING:
    from fivedice.table.retention import Retention
    from fivedice.table.store import Store

ACTIONS = {
    "list": "",
    "export": "the ids of games",
    "import": "the names of files",
    "delete": "ids of games or days",
    "names": "",
    "release": "names of players",
}
"""The arguments of each action."""
Action = Annotated[str, Argument(metavar="ACTION", help=f"One of {', '.join(ACTIONS)}.")]
Items = Annotated[list[str] | None, Argument(metavar="ID|FILE|NAME", help="Games, records or names.")]
Variant = Annotated[str | None, Option("--variant", metavar="V", help="Only games of this variant.")]
Player = Annotated[str | None, Option("--player", metavar="NAME", help="Only games with this player.")]
Limit = Annotated[int, Option("--limit", metavar="N", min=1, max=1_000_000, help="Limit on the list, newest first.")]
Csv = Annotated[bool, Option("--csv", help="Export decisions as a table instead of records.")]


def games(
    action: Action = "list",
    items: Items = None,
    database: Database = None,
    variant: Variant = None,
    player: Player = None,
    limit: Limit = 20,
    csv: Csv = False,
    keep_days: KeepDays = 0,
    keep_unfinished_days: KeepUnfinishedDays = 0,
    json: Json = False,
) -> None:
    """List the games that were played, export or delete some of them, or import records.

    `export ID` prints the record of a game, `import FILE...` verifies records and stores their games, `delete ID...`
    deletes games for good, and `delete --keep-days N --keep-unfinished-days N` those that are older. `names` lists the
    names that players have claimed, and `release NAME...` frees some of them.
    """
    if action not in ACTIONS:
        raise StoreError(f"games {action!r} is not known; it must be one of {', '.join(ACTIONS)}.")
    days = bool(keep_days or keep_unfinished_days)
    if days and action != "delete":
        raise StoreError("--keep-days and --keep-unfinished-days are for games delete.")
    if (ACTIONS[action] == "") == (bool(items) or days) or (items and days):
        raise StoreError(f"games {action} takes {ACTIONS[action] or 'nothing'} behind it.")
    from fivedice.api.games import games as list_games
    from fivedice.table.retention import Retention
    from fivedice.table.store import Store

    if action == "list":
        show(list_games(database, variant=variant, player=player, limit=limit), json)
        return
    named = list(dict.fromkeys(items or ()))
    with Store(database) as store:
        if action == "names":
            show(store.claimed_names(limit), json)
        elif action == "release":
            store.release_names(named)
            tell(len(named), f"{plural(len(named), 'name')} released.", json)
        elif action == "export":
            _export(store, items or [], csv=csv)
        elif action == "import":
            taken = _import(store, items or [])
            tell(taken, f"{plural(len(taken), 'game')} taken in: {', '.join(taken)}.", json)
        else:
            count = _delete(store, named, Retention(keep_days, keep_unfinished_days))
            tell(count, f"{plural(count, 'game')} deleted.", json)


def _export(store: "Store", ids: Sequence[str], *, csv: bool) -> None:
    from fivedice.api.games import load
    from fivedice.table.record import decisions_csv, format_record, record_of

    for number, game_id in enumerate(ids):
        game = load(store, game_id)
        if csv:
            lines = decisions_csv(game).splitlines(keepends=True)
            typer.echo("".join(lines if number == 0 else lines[1:]), nl=False)
        else:
            typer.echo(format_record(record_of(game)), nl=False)


def _import(store: "Store", files: Sequence[str]) -> list[str]:
    """Import records; returns the ids of their games."""
    from fivedice.table.record import load_record

    taken = []
    for file in files:
        record = load_record(Path(file))
        try:
            taken.append(store.import_record(record).id)
        except (RecordError, StoreError) as error:
            raise type(error)(f"file {file!r}: {error}") from None
    return taken


def _delete(store: "Store", ids: Sequence[str], retention: "Retention") -> int:
    """Delete these games, or without ids those past their retention; returns the number."""
    store.delete(*ids)
    count = len(ids)
    while not ids and (some := retention.forget_some(store)):
        count += some
    return count
