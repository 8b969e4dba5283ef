"""Sentences that can be said in any language: the English text, which carries its template and its values.

A phrase is a `str`, so that the library and its JSON keep their English text. A page looks up the template, fills in
the values in its own way (a decimal mark, a plural form), and has the sentence in its language.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

PLACE = re.compile(r"\{(\w+)\}")
"""The place of a value in a template."""

Value: TypeAlias = "str | int | tuple[Value, ...]"
"""Text or a phrase, a whole number, a figure, or several of these, which are joined by commas."""


class Figure(str):
    """A number with decimals, as English writes it."""

    number: float
    digits: int

    def as_json(self) -> dict[str, Any]:
        """The number, and how many of its decimals are shown."""
        return {"number": self.number, "digits": self.digits}


class Phrase(str):
    """A text with what it was made of.

    `many` is the template of the plural if there is one, and `count` among the values decides. `context` tells apart
    templates that are spelt alike. `capital`: the text begins with a capital letter, whatever its template does.
    """

    template: str
    values: Mapping[str, Value]
    many: str = ""
    context: str = ""
    capital: bool = False

    def capitalised(self) -> "Phrase":
        """The phrase at the beginning of a sentence."""
        found = Phrase(self[:1].upper() + self[1:])
        vars(found).update(vars(self), capital=True)
        return found

    def as_json(self) -> dict[str, Any]:
        """What a page needs to translate it, without empty fields."""
        plain: dict[str, Any] = {"template": self.template}
        if self.values:
            plain["values"] = {name: _plain(value) for name, value in self.values.items()}
        return plain | {key: found for key in ("many", "context", "capital") if (found := getattr(self, key))}


def phrase(template: str, *, context: str = "", text: str = "", **values: Value) -> Phrase:
    """A template with its values; `text` is the English text where it is not simply the template filled in.

    >>> phrase("Scores {points} in {box}", points=25, box="Full house")
    'Scores 25 in Full house'
    """
    found = Phrase(text or filled(template, values))
    found.template, found.values, found.context = template, values, context
    return found


def counted(one: str, many: str, count: int, **values: Value) -> Phrase:
    """A phrase with a number in it, `count`, and a form for one.

    >>> counted("It pays one point.", "It pays {count} points.", 1), counted("one", "{count} points", 30)
    ('It pays one point.', '30 points')
    """
    values = {"count": count, **values}
    found = Phrase(filled(one if count == 1 else many, values))
    found.template, found.many, found.values = one, many, values
    return found


def word(text: str, context: str = "") -> Phrase:
    """A text from data, such as the name of a box; `web.languages.sources` lists where it comes from."""
    return phrase(text, context=context, text=text)


def figure(number: float, digits: int) -> Figure:
    """A number with `digits` decimals.

    >>> figure(254.5877, 1)
    '254.6'
    """
    found = Figure(f"{number:.{digits}f}")
    found.number, found.digits = round(number, digits), digits
    return found


def either(items: Iterable[Value]) -> Value:
    """A list joined by "or".

    >>> either(["Ones"]), either(["Ones", "Twos", "Chance"])
    ('Ones', 'Ones, Twos or Chance')
    """
    *first, last = tuple(items) or ("",)
    return phrase("{first} or {last}", first=tuple(first), last=last) if first else last


def all_of(items: Iterable[Value]) -> Value:
    """A list joined by "and".

    >>> all_of(["a six", "a four"])
    'a six and a four'
    """
    *first, last = tuple(items) or ("",)
    return phrase("{first} and {last}", first=tuple(first), last=last) if first else last


def filled(template: str, values: Mapping[str, Value]) -> str:
    """A template with its values in English; what has no value stays as it is."""
    return PLACE.sub(lambda place: _english(values[place[1]]) if place[1] in values else place[0], template)


def wired(*texts: object) -> dict[str, dict[str, Any]]:
    """What a page needs to translate texts, by the English text: those that are phrases, also within others.

    >>> wired(["Any dice.", phrase("{box} is open", box="Fours")])
    {'Fours is open': {'template': '{box} is open', 'values': {'box': 'Fours'}}}
    """
    found: dict[str, dict[str, Any]] = {}
    for one in texts:
        if isinstance(one, Phrase):
            found[str(one)] = one.as_json()
        elif isinstance(one, Mapping):
            found |= wired(*one.values())
        elif isinstance(one, list | tuple):
            found |= wired(*one)
    return found


def spoken(sentence: str) -> dict[str, Any]:
    """A sentence in a message to a page, with what it needs to translate it."""
    return {"sentence": sentence, **({"phrases": wired(sentence)} if isinstance(sentence, Phrase) else {})}


def _english(value: Value) -> str:
    return ", ".join(map(_english, value)) if isinstance(value, tuple) else str(value)


def _plain(value: Value) -> Any:
    if isinstance(value, Phrase | Figure):
        return value.as_json()
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
