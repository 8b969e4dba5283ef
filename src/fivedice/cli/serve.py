"""`fivedice serve`: the table in the browser; `fivedice play` opens it."""

import os
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from typer import Option

from fivedice.cli.options import Database
from fivedice.errors import ServerError, StrategyError
from fivedice.rules import VARIANTS, Rules
from fivedice.web.limits import TABLES_PER_MINUTE

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8008
PORT_HELP = "Port to listen on; 0 for any that is free."

Host = Annotated[str, Option("--host", metavar="NAME", help="Address to listen on; 0.0.0.0 for a network.")]
Port = Annotated[int, Option("--port", metavar="N", min=0, max=65535, help=PORT_HELP)]
AnyPort = Annotated[int | None, Option("--port", metavar="N", min=0, max=65535, help=PORT_HELP)]
TablesPerMinute = Annotated[
    int, Option("--tables-per-minute", metavar="N", min=1, help="New tables that one address may lay.")
]
PlayerFiles = Annotated[
    list[Path] | None, Option("--player", metavar="FILE", help="A trained player to offer as a robot; repeat it.")
]
FreshPages = Annotated[
    bool, Option("--fresh-pages", hidden=True, help="Read pages for each request, for those who write them.")
]


@dataclass(frozen=True)
class Lobby:
    """What the lobby offers first."""

    variant: str = ""
    players: list[str] = field(default_factory=list)
    coach: bool = False
    physical: bool = False

    @property
    def query(self) -> str:
        """The lobby's address below the server's."""
        wishes = {
            "variant": self.variant,
            "players": ",".join(self.players),
            "coach": "1" if self.coach else "",
            "physical": "1" if self.physical else "",
        }
        words = urlencode({key: value for key, value in wishes.items() if value})
        return f"/?{words}" if words else "/"


def serve(
    host: Host = DEFAULT_HOST,
    port: Port = DEFAULT_PORT,
    database: Database = None,
    tables_per_minute: TablesPerMinute = TABLES_PER_MINUTE,
    player: PlayerFiles = None,
    fresh_pages: FreshPages = False,
) -> None:
    """Serve the table in the browser, for this machine or for a network."""
    list_players(player or ())
    _run(host, port, database, _say, fresh_files=fresh_pages, tables_per_minute=tables_per_minute)


def list_players(files: Iterable[Path]) -> None:
    """Let trained players be asked for by the names of their files, here and in processes that compute for us."""
    if not files:
        return
    from fivedice.strategies.registry import LISTED, broken_plug_ins

    listed = os.environ.get(LISTED)
    os.environ[LISTED] = os.pathsep.join([*([listed] if listed else []), *(str(file.absolute()) for file in files)])
    for file in files:
        for name in (file.stem, file.name):
            if name in broken_plug_ins():
                raise StrategyError(broken_plug_ins()[name])


def open_table(rules: Rules, lobby: Lobby, port: int | None = None, database: str | None = None) -> None:
    """Serve, and open a browser on the lobby; rules that are no variant are offered beside those that are."""
    variants = dict(VARIANTS)
    if rules.digest != (variants[rules.name][0].digest if rules.name in variants else ""):
        house = replace(rules, name=f"{rules.name}-house-rules") if rules.name in variants else rules
        variants[house.name] = (house, "rules of your own")
        rules = house
    open_page(replace(lobby, variant=rules.name).query, port, database, variants)


def open_page(
    where: str,
    port: int | None = None,
    database: str | None = None,
    variants: Mapping[str, tuple[Rules, str]] = VARIANTS,
) -> None:
    """Serve, and open a browser on a page."""

    def ready(address: str) -> None:
        _say(address, where if where.startswith(("/table/", "/report/")) else "/")
        # A browser in the terminal would hold up the server that it waits for.
        threading.Thread(target=webbrowser.open, args=(address + where,), daemon=True).start()

    try:
        _run(DEFAULT_HOST, DEFAULT_PORT if port is None else port, database, ready, variants)
    except ServerError:
        if port is not None:
            raise
        _run(DEFAULT_HOST, 0, database, ready, variants)  # another table is open


def _say(address: str, where: str = "/") -> None:
    print(f"The table is at {address}{where} (Ctrl-C stops it).", file=sys.stderr, flush=True)


def _run(
    host: str,
    port: int,
    database: str | None,
    ready: Callable[[str], None],
    variants: Mapping[str, tuple[Rules, str]] = VARIANTS,
    **options: Any,
) -> None:
    from fivedice.table.store import Store
    from fivedice.web.server import address, listen, run

    with listen(host, port) as listening, Store(database) as store:
        where = address(listening)
        with suppress(KeyboardInterrupt):
            run(store, listening, lambda: ready(where), variants=variants, **options)
        print("Stopped; every game is kept.", file=sys.stderr)
