"""Rate limits: token buckets for messages of a connection, and for new tables and downloads of an address."""

import time
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address

from fivedice.phrases import phrase
from fivedice.web.protocol import Refused

TABLES_PER_MINUTE = 30
"""Limit on new tables per minute and address."""
DOWNLOADS_AT_ONCE, DOWNLOADS_PER_MINUTE = 30, 60
"""Limit on records and tables of decisions per address."""
MOST_ADDRESSES = 10_000
"""Addresses that have a bucket; when there are more, full buckets are dropped."""
MESSAGES_PER_SECOND, MESSAGES_AT_ONCE = 20.0, 60.0
"""Limit on messages of one connection."""
EMOTES_PER_SECOND, EMOTES_AT_ONCE = 0.5, 4.0
"""Limit on reactions of one connection."""


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

    def take(self, count: float = 1) -> bool:
        """Take tokens; False if there are not enough, and then none is taken."""
        self._fill()
        if self.tokens < min(count, self.capacity):
            return False
        self.tokens -= count
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

    def take(self, address: str, count: float = 1) -> bool:
        """Take tokens of an address; False if there are not enough."""
        if len(self.buckets) >= MOST_ADDRESSES:
            self.buckets = {one: bucket for one, bucket in self.buckets.items() if not bucket.is_full}
        return self.buckets.setdefault(network(address), TokenBucket(self.capacity, self.per_second)).take(count)


class Quota(AddressBuckets):
    """Limit on requests per minute and address."""

    def __init__(self, what: str, per_minute: int, at_once: int | None = None) -> None:
        super().__init__(at_once or per_minute, per_minute / 60)
        self.what, self.per_minute = what, per_minute

    def check(self, address: str, count: int = 1) -> None:
        """Count a request, or one that is worth several; TooMany over the limit."""
        if not self.take(address, count):
            raise TooMany(
                phrase(
                    "{most} {what} a minute are allowed from one address; wait a moment.",
                    most=self.per_minute,
                    what=self.what,
                )
            )


def network(address: str) -> str:
    """The key of a client: its IPv4 address, or the /64 of its IPv6 address, all of which it can use.

    >>> network("10.0.0.1"), network("2001:db8::1:2"), network("testclient")
    ('10.0.0.1', '2001:db8::/64', 'testclient')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
