"""Claimed names: the first use of a name on a server claims it for the device that used it.

A device authenticates by a secret that it created and keeps; only the secret's SHA-256 is stored here. A claim proves
that a player under this name has the secret that first used it, or one that was let in by a device of the name. It does
not prove who the person is, or that the secret was not copied. A program that can write to this database can use any
name; games in a terminal do.
"""

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import sqlalchemy as sa

from fivedice.errors import NameTaken, NotationError
from fivedice.phrases import phrase
from fivedice.reports.result import Result
from fivedice.reports.table import Table, plural
from fivedice.table.database import Database
from fivedice.table.lookalike import LOOK, name_key, name_keys
from fivedice.table.schema import claim_codes, claim_devices, claim_keys, claims

KEPT = timedelta(days=365)
"""A name is free again when it has not been used for this long."""
RECENT = timedelta(days=1)
"""The time of the last use is updated when it is older than this."""
MOST_NAMES = 100
"""Limit on claimed names of one device; it can use others, but not claim them."""
MOST_DEVICES = 20
"""Limit on devices that share a name."""
CODE_MINUTES = 10
"""Lifetime of a code, which lets one other device use a name."""
NOBODYS = re.compile(r"player [2-9lo]+")
"""Keys of the default names of players, such as Player 10: skeletons have l for 1, o for 0."""

Standing = Literal["free", "own", "old", "taken"]
"""Not claimed, this device's, this device's but not used lately, another device's."""


@dataclass(frozen=True)
class ClaimRow:
    """A claimed name."""

    name: str
    since: str
    used: str
    devices: int


@dataclass(frozen=True, repr=False)
class ClaimList(Result):
    """Claimed names, the last used first."""

    rows: tuple[ClaimRow, ...]

    def headline(self) -> str:
        """How many."""
        return plural(len(self.rows), "name")

    def parts(self) -> list[str | Table]:
        """A row for each name."""
        rows: list[list[object]] = [[row.name, row.since[:10], row.used[:10], row.devices] for row in self.rows]
        return [Table("names", "Names", ["Name", "Since", "Last used", "Devices"], rows) if rows else "No names yet."]

    def to_dict(self) -> list[dict[str, Any]]:
        """Plain values."""
        return [dict(vars(row)) for row in self.rows]


def secret_hash(secret: str) -> str:
    """The hash that is stored of a device's secret, a code, or the token of a seat."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


class Claims(Database):
    """The names of a database."""

    def standing(self, name: str, device: str = "") -> Standing:
        """Whether a name is free, this device's or taken."""
        with self._read() as connection:
            found = _claims_of(connection, name)
            if any(not _has(connection, claim, secret_hash(device)) for claim in found):
                return "taken"
            used = connection.scalar(sa.select(claims.c.used).where(claims.c.key == name_key(name)))
        if used is None:
            return "free"
        return "own" if used > _time(-RECENT) else "old"

    def use_names(self, names: Iterable[str], device: str) -> None:
        """Let a device use names, and claim the free ones; NameTaken if another device has claimed one."""
        with self._write("the name was taken just now; choose another") as connection:
            connection.execute(claims.delete().where(claims.c.used < _time(-KEPT)))
            for name in names:
                _use(connection, name, secret_hash(device))

    def new_code(self, name: str, device: str) -> str:
        """A code that lets another device use a name of this one; earlier codes become invalid."""
        code = secrets.token_urlsafe(12)
        with self._write() as connection:
            claim = _own_claim(connection, name, device)
            connection.execute(claim_codes.delete().where((claim_codes.c.claim == claim) | _is_late()))
            until = _time(timedelta(minutes=CODE_MINUTES))
            connection.execute(claim_codes.insert().values(code_hash=secret_hash(code), claim=claim, until=until))
        return code

    def use_code(self, code: str, device: str) -> str:
        """Let a device use the name that a code was made for, and return the name; the code is used up."""
        with self._write() as connection:
            this = claim_codes.c.code_hash == secret_hash(code)
            claim = connection.scalar(sa.select(claim_codes.c.claim).where(this, ~_is_late()))
            if claim is None or connection.execute(claim_codes.delete().where(this)).rowcount != 1:
                raise NotationError(
                    phrase(
                        "this link was used already, or is older than {minutes} minutes; make a new one on the device "
                        "that has the name.",
                        minutes=CODE_MINUTES,
                    )
                )
            if not _has(connection, claim, secret_hash(device)):
                if _count(connection, claim_devices.c.claim == claim) >= MOST_DEVICES:
                    raise NotationError(
                        phrase("{most} devices use this name; stop using it on one of them first.", most=MOST_DEVICES)
                    )
                _let_in(connection, claim, secret_hash(device))
            return str(connection.scalar(sa.select(claims.c.name).where(claims.c.key == claim)))

    def leave_name(self, name: str, device: str) -> None:
        """Stop using a name on a device; without any device the name is free."""
        with self._write() as connection:
            claim = _own_claim(connection, name, device)
            this = (claim_devices.c.claim == claim) & (claim_devices.c.device == secret_hash(device))
            connection.execute(claim_devices.delete().where(this))
            if not _count(connection, claim_devices.c.claim == claim):
                connection.execute(claims.delete().where(claims.c.key == claim))

    def claimed_names(self, limit: int = 100) -> ClaimList:
        """All claimed names."""
        devices = sa.func.count(claim_devices.c.device)
        query = sa.select(claims.c.name, claims.c.since, claims.c.used, devices).join(claim_devices)
        query = query.group_by(claims.c.key).order_by(claims.c.used.desc(), claims.c.key).limit(limit)
        with self._read() as connection:
            return ClaimList(tuple(ClaimRow(*row) for row in connection.execute(query)))

    def release_names(self, names: Sequence[str]) -> None:
        """Free names, all of them or none."""
        with self._write() as connection:
            for name in names:
                if connection.execute(claims.delete().where(claims.c.key == name_key(name))).rowcount == 0:
                    raise NotationError(f"name {name[:80]!r} belongs to nobody; `fivedice games names` lists them.")


