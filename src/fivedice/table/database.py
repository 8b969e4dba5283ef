"""A database and its transactions; see `schema` for its tables.

On PostgreSQL each transaction sends the games that it changed, and how, on the channel of its schema (NOTIFY): other
servers receive this when, and only if, it is committed.
"""

import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Lock, local
from typing import Any, Self

import sqlalchemy as sa
from platformdirs import user_data_path

from fivedice.errors import StoreError, WrittenMeanwhile
from fivedice.table.schema import make_private, open_engine, parse_url, reason
from fivedice.table.seal import Key

DATABASE = "FIVEDICE_DATABASE"
"""The environment variable with the database of games, unless an option names it."""


def default_database() -> str:
    """The database of games: $FIVEDICE_DATABASE, or a file in the user's data folder."""
    return os.environ.get(DATABASE) or str(user_data_path("fivedice", appauthor=False) / "games.sqlite")


Change = tuple[str, int, Sequence[dict[str, Any]]]
"""The id of a game, the number of its events, and the new ones."""
TOLD_AT_ONCE = 30
"""Limit on changes in one notification."""
LARGEST_TOLD = 7900
"""Limit on the bytes of a notification; PostgreSQL refuses 8,000."""
DEADLOCK = "40P01"
"""PostgreSQL's code for two transactions that wait for each other, of which it ends one."""


class Database:
    """An open database."""

    def __init__(self, database: str | Path | None = None, key: Key | None = None) -> None:
        self.url = parse_url(str(database) if database is not None else default_database())
        self.key = key or Key()
        if self.url.get_backend_name() == "sqlite":
            make_private(Path(str(self.url.database)))
        self.engine = open_engine(self.url, self.key)
        self._writing = Lock()
        self._shared = local()
        self.teller = secrets.randbits(31)
        """The id of this sender of notifications: a process ignores its own."""
        self.channel = _channel(self.engine) if self.url.get_backend_name() == "postgresql" else None

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _read(self) -> Iterator[sa.Connection]:
        try:
            with self.engine.connect().execution_options(reading=True) as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(f"the database cannot be read: {reason(error)}.") from error

    @contextmanager
    def together(self, *, savepoints: bool = True) -> Iterator[None]:
        """Group commit: all writes of this thread in the block are one transaction.

        With savepoints a write that fails is undone alone; without, all of them fail.
        """
        with self._transaction() as connection:
            self._shared.connection, self._shared.savepoints = connection, savepoints
            try:
                yield
            finally:
                del self._shared.connection

    @contextmanager
    def _write(self, clash: str = "a row is in the database already") -> Iterator[sa.Connection]:
        """A transaction, or a part of one in progress."""
        if connection := getattr(self._shared, "connection", None):
            with _told(clash), connection.begin_nested() if self._shared.savepoints else nullcontext():
                yield connection
        else:
            with self._transaction(clash) as connection:
                yield connection

    @contextmanager
    def _transaction(self, clash: str = "a row is in the database already") -> Iterator[sa.Connection]:
        """One transaction at a time in this process, which is faster than waiting for the lock of the file."""
        with _told(clash), self._writing, self.engine.begin() as connection:
            self._shared.changed = []
            yield connection
            if self.channel and self._shared.changed:
                self._tell_changes(connection, self._shared.changed)

    def announce(self, game_id: str, sequence: int = 0, new: Sequence[dict[str, Any]] = ()) -> None:
        """Notify other servers on commit: a game has new events, or else new settings."""
        self._shared.changed.append((game_id, sequence, new))

    def _tell_changes(self, connection: sa.Connection, changed: list[Change]) -> None:
        for first in range(0, len(changed), TOLD_AT_ONCE):
            part = changed[first : first + TOLD_AT_ONCE]
            text = self._message(part)
            if len(text) > LARGEST_TOLD:  # then the others read the events
                text = self._message([(game_id, sequence, ()) for game_id, sequence, _ in part])
            connection.execute(sa.select(sa.func.pg_notify(self.channel, text)))

    def _message(self, changed: Sequence[Change]) -> str:
        return json.dumps({"from": self.teller, "changed": changed}, separators=(",", ":"))


@contextmanager
def _told(clash: str) -> Iterator[None]:
    """Turn errors of writing into a StoreError, without the URL, which players must not see."""
    try:
        yield
    except sa.exc.SQLAlchemyError as error:
        deadlock = isinstance(error, sa.exc.DBAPIError) and getattr(error.orig, "sqlstate", None) == DEADLOCK
        if deadlock or isinstance(error, sa.exc.IntegrityError):
            raise WrittenMeanwhile(f"{clash}.") from error
        raise StoreError(f"the database cannot be written: {reason(error)}.") from error


def _channel(engine: sa.Engine) -> str:
    """The channel of a schema of PostgreSQL, hashed to fit the limit on names."""
    with engine.connect() as connection:
        schema = str(connection.exec_driver_sql("SELECT current_schema()").scalar())
    return f"fivedice_{hashlib.sha256(schema.encode()).hexdigest()[:16]}"
