"""One server for one SQLite file: two would each believe that they know its tables, and play robots twice.

A file beside the database is locked while a server runs, and says where that server is. The lock ends with the process,
however that ends. PostgreSQL is not locked: it is there to be shared.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL

from fivedice.errors import ServerError

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
def claimed(database: URL, address: str) -> Iterator[None]:
    """Hold a database for the server at an address; AlreadyServed if another one has it."""
    if database.get_backend_name() != "sqlite" or fcntl is None:
        yield
        return
    path = Path(f"{database.database}{SUFFIX}")
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
