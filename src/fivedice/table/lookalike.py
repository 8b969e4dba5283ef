"""Names that look alike: the keys by which two spellings count as one name.

Skeletons are those of Unicode Technical Standard 39, section 4: the text is decomposed, invisible characters are
removed, and every confusable character is replaced by its prototype. They are for comparison, not for display. The
pairs of confusable characters are Unicode's, in the package confusable_homoglyphs.
"""

import unicodedata
from functools import cache

JOINERS = "\u200c\u200d"
"""Invisible, but needed by some scripts and by most emoji of flags and families."""
SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x180B, 0x180C, 0x180D, 0x180F)))
"""Variation selectors: invisible, they choose one of several shapes of the character before them."""
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159")
"""Fillers and other characters that count as letters, marks or symbols and show nothing."""
LOOK = "LOOK "
"""Prefix of keys for the look of a name; a `name_key` has no capital letters."""
UNSEEN = SELECTORS | BLANKS | frozenset(JOINERS)


def name_key(name: str) -> str:
    """The same key for all spellings of a name that differ in case, width or letters that look alike.

    >>> name_key("ANN") == name_key("ann") == name_key("\u0410nn")  # the last with a Cyrillic letter
    True
    """
    return skeleton(unicodedata.normalize("NFKC", name).casefold()).casefold()


def name_keys(name: str) -> frozenset[str]:
    """The keys of a name: two names can be confused if they have one of these in common.

    Beside `name_key` these are the look of the name as it is written, and of one in lower or upper case only, as it is
    usually written: AIex with a capital I looks like Alex, and like the name of a player called alex. Yet Iina and
    Lina, two different names, only look alike where Lina is written with a small l.
    """
    written = unicodedata.normalize("NFKC", name)
    looks = {written}
    if written in (written.lower(), written.upper()):
        looks |= {written.title(), skeleton(written).title()}  # a Greek capital may be alike where the small one is not
    return frozenset({name_key(name), *(LOOK + skeleton(look) for look in looks)})


def skeleton(text: str) -> str:
    """The skeleton of a text.

    >>> skeleton("\u0391\u0406ex") == skeleton("Alex")  # a Greek letter and a Ukrainian one
    True
    """
    found = "".join(one for one in unicodedata.normalize("NFD", text) if one not in UNSEEN)
    for _ in range(2):  # a prototype may be confusable itself once it is decomposed
        found = unicodedata.normalize("NFD", found.translate(_prototypes()))
    return found


@cache
def _prototypes() -> dict[int, str]:
    """The prototype of each confusable character.

    The package lists each pair twice, without saying which of the two is the prototype: it is the one that several are
    confused with, or that has several characters, else the first in Unicode.
    """
    from confusable_homoglyphs.confusables import confusables_data

    pairs: dict[str, set[str]] = {}
    for one, others in confusables_data.items():
        pairs.setdefault(one.strip("\u200e"), set()).update(other["c"].strip("\u200e") for other in others)
    found = {}
    for one, others in pairs.items():
        if len(one) == 1 and len(others) == 1:
            (other,) = others
            if len(other) > 1 or len(pairs[other]) > 1 or other < one:
                found[ord(one)] = other
    return found
