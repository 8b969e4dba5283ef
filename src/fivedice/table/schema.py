"""The database of games: its tables, and how it is opened.

games     one row a game, with what lists of games need; the seed stays here, sealed (see `seal`), until the game is
          over and its log reveals it; the settings of its table, such as the speed of robots, are no part of the game
seats     who plays, was advised and scored, and the list that the score stands in (see `ranking`); of the token that
          lets a person act for a seat only the hash is kept (a game that was begun in a terminal has its token in its
          settings: the terminal tells its address)
events    the log, each event under its number: none can be lost or repeated; the time of writing is for people who
          inspect the database
reviews   what the decisions of a seat cost, once the game is over
claims    claimed names; `claim_keys` has the keys of names that look like them, `claim_devices` hashes of the secrets
          of devices that may use them, `claim_codes` hashes of codes that let another device do so

Times are in UTC, written as ISO 8601 has it.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from fivedice.errors import StoreError
from fivedice.table.lookalike import name_key
from fivedice.table.ranking import is_chosen, named_list
from fivedice.table.seal import Key

VERSION = 4
UPGRADES: dict[int, tuple[str, ...]] = {
    1: (
        "ALTER TABLE seats ADD COLUMN coached BOOLEAN DEFAULT FALSE NOT NULL",
        "ALTER TABLE games RENAME COLUMN options TO settings",
        "ALTER TABLE games DROP COLUMN rules_toml",
        "ALTER TABLE games DROP COLUMN commitment",
        "ALTER TABLE reviews DROP COLUMN score",
    ),
    2: (),
    3: ("ALTER TABLE seats ADD COLUMN list VARCHAR(8)", "CREATE INDEX seats_by_list ON seats (list, score)"),
}
"""The statements that upgrade each schema to the next."""
SEALED_SINCE = 3
"""The first schema in which seeds are sealed."""
LISTED_SINCE = 4
"""The first schema in which seats store their list, and players are found by keys of names that look alike."""

metadata = sa.MetaData()
schema = sa.Table("schema", metadata, sa.Column("version", sa.Integer, primary_key=True, autoincrement=False))
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("digest", sa.String(16), nullable=False),
    sa.Column("created", sa.String(40), nullable=False),
    sa.Column("ended", sa.String(40)),
    sa.Column("seed", sa.LargeBinary),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("report", sa.JSON(none_as_null=True)),
    sa.Index("games_by_variant", "digest", "ended"),
    sa.Index("games_by_time", "created"),
)


def _game() -> sa.Column[str]:
    return sa.Column("game", sa.String(64), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


seats = sa.Table(
    "seats",
    metadata,
    _game(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("strategy", sa.Text),
    sa.Column("token_hash", sa.String(64)),
    sa.Column("score", sa.Integer),
    sa.Column("coached", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("list", sa.String(8)),
    sa.Index("seats_by_player", "player"),
    sa.Index("seats_by_list", "list", "score"),
)
events = sa.Table(
    "events",
    metadata,
    _game(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("event", sa.JSON, nullable=False),
)
reviews = sa.Table(
    "reviews",
    metadata,
    _game(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("regret", sa.Float(53), nullable=False),
    sa.Column("luck", sa.Float(53), nullable=False),
    sa.Column("json", sa.JSON, nullable=False),
)


def _claim(**options: Any) -> sa.Column[str]:
    return sa.Column("claim", sa.Text, sa.ForeignKey("claims.key", ondelete="CASCADE"), nullable=False, **options)


claims = sa.Table(
    "claims",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("since", sa.String(40), nullable=False),
    sa.Column("used", sa.String(40), nullable=False),
    sa.Index("claims_by_use", "used"),
)
claim_keys = sa.Table("claim_keys", metadata, sa.Column("key", sa.Text, primary_key=True), _claim(index=True))
claim_devices = sa.Table(
    "claim_devices",
    metadata,
    _claim(primary_key=True),
    sa.Column("device", sa.String(64), primary_key=True, index=True),
)
claim_codes = sa.Table(
    "claim_codes",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    _claim(index=True),
    sa.Column("until", sa.String(40), nullable=False),
)

DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def parse_url(text: str) -> URL:
    """Read a database from text: a URL, or the path of an SQLite file.

    >>> parse_url("games.sqlite").drivername, parse_url("postgresql://me@host/games").drivername
    ('sqlite', 'postgresql+psycopg')
    """
    try:
        url = make_url(text) if "://" in text else URL.create("sqlite", database=text)
    except (sa.exc.ArgumentError, ValueError):
        raise StoreError("the database URL cannot be read; it must be like postgresql://user@host/games.") from None
    kind = url.get_backend_name()
    if kind not in DRIVERS:
        raise StoreError(f"the database {kind!r} is not supported; it must be sqlite, postgresql or a file's name.")
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise StoreError("an SQLite database in memory would lose every game; give a file: sqlite:///games.sqlite.")
    return url.set(drivername=DRIVERS[kind])


def make_private(path: Path) -> None:
    """Create an SQLite file with its folder, readable by its owner only; SQLite gives its journals the same mode."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"the folder {str(path.parent)!r} cannot be made: {error.strerror}.") from None
    with suppress(OSError):  # SQLite reports any other problem with the file
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for one in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            if one.exists():
                one.chmod(0o600)


