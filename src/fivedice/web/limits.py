"""Rate limits: token buckets for new tables and for messages."""

import time
from dataclasses import dataclass, field

from fivedice.web.protocol import Refused

TABLES_PER_MINUTE = 30
"""Limit on new tables per minute and address."""
MOST_ADDRESSES = 10_000
"""Addresses that have a bucket; when there are more, full buckets are dropped."""
MESSAGES_PER_SECOND, MESSAGES_AT_ONCE = 20.0, 60.0
"""Limit on messages of one connection."""


class TooMany(Refused):
    """A request over a rate limit."""


@dataclass
class TokenBucket:
    """Limits how often a client may act: each act takes a token; `per_second` are added, up to `capacity`."""

    capacity: float
    per_second: float
    tokens: float = field(init=False)
    filled: float = field(init=False)

    def __post_init__(self) -> None:
        self.tokens, self.filled = self.capacity, time.monotonic()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        self._fill()
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether no token is missing."""
        self._fill()
        return self.tokens >= self.capacity

    def _fill(self) -> None:
        now = time.monotonic()
        self.tokens = min(self.tokens + (now - self.filled) * self.per_second, self.capacity)
        self.filled = now


class AddressBuckets:
    """A token bucket for each address."""

    def __init__(self, capacity: float, per_second: float) -> None:
        self.capacity, self.per_second = capacity, per_second
        self.buckets: dict[str, TokenBucket] = {}

    def take(self, address: str) -> bool:
        """Take a token of an address; False if there is none."""
        if len(self.buckets) >= MOST_ADDRESSES:
            self.buckets = {one: bucket for one, bucket in self.buckets.items() if not bucket.is_full}
        return self.buckets.setdefault(address, TokenBucket(self.capacity, self.per_second)).take()


class NewTables(AddressBuckets):
    """New tables by address, so that no loop fills the database."""

    def __init__(self, per_minute: int) -> None:
        super().__init__(per_minute, per_minute / 60)
        self.per_minute = per_minute

    def check(self, address: str) -> None:
        """Count a new table; TooMany over the limit."""
        if not self.take(address):
            raise TooMany(f"{self.per_minute} new tables a minute are allowed from one address; wait a moment.")
