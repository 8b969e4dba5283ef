"""Names that people type: text that can be shown, told apart and stored."""

import unicodedata
from collections.abc import Collection, Iterable
from itertools import count

from fivedice.errors import NotationError

LONGEST = 24
JOINERS = "\u200c\u200d"
"""Invisible, but what some scripts and most flags and families are made with."""


def checked_name(text: str) -> str:
    """The name without spaces around it, or a sentence that says what is wrong with it.

    >>> checked_name("  Ann   Lee ")
    'Ann Lee'
    """
    name = unicodedata.normalize("NFC", text).strip()
    if any(_is_forbidden(character) for character in name):
        raise NotationError(f"name {text[:80]!a}: control characters are not allowed; it must be text on one line.")
    name = " ".join(name.split())
    if not any(unicodedata.category(character)[0] not in "CZM" for character in name):
        raise NotationError(f"name {text[:80]!a}: nothing of it can be seen; it must have 1 to {LONGEST} characters.")
    if name in (".", ".."):
        raise NotationError(f"name {name!r}: no page could have it in its address; it must be more than dots.")
    if len(name) > LONGEST:
        raise NotationError(f"name {name[:80]!r}: {len(name)} characters are too many; it must have 1 to {LONGEST}.")
    return name


def name_key(name: str) -> str:
    """What two spellings of one name have in common."""
    return unicodedata.normalize("NFKC", name).casefold()


def unused_name(name: str, taken: Collection[str]) -> str:
    """A name for a player who gave none: shortened by whole words, and numbered if its key is taken.

    >>> unused_name("Forced scoring one reroll", {"forced scoring one"})
    'Forced scoring one 2'
    """
    name = " ".join(name.split())
    for number in count(1):
        end = f" {number}" if number > 1 else ""
        room = LONGEST - len(end)
        found = (name if len(name) <= room else name[: room + 1].rpartition(" ")[0] or name[:room]) + end
        if name_key(found) not in taken:
            return found
    raise AssertionError("count() never ends")


def check_different(names: Iterable[str]) -> None:
    """Refuse a name that two seats share."""
    seen: set[str] = set()
    for name in names:
        if name_key(name) in seen:
            raise NotationError(f"name {name!r} is taken at this table; choose another.")
        seen.add(name_key(name))


def _is_forbidden(character: str) -> bool:
    return character not in JOINERS and (
        unicodedata.category(character)[0] == "C" or unicodedata.category(character) in ("Zl", "Zp")
    )
