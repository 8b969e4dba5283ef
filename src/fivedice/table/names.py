"""Names that people type: text that can be shown, told apart and stored."""

import unicodedata
from collections.abc import Collection, Iterable
from itertools import count, groupby

import idna

from fivedice.errors import NotationError
from fivedice.phrases import phrase
from fivedice.table.lookalike import BLANKS, JOINERS, SELECTORS, name_keys

LONGEST = 24
MOST_MARKS = 4
"""Limit on marks on one letter, after Unicode Technical Standard 39, section 5.4."""


def checked_name(text: str) -> str:
    """The name without superfluous spaces; NotationError says what is wrong with it.

    >>> checked_name("  Ann   Lee ")
    'Ann Lee'
    """
    name = recorded_name(text)
    if any(_is_unseen(name, place) for place in range(len(name))):
        raise NotationError(phrase("name {name}: it has an invisible character; it must be without.", name=ascii(name)))
    marks = [unicodedata.category(one) in ("Mn", "Me") and one for one in unicodedata.normalize("NFD", name)]
    rows = [list(row) for is_mark, row in groupby(marks, bool) if is_mark]
    if any(len(row) > MOST_MARKS or len(set(row)) < len(row) for row in rows):
        raise NotationError(
            phrase(
                "name {name}: marks are piled up on a letter; it must have at most {most} different ones.",
                name=ascii(name),
                most=MOST_MARKS,
            )
        )
    return name


def recorded_name(text: str) -> str:
    """The name as records of games may hold it; older games allowed more than `checked_name`."""
    name = unicodedata.normalize("NFC", text).strip()
    if any(_is_forbidden(character) for character in name):
        raise NotationError(
            phrase(
                "name {name}: control characters are not allowed; it must be text on one line.", name=ascii(text[:80])
            )
        )
    name = " ".join(name.split())
    if not any(unicodedata.category(one)[0] not in "CZM" and one not in BLANKS for one in name):
        raise NotationError(
            phrase(
                "name {name}: nothing of it can be seen; it must have 1 to {most} characters.",
                name=ascii(text[:80]),
                most=LONGEST,
            )
        )
    if name in (".", ".."):
        raise NotationError(
            phrase("name {name}: no page could have it in its address; it must be more than dots.", name=repr(name))
        )
    if len(name) > LONGEST:
        raise NotationError(
            phrase(
                "name {name}: {count} characters are too many; it must have 1 to {most}.",
                name=repr(name[:80]),
                count=len(name),
                most=LONGEST,
            )
        )
    return name


def unused_name(name: str, taken: Collection[str]) -> str:
    """A name for a player who gave none: shortened by whole words, and numbered if one of its keys is taken.

    >>> unused_name("Forced scoring one reroll", {"forced scoring one"})
    'Forced scoring one 2'
    """
    name = " ".join(name.split())
    for number in count(1):
        end = f" {number}" if number > 1 else ""
        room = LONGEST - len(end)
        found = (name if len(name) <= room else name[: room + 1].rpartition(" ")[0] or name[:room]) + end
        if name_keys(found).isdisjoint(taken):
            return found
    raise AssertionError("count() never ends")


def keys_of(names: Iterable[str]) -> set[str]:
    """The keys of all these names: a name with one of them can be confused with one of these."""
    return {key for name in names for key in name_keys(name)}


def check_different(names: Iterable[str], *, recorded: bool = False) -> None:
    """Refuse a name that can be confused with that of another seat; in a record only one that is spelled like it."""
    seen: set[str] = set()
    for name in names:
        keys = {unicodedata.normalize("NFKC", name).casefold()} if recorded else name_keys(name)
        if not seen.isdisjoint(keys):
            raise NotationError(
                phrase(
                    "name {name} is taken at this table, or looks like one that is; choose another.", name=repr(name)
                )
            )
        seen |= keys


def _is_forbidden(character: str) -> bool:
    return character not in JOINERS and (
        unicodedata.category(character)[0] == "C" or unicodedata.category(character) in ("Zl", "Zp")
    )


def _is_unseen(name: str, place: int) -> bool:
    """Whether a character is invisible, and not needed there by its script or an emoji."""
    one, before, after = name[place], name[:place][-1:], name[place + 1 :][:1]
    if one in JOINERS:
        between_pictures = one == "\u200d" and _is_picture(before) and _is_picture(after)
        return not (between_pictures or idna.valid_contextj(name, place))
    if one in SELECTORS:
        return not before or before in SELECTORS or before.isspace() or (before.isascii() and before.isalpha())
    return one in BLANKS


def _is_picture(character: str) -> bool:
    """Whether a character is an emoji, or changes the colour or the shape of one."""
    return character != "" and (character == "\ufe0f" or unicodedata.category(character) in ("So", "Sk"))
