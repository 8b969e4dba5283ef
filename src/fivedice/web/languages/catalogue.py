"""A catalogue: the texts of the pages in one language, from a gettext file.

The English text is the key. Every language here has two plural forms; French has the first of them for 0 too.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from fivedice.phrases import PLACE, Figure, Phrase, Value
from fivedice.rules.category import capital

PO = Path(__file__).with_name("po")
SOURCE = "en"
NAMES = {
    SOURCE: "English", "sv": "Svenska", "nb": "Norsk", "da": "Dansk", "fi": "Suomi",
    "de": "Deutsch", "nl": "Nederlands", "fr": "Français", "es": "Español",
}  # fmt: skip
"""The languages, each by its own name."""
COMMAS = frozenset(NAMES) - {SOURCE}
"""Languages whose decimal mark is a comma."""
ZERO_IS_ONE = frozenset({"fr"})
"""Languages that use the singular for 0."""
BETWEEN = "\x04"
"""Separates context and text in a key, as in gettext."""


@dataclass(frozen=True)
class Catalogue:
    """Texts by their English ones: one translation, or one for each plural form."""

    code: str
    texts: Mapping[str, str | list[str]]

    def text(self, english: str, context: str = "") -> str:
        """A text without values; English where it is not translated."""
        found = self.texts.get(key_of(english, context))
        return found if isinstance(found, str) else english

    def say(self, text: str) -> str:
        """A phrase, or a text without values."""
        if isinstance(text, Figure):
            return text.replace(".", ",") if self.code in COMMAS else str(text)
        if not isinstance(text, Phrase):
            return self.text(text)
        if self.code == SOURCE:
            return str(text)
        said = PLACE.sub(
            lambda place: self._value(text.values[place[1]]) if place[1] in text.values else place[0],
            self._plural(text) if text.many else self.text(text.template, text.context),
        )
        return capital(said) if text.capital else said

    def _plural(self, text: Phrase) -> str:
        count = text.values["count"]
        forms = self.texts.get(text.template)
        one, many = forms if isinstance(forms, list) else (text.template, text.many)
        return one if count == 1 or (count == 0 and self.code in ZERO_IS_ONE) else many

    def _value(self, value: Value) -> str:
        if isinstance(value, tuple):
            return ", ".join(map(self._value, value))
        return self.say(value) if isinstance(value, Phrase | Figure) else str(value)

    @property
    def script(self) -> str:
        """The catalogue as a script that runs before the modules of a page."""
        plain = {"texts": self.texts, "zeroIsOne": self.code in ZERO_IS_ONE}
        return f"globalThis.fivediceCatalogue = {json.dumps(plain, ensure_ascii=False, separators=(',', ':'))};\n"


def english_of(one: Message) -> str:
    """The English text of a message, the singular where it has both."""
    return one.id if isinstance(one.id, str) else one.id[0]


def forms_of(one: Message) -> list[str]:
    """The translation of a message: one text or one for each plural form, empty where there is none."""
    return [one.string] if isinstance(one.string, str) else list(one.string or [""])


def key_of(english: str, context: str | None = "") -> str:
    """The key of a text."""
    return f"{context}{BETWEEN}{english}" if context else english


def read_catalogue(code: str, folder: Path = PO) -> Catalog:
    """The catalogue of a language as Babel reads it."""
    with (folder / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


@lru_cache(maxsize=len(NAMES))
def catalogue(code: str) -> Catalogue:
    """The texts of a language that are translated."""
    texts: dict[str, str | list[str]] = {}
    for one in read_catalogue(code) if code != SOURCE else ():
        if one.id and not one.fuzzy and all(forms := forms_of(one)):
            texts[key_of(english_of(one), one.context)] = forms if one.pluralizable else forms[0]
    return Catalogue(code, texts)


def share_translated(code: str) -> float:
    """The share of all texts that a language has."""
    if code == SOURCE:
        return 1.0
    every = sum(1 for one in read_catalogue(code) if one.id)
    return len(catalogue(code).texts) / every if every else 0.0
