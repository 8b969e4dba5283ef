"""How often somebody may do something: a supply that fills up again."""

import time
from dataclasses import dataclass, field

from fivedice.web.protocol import Refused

TABLES_PER_MINUTE = 30
"""New tables that one address may lay."""
MOST_ADDRESSES = 10_000
"""Addresses whose new tables are counted at once; beyond that, those that have waited long enough are forgotten."""


class TooMany(Refused):
    """Something that was asked for too often."""


@dataclass
class Allowance:
    """So much at once, and so much a second from then on."""

    at_once: float
    per_second: float
    left: float = field(init=False)
    counted: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.counted = self.at_once, time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed; if so, it is counted."""
        self._fill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken lately."""
        self._fill()
        return self.left >= self.at_once

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.left + (now - self.counted) * self.per_second, self.at_once)
        self.counted = now


class NewTables:
    """Lets each address lay so many tables a minute, so that no loop fills the database."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self.by_address: dict[str, Allowance] = {}

    def check(self, address: str) -> None:
        """Count a new table, or refuse it."""
        if len(self.by_address) >= MOST_ADDRESSES:
            self.by_address = {one: left for one, left in self.by_address.items() if not left.is_full}
        allowance = self.by_address.setdefault(address, Allowance(self.per_minute, self.per_minute / 60))
        if not allowance.take():
            raise TooMany(f"{self.per_minute} new tables a minute are allowed from one address; wait a moment.")
