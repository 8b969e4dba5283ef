"""One server per SQLite file: two would not see each other's changes, and would both play its robots.

A server locks a file beside the database and writes its address there; the lock ends with the process. A PostgreSQL
database may have several servers (see `neighbours`), if they have the same key: each holds a shared advisory lock on
the fingerprint of its key.
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
    """Another server uses the database; `address` is its URL."""

    def __init__(self, address: str) -> None:
        where = f" at {address}" if address else ""
        super().__init__(
            f"another server{where} has this database; open that one, stop it, or name another with --database."
        )
        self.address = address


@contextmanager
def claimed(store: Store, address: str) -> Iterator[None]:
    """Claim a database for the server at an address; ServerError if another server has it and cannot share it."""
    if store.channel or fcntl is None:
        with _same_key(store, store.channel) if store.channel else nullcontext():
            yield
        return
    path = Path(f"{Path(str(store.url.database)).resolve()}{SUFFIX}")  # a symbolic link is the same file
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
    """Lock the fingerprint of this server's key; ServerError if another server has a different key."""
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
            with suppress(sa.exc.DBAPIError):  # a lost connection holds no lock
                connection.execute(sa.text("SELECT pg_advisory_unlock_shared(:keys, :mine)"), lock)
            connection.invalidate()
