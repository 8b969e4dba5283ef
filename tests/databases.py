"""Databases that tests run on: SQLite, and PostgreSQL where one is named or installed.

$FIVEDICE_TEST_DATABASE names a PostgreSQL by its URL; else an installed one is started for the session, on a socket in
a folder of its own. PostgreSQL refuses to run as root, so that root starts it as the user that its package made.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.command import PATIENCE

NAMED = os.environ.get("FIVEDICE_TEST_DATABASE", "")


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; Debian keeps them off the path."""
    found = [Path(one).parent for one in [shutil.which("initdb") or ""] if one]
    found += sorted((one.parent for one in Path("/usr/lib/postgresql").glob("*/bin/initdb")), reverse=True)
    return found[0] if found and (os.geteuid() or _user()) else None


def kinds() -> list[str]:
    """The databases that there are."""
    return ["sqlite", "postgresql"] if NAMED or programs() else ["sqlite"]


@contextmanager
def server() -> Iterator[str]:
    """The URL of a PostgreSQL, which is started unless it is named."""
    if NAMED:
        yield NAMED
        return
    where = programs()
    assert where is not None
    folder = Path(tempfile.mkdtemp(prefix="fivedice-pg-", dir="/tmp"))  # the path of a socket must be short
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        user = _user()
        assert user is not None
        who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        os.chown(folder, user.pw_uid, user.pw_gid)
    try:
        made = f"-D {folder / 'data'} -U tests -A trust -E UTF8 --locale=C --no-sync".split()
        subprocess.run([where / "initdb", *made], cwd=folder, check=True, capture_output=True, **who)
        settings = {"listen_addresses": "", "unix_socket_directories": folder, "fsync": "off", "shared_buffers": "16MB"}
        options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [where / "postgres", "-D", folder / "data", *options], cwd=folder, stdout=log, stderr=log, **who
            )
        try:
            url = f"postgresql://tests@/postgres?host={folder}"
            _wait(url, process, folder / "log")
            yield url
        finally:
            process.send_signal(signal.SIGINT)  # "fast": do not wait for clients
            process.wait(PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def fresh_schema(url: str) -> Iterator[str]:
    """The URL of an empty place on a PostgreSQL."""
    import psycopg

    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE SCHEMA "{name}"')
        try:
            yield f"{url}{'&' if '?' in url else '?'}options=-csearch_path%3D{name}"
        finally:
            connection.execute(f'DROP SCHEMA "{name}" CASCADE')


def _wait(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    import psycopg

    end = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"PostgreSQL does not start: {log.read_text(errors='replace')[-2000:]}") from None
            time.sleep(0.05)


def _user() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return None
