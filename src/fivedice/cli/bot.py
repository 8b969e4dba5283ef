"""`fivedice bot`: a strategy that takes an open seat at a table on a server."""

import sys
from typing import Annotated

from typer import Option

from fivedice.cli.options import Json, StrategyName
from fivedice.cli.verb import tell

TableAddress = Annotated[str, Option("--table", metavar="URL", help="URL of the table: http://HOST:PORT/table/ID.")]
BotName = Annotated[str | None, Option("--name", metavar="NAME", help="Name of the seat.")]


def bot(table: TableAddress, strategy: StrategyName = "optimal", name: BotName = None, json: Json = False) -> None:
    """Take an open seat at a table as a bot, and play to the end of the game.

    It sends the same messages as a browser, within the server's rate limits, and reconnects if the connection is lost.
    """
    from fivedice.client import play

    state = play(table, strategy, name, say=lambda line: print(line, file=sys.stderr, flush=True))
    totals = [{"name": one["name"], "kind": one["kind"], "total": one["total"]} for one in state["seats"]]
    found = {"game": state["id"], "variant": state["variant"], "seats": totals}
    tell(found, ", ".join(f"{one['name']} {one['total']}" for one in totals), json)
