"""`fivedice serve`: runs the web server; `fivedice play` also opens a browser."""

import os
import re
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from typer import Option

from fivedice.cli.options import Database, KeepDays, KeepUnfinishedDays
from fivedice.errors import ServerError, StrategyError
from fivedice.rules import VARIANTS, Rules
from fivedice.table.retention import DAYS, UNFINISHED_DAYS, Retention
from fivedice.web.limits import TABLES_PER_MINUTE

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8008
PORT_HELP = "Port to listen on; 0 for any that is free."

Host = Annotated[str, Option("--host", metavar="NAME", help="Address to listen on; 0.0.0.0 for a network.")]
Port = Annotated[int, Option("--port", metavar="N", min=0, max=65535, help=PORT_HELP)]
AnyPort = Annotated[int | None, Option("--port", metavar="N", min=0, max=65535, help=PORT_HELP)]
TablesPerMinute = Annotated[
    int, Option("--tables-per-minute", metavar="N", min=1, help="Limit on new tables per minute and address.")
]
PLAYERS = "Offer a trained player or an engine as a robot; may be repeated."
PlayerFiles = Annotated[list[str] | None, Option("--player", metavar="FILE|[NAME=]engine:COMMAND", help=PLAYERS)]
PUBLIC = "URL that people open, if it differs; may be repeated."
PublicUrls = Annotated[list[str] | None, Option("--public-url", metavar="URL", help=PUBLIC)]
Proxies = Annotated[
    list[str] | None, Option("--proxy", metavar="ADDRESS", help="Trust X-Forwarded-For of this proxy; may be repeated.")
]
LEVELS = "Computations that visitors may start: none, short or all; default light for a network, else all."
LaboratoryLevel = Annotated[str | None, Option("--laboratory", metavar="off|light|all", help=LEVELS)]
Languages = Annotated[
    bool, Option("--languages", help="List the languages of the pages and how complete they are, and exit.")
]
FreshPages = Annotated[
    bool, Option("--fresh-pages", hidden=True, help="Read the pages again for each request, for work on them.")
]


def serve(
    host: Host = DEFAULT_HOST,
    port: Port = DEFAULT_PORT,
    database: Database = None,
    tables_per_minute: TablesPerMinute = TABLES_PER_MINUTE,
    player: PlayerFiles = None,
    public_url: PublicUrls = None,
    proxy: Proxies = None,
    laboratory: LaboratoryLevel = None,
    keep_days: KeepDays = DAYS,
    keep_unfinished_days: KeepUnfinishedDays = UNFINISHED_DAYS,
    languages: Languages = False,
    fresh_pages: FreshPages = False,
) -> None:
    """Run the web server for this machine or a network."""
    if languages:
        _list_languages()
        return
    list_players(player or ())
    _run(
        host, port, database, _say,
        public_urls=public_url or (), proxies=proxy or (), laboratory=laboratory, fresh_files=fresh_pages,
        tables_per_minute=tables_per_minute, retention=Retention(keep_days, keep_unfinished_days),
    )  # fmt: skip


def _list_languages() -> None:
    from fivedice.web.languages.catalogue import NAMES, share_translated

    for code, name in NAMES.items():
        # Rounded down: only a language that lacks nothing has 100 %.
        print(f"{code:<4}{name:<12}{int(100 * share_translated(code)):>3} % translated")


def list_players(players: Iterable[str | Path]) -> None:
    """Register trained players and engines by name, for this process and its worker processes.

    A file has its name without the suffix, an engine the name before = or that of its program. Only the owner of the
    server chooses commands: at a table an engine is known by its name.
    """
    named = [str(one) for one in players]
    if not named:
        return
    from fivedice.strategies.registry import ENGINES, LISTED, broken_plug_ins

    files = [Path(one) for one in named if not is_engine(one)]
    engines = dict(map(engine_entry, filter(is_engine, named)))
    _list_also(LISTED, os.pathsep, [str(file.absolute()) for file in files])
    _list_also(ENGINES, "\n", [f"{name}={command}" for name, command in engines.items()])
    for name in (*(name for file in files for name in (file.stem, file.name)), *engines):
        for broken in (name, f"{name} (engine)"):
            if broken in broken_plug_ins():
                raise StrategyError(broken_plug_ins()[broken])


def is_engine(text: str) -> bool:
    """Whether a player is given as engine:COMMAND or NAME=engine:COMMAND."""
    return re.match(r"([\w .-]{1,24}=)?engine:", text) is not None


def engine_entry(text: str) -> tuple[str, str]:
    """Name and command of an engine."""
    from fivedice.strategies.engine import PREFIX, command_and_limit, short_name

    name, _, command = text.rpartition(PREFIX)
    command = " ".join(command.splitlines())
    return name.removesuffix("=") or short_name(command_and_limit(command, text)[0]), command


def _list_also(variable: str, between: str, entries: list[str]) -> None:
    """Add entries to a list in an environment variable."""
    if entries:
        listed = [os.environ[variable]] if os.environ.get(variable) else []
        os.environ[variable] = between.join([*listed, *entries])


def open_table(
    rules: Rules, port: int | None, database: str | None, *, players: Iterable[str], coach: bool, physical: bool
) -> None:
    """Serve, and open the lobby in a browser; other rules than the named variants are offered beside these."""
    variants = dict(VARIANTS)
    if rules.digest != (variants[rules.name][0].digest if rules.name in variants else ""):
        house = replace(rules, name=f"{rules.name}-house-rules") if rules.name in variants else rules
        variants[house.name] = (house, "rules of your own")
        rules = house
    wishes = {"variant": rules.name, "players": ",".join(players), "coach": int(coach), "physical": int(physical)}
    query = urlencode({key: value for key, value in wishes.items() if value})
    open_page(f"/?{query}", port, database, variants)


def open_page(
    where: str, port: int | None, database: str | None, variants: Mapping[str, tuple[Rules, str]] = VARIANTS
) -> None:
    """Serve, and open a page in a browser."""

    def ready(address: str) -> None:
        _say(address, where if where.startswith(("/table/", "/report/")) else "/")
        # In a thread: a browser in the terminal would block the server that it waits for.
        threading.Thread(target=webbrowser.open, args=(address + where,), daemon=True).start()

    from fivedice.web.claim import AlreadyServed

    try:
        _run(DEFAULT_HOST, port, database, ready, variants)
    except AlreadyServed as error:
        if not error.address or set(variants) != set(VARIANTS):  # that server does not know the rules of this one
            raise
        print(f"The table is open already, at {error.address}/.", file=sys.stderr, flush=True)
        webbrowser.open(error.address + where)


def _say(address: str, where: str = "/") -> None:
    print(f"The table is at {address}{where} (Ctrl-C stops it).", file=sys.stderr, flush=True)


def _run(
    host: str,
    port: int | None,
    database: str | None,
    ready: Callable[[str], None],
    variants: Mapping[str, tuple[Rules, str]] = VARIANTS,
    **options: Any,
) -> None:
    from fivedice.table.store import Store
    from fivedice.web.claim import claimed
    from fivedice.web.server import address, listen, run

    try:
        listening = listen(host, DEFAULT_PORT if port is None else port)
    except ServerError:
        if port is not None:
            raise
        listening = listen(host, 0)  # another program uses the default port
    where = address(listening)
    with listening, Store(database) as store, claimed(store, where):
        with suppress(KeyboardInterrupt):
            run(store, listening, lambda: ready(where), variants=variants, **options)
        print("Stopped; every game is kept.", file=sys.stderr)
