"""Fair dice: a seed that is committed to before the game and revealed after it, mixed with what players reveal.

The commitment c = SHA-256(COMMITTED ‖ seed) is shown when the game begins. Die p of throw r of turn t of
seat s (all counted from 0) comes from

    xᵢ = first 8 bytes of HMAC-SHA-256(seed, mix ‖ "s:t:r:p:i"), big-endian,        i = 0, 1, ...

as 1 + xᵢ mod f for the first xᵢ below the greatest multiple of the number of faces f that 64 bits hold, so that all
faces are equally likely. Unfair dice, with probabilities p₁, p₂, ... of their faces, show the first face k with
x₀ < 2⁶⁴ (p₁ + ⋯ + p_k). The mix is that of all shares that players' computers have revealed, with the one of this
throw (see `shares`); it is empty in games without any. Dice are indexed: under one mix, no die depends on which others
were thrown, or in what order.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, count

from fivedice.errors import RecordError

Seed = bytes

SEED_BYTES = 32
COMMITTED = b"fivedice-dice-1\n"
"""Prefix of the hashed seed (domain separation); its number is the version of the formula above."""

NUMBERS = 1 << 64


def new_seed() -> Seed:
    """A random seed, from the system's secure source."""
    return secrets.token_bytes(SEED_BYTES)


def numbered_seed(number: int) -> Seed:
    """The seed of this number, for a game with reproducible dice."""
    return hashlib.sha256(f"fivedice-seed-{number}".encode()).digest()


def commitment(seed: Seed) -> str:
    """The hash shown before the game: it binds to the seed and reveals nothing about it."""
    return hashlib.sha256(COMMITTED + seed).hexdigest()


def die(
    seed: Seed,
    seat: int,
    turn: int,
    throw: int,
    position: int,
    faces: int,
    chances: Sequence[Fraction] = (),
    *,
    mix: bytes = b"",
) -> int:
    """The face of one die; `chances` are those of the faces of an unfair one.

    >>> [die(bytes(32), 0, 0, 0, position, 6) for position in range(5)]
    [4, 4, 6, 5, 1]
    """
    fair = NUMBERS - NUMBERS % faces
    for attempt in count():
        text = f"{seat}:{turn}:{throw}:{position}:{attempt}"
        number = int.from_bytes(hmac.digest(seed, mix + text.encode(), "sha256")[:8], "big")
        if chances:
            return 1 + sum(number >= NUMBERS * chance for chance in list(accumulate(chances))[:-1])
        if number < fair:
            return 1 + number % faces
    raise AssertionError("some number is below the bound")


def format_seed(seed: Seed) -> str:
    """Write a seed."""
    return seed.hex()


def parse_seed(text: str) -> Seed:
    """Read a seed."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or format_seed(seed) != text:
        raise RecordError(f"seed {text[:80]!r} is not made of {2 * SEED_BYTES} hexadecimal digits in small letters.")
    return seed