def open_engine(url: URL, key: Key) -> sa.Engine:
    """An engine with explicit transactions; creates or upgrades the tables."""
    try:
        engine = sa.create_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
    except ModuleNotFoundError as error:
        raise StoreError(
            f"PostgreSQL needs the package {error.name}, which is missing; pip install 'fivedice[postgresql]' has it."
        ) from None
    except (sa.exc.ArgumentError, ValueError) as error:
        raise StoreError(f"the database {shown(url)!r} cannot be opened: {error}.") from None
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _set_up_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
    try:
        _create(engine, key)
    except sa.exc.DBAPIError as error:
        engine.dispose()
        advice = "" if engine.dialect.name == "sqlite" else "; start the server or name another with --database"
        raise StoreError(f"the database {shown(url)!r} cannot be opened: {reason(error)}{advice}.") from None
    except StoreError:
        engine.dispose()
        raise
    return engine


def shown(url: URL) -> str:
    """A URL to show, without its password."""
    kind = url.get_backend_name()
    return str(url.database) if kind == "sqlite" else url.set(drivername=kind).render_as_string(hide_password=True)


def reason(error: sa.exc.SQLAlchemyError) -> str:
    """The first line of a database's error; the others are hints."""
    said = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    lines = str(said).strip().splitlines() or [type(said).__name__]
    return " ".join(lines[0].split()).rstrip(".")


def _create(engine: sa.Engine, key: Key) -> None:
    for attempt in (1, 2):
        try:
            with engine.begin() as connection:
                metadata.create_all(connection)
                found = connection.scalar(sa.select(sa.func.max(schema.c.version)))
                if found is None:
                    connection.execute(schema.insert().values(version=VERSION))
                for earlier in range(found or VERSION, VERSION):
                    this = schema.update().where(schema.c.version == earlier)
                    if connection.execute(this.values(version=earlier + 1)).rowcount != 1:
                        continue  # another process was quicker
                    for statement in UPGRADES[earlier]:
                        connection.exec_driver_sql(statement)
                    if earlier + 1 == SEALED_SINCE:
                        _seal_seeds(connection, key)
                    if earlier + 1 == LISTED_SINCE:
                        _find_anew(connection)
                if found is not None and found > VERSION:
                    newer = f"is of schema {found}, but this fivedice knows {VERSION}; use the fivedice that made it"
                    raise StoreError(f"the database {shown(engine.url)!r} {newer}.")
            return
        except (sa.exc.IntegrityError, sa.exc.ProgrammingError):
            if attempt == 2:  # at the first attempt another process may have created the tables
                raise


def _seal_seeds(connection: sa.Connection, key: Key) -> None:
    """Seal the seeds of games under way; those of games that are over are in their logs."""
    connection.execute(games.update().where(games.c.ended.is_not(None)).values(seed=None))
    for row in connection.execute(sa.select(games.c.id, games.c.seed).where(games.c.seed.is_not(None))).all():
        sealed = key.seal(row.seed, row.id)
        connection.execute(games.update().where(games.c.id == row.id).values(seed=sealed))


def _find_anew(connection: sa.Connection) -> None:
    """Give each seat the key of its name, and its list where the game is over."""
    for name in connection.scalars(sa.select(seats.c.name).distinct()).all():
        connection.execute(seats.update().where(seats.c.name == name).values(player=name_key(name)))
    began = (events.c.game == seats.c.game) & (events.c.number == 0)
    joined = seats.join(games, games.c.id == seats.c.game).join(events, began)
    query = sa.select(seats.c.game, seats.c.seat, seats.c.kind, seats.c.coached, games.c.settings, events.c.event)
    for row in connection.execute(query.select_from(joined).where(games.c.ended.is_not(None))).all():
        physical = row.event["seats"][row.seat]["physical"]
        found = named_list(row.kind, physical=physical, coached=row.coached, practice=is_chosen(row.settings))
        this = (seats.c.game == row.game) & (seats.c.seat == row.seat)
        connection.execute(seats.update().where(this).values(list=found))


def _set_up_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # so that sqlite3 begins no transactions by itself
    # FULL: a commit has reached the disk before it returns, so that a power cut loses nothing that was acknowledged.
    for setting in ("busy_timeout = 20000", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: sa.Connection) -> None:
    """Writers take the lock at the start: a transaction that reads first and writes later can fail."""
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
