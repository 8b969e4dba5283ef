"""One server for one SQLite file: two would each believe that they know its tables, and play robots twice.

A file beside the database is locked while a server runs, and says where that server is. The lock ends with the process,
however that ends. PostgreSQL is there to be shared (see `neighbours`), by servers that have the same key: each holds a
shared advisory lock on the fingerprint of its own.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import sqlalchemy as sa

from fivedice.errors import ServerError
from fivedice.table.seal import KEY_FILE
from fivedice.table.store import Store
from fivedice.web.neighbours import lock_number

try:
    import fcntl
except ModuleNotFoundError:  # pragma: no cover (Windows has no such locks)
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".server"


class AlreadyServed(ServerError):
    """A database that another server has; `address` is where that one is."""

    def __init__(self, address: str) -> None:
        where = f" at {address}" if address else ""
        super().__init__(
            f"another server{where} has this database; open that one, stop it, or name another with --database."
        )
        self.address = address


@contextmanager
def claimed(store: Store, address: str) -> Iterator[None]:
    """Hold a database for the server at an address; ServerError if there is one that it cannot share it with."""
    if store.channel or fcntl is None:
        with _same_key(store, store.channel) if store.channel else nullcontext():
            yield
        return
    path = Path(f"{Path(str(store.url.database)).resolve()}{SUFFIX}")  # a link leads to the same file
    with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:  # noqa: PTH123 (the mode of the file)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AlreadyServed(file.read(200).strip()) from None
        file.truncate(0)
        file.write(address)
        file.flush()
        yield
        file.truncate(0)


@contextmanager
def _same_key(store: Store, channel: str) -> Iterator[None]:
    """Show which key this server has; ServerError if another one has another."""
    lock = {"keys": lock_number(channel, "keys"), "mine": lock_number(store.key.fingerprint)}
    others = """SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = :keys AND objsubid = 2
                AND objid <> :mine AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("SELECT pg_advisory_lock_shared(:keys, :mine)"), lock)
        try:
            if connection.scalar(sa.text(others), lock):
                raise ServerError(
                    "another server on this database has another key of the dice; "
                    f"give both the same key file with ${KEY_FILE}."
                )
            yield
        finally:
            with suppress(sa.exc.DBAPIError):  # a connection that was lost has no lock any more
                connection.execute(sa.text("SELECT pg_advisory_unlock_shared(:keys, :mine)"), lock)
            connection.invalidate()
