"""The named variants: the classic ones and their relatives, found by name."""

import re

from fivedice.errors import UnknownVariant
from fivedice.rules.classic import CLASSIC
from fivedice.rules.relatives import RELATIVES
from fivedice.rules.rules import Rules

VARIANTS: dict[str, tuple[Rules, str]] = {rules.name: (rules, summary) for rules, summary in (*CLASSIC, *RELATIVES)}
"""Each variant by its name, with one line that says what sets it apart."""


def variant(name: str) -> Rules:
    """The rules of a named variant, changes in brackets included.

    >>> variant("yahtzee (dice=6)").dice
    6
    """
    if rules := named_rules(name):
        return rules
    raise UnknownVariant(f"variant {name!r} is not known; it must be one of {', '.join(VARIANTS)}.")


def named_rules(name: str) -> Rules | None:
    """The same, or None where no variant has this name."""
    found = re.fullmatch(r"([^ ]+)(?: \(([^()=]+=[^()]+)\))?", name.strip())
    if not found or found[1] not in VARIANTS:
        return None
    rules = VARIANTS[found[1]][0]
    if not found[2]:
        return rules
    pairs = [part.partition("=") for part in found[2].split(",")]
    return rules.change({key.strip(): value.strip() for key, _, value in pairs})