def is_nobodys(name: str) -> bool:
    """Whether a name cannot be claimed, because it is a default name or looks like one.

    >>> is_nobodys("Player 10"), is_nobodys("Player Ten")
    (True, False)
    """
    return any(NOBODYS.fullmatch(key.removeprefix(LOOK).casefold()) for key in name_keys(name))


def taken(name: str) -> NameTaken:
    """The error for a name that another device has claimed."""
    return NameTaken(
        phrase(
            "the name {name} belongs to another device; choose another, or open the page of {name} there and choose "
            "“Use this name on another device”.",
            name=name,
        )
    )


def _use(connection: sa.Connection, name: str, device: str) -> None:
    found, key, today = _claims_of(connection, name), name_key(name), _time()
    if any(not _has(connection, claim, device) for claim in found):
        raise taken(name)
    if key in found:
        connection.execute(claims.update().where(claims.c.key == key).values(used=today))
    elif _count(connection, claim_devices.c.device == device) < MOST_NAMES:
        connection.execute(claims.insert().values(key=key, name=name, since=today, used=today))
        _let_in(connection, key, device)
    else:
        return
    known = set(connection.scalars(sa.select(claim_keys.c.key).where(claim_keys.c.key.in_(name_keys(name)))))
    for one in name_keys(name) - known:
        connection.execute(claim_keys.insert().values(key=one, claim=key))


def _claims_of(connection: sa.Connection, name: str) -> list[str]:
    """The claims of a name, and of names that look like it."""
    wanted = sa.select(claim_keys.c.claim).where(claim_keys.c.key.in_(name_keys(name))).distinct()
    return list(connection.scalars(wanted))


def _own_claim(connection: sa.Connection, name: str, device: str) -> str:
    claim = name_key(name)
    if not _has(connection, claim, secret_hash(device)):
        raise NotationError(
            phrase("the name {name} does not belong to this device; play a game under it first.", name=repr(name))
        )
    return claim


def _has(connection: sa.Connection, claim: str, device: str) -> bool:
    return _count(connection, (claim_devices.c.claim == claim) & (claim_devices.c.device == device)) > 0


def _let_in(connection: sa.Connection, claim: str, device: str) -> None:
    connection.execute(claim_devices.insert().values(claim=claim, device=device))


def _count(connection: sa.Connection, wanted: sa.ColumnElement[bool]) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(claim_devices).where(wanted)) or 0


def _is_late() -> sa.ColumnElement[bool]:
    return claim_codes.c.until < _time()


def _time(after: timedelta = timedelta()) -> str:
    return (datetime.now(UTC) + after).isoformat(timespec="seconds")
