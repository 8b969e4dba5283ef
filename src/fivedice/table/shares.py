"""Shares: what the players' own computers add to the dice, so that a server can neither choose nor foresee them.

A player's computer draws a secret c and makes a chain of it, kₙ = c and kᵢ₋₁ = SHA-256(LINK ‖ kᵢ). It pledges k₀, which
binds it to the whole chain and tells nothing about it, and reveals the next link with each throw: kᵢ is the one whose
hash is kᵢ₋₁. All links that were revealed are mixed, in the order of the log,

    mix ← SHA-256(MIXED ‖ mix ‖ kᵢ),        at first mix is empty,

and the mix enters every die (see `dice`). The server is bound to its seed before it gets a link, and only the player
knows the next one. Source of chains: L. Lamport, Password authentication with insecure communication,
Communications of the ACM 24 (1981) 770-772.
"""

import hashlib
import re
import secrets
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

LINK = b"fivedice-link-1\n"
MIXED = b"fivedice-mix-1\n"
"""Prefixes of hashed links and mixes (domain separation)."""
LINKS = 1024
"""Links of a chain: more than a seat throws in a game; after the last one, another chain is pledged."""
LINK_BYTES = 32


def is_link(text: str) -> bool:
    """Whether a text can be a link or a pledge."""
    return re.fullmatch(rf"[0-9a-f]{{{2 * LINK_BYTES}}}", text) is not None


def link_before(link: str) -> str:
    """The link that was known before this one was revealed."""
    return hashlib.sha256(LINK + bytes.fromhex(link)).hexdigest()


def mixed(mix: bytes, link: str) -> bytes:
    """The mix after a link was revealed."""
    return hashlib.sha256(MIXED + mix + bytes.fromhex(link)).digest()


@dataclass(frozen=True)
class Chain:
    """The chain of a player's computer."""

    secret: str
    """The last link, which is random."""

    @classmethod
    def new(cls) -> "Chain":
        """A new chain, from the system's secure random source."""
        return cls(secrets.token_hex(LINK_BYTES))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """All links, the pledge first."""
        found = [self.secret]
        for _ in range(LINKS):
            found.append(link_before(found[-1]))
        return tuple(reversed(found))

    @property
    def pledge(self) -> str:
        """The first link, which binds to the chain."""
        return self.links[0]

    def after(self, link: str | None) -> str | None:
        """The link to reveal after this one; None if it is no link of this chain, or the last one."""
        return self._following.get(link or "")

    @cached_property
    def _following(self) -> dict[str, str]:
        return dict(pairwise(self.links))
