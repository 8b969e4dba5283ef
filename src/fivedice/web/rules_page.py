"""The page with the rules of a variant, generated from its `Rules`."""

from collections.abc import Callable, Mapping
from html import escape

from fivedice.phrases import phrase
from fivedice.rules import Rules
from fivedice.rules.description import (
    BoxDescription,
    Example,
    describe_bonuses,
    describe_boxes,
    describe_game,
    describe_jokers,
)  # fmt: skip
from fivedice.web.languages.catalogue import Catalogue

Say = Callable[[str], str]
"""A text in the language of the page, as HTML."""

SECTIONS = {"upper": phrase("Upper section"), "lower": phrase("Lower section")}
PIPS = {
    1: (5,), 2: (1, 9), 3: (1, 5, 9), 4: (1, 3, 7, 9), 5: (1, 3, 5, 7, 9), 6: (1, 3, 4, 6, 7, 9),
}  # fmt: skip
"""Cells of a 3 × 3 grid that carry a pip."""


def rules_parts(rules: Rules, others: Mapping[str, str], language: Catalogue) -> dict[str, str]:
    """HTML for the placeholders of `pages/rules.html`; `others` are titles of variants by name."""

    def say(text: str) -> str:
        return escape(language.say(text))

    boxes = [one for one in describe_boxes(rules) if one.category.column == 0]
    sections = [
        _section(f"{key}-boxes", say(title), _boxes(found, say))
        for key, title in SECTIONS.items()
        if (found := [one for one in boxes if one.category.section == key])
    ]
    for key, title, sentences in (
        ("bonuses", phrase("Bonuses"), describe_bonuses(rules)),
        ("jokers", phrase("Jokers"), describe_jokers(rules)),
    ):
        if sentences:
            sections.append(_section(key, say(title), _paragraphs(sentences, say)))
    links = (f'<li><a href="/rules/{escape(name)}">{say(title)}</a></li>' for name, title in others.items())
    return {
        "title": say(rules.title),
        "name": escape(rules.name),
        "game": _paragraphs(describe_game(rules), say),
        "sections": "\n".join(sections),
        "others": "".join(links),
    }


def _section(key: str, title: str, content: str) -> str:
    return (
        f'<section class="panel block" aria-labelledby="{key}-title"><h2 id="{key}-title">{title}</h2>'
        f"{content}</section>"
    )


def _paragraphs(sentences: tuple[str, ...], say: Say) -> str:
    return "".join(f"<p>{say(sentence)}</p>" for sentence in sentences)


def _boxes(boxes: list[BoxDescription], say: Say) -> str:
    return f'<ul class="boxes">{"".join(_box(one, say) for one in boxes)}</ul>'


def _box(box: BoxDescription, say: Say) -> str:
    example = _example(box.example, say) if box.example else ""
    title = say(box.category.kind.label)
    return f'<li data-box="{box.category.name}"><h3>{title}</h3><p>{say(box.asks)} {say(box.pays)}</p>{example}</li>'


def _example(example: Example, say: Say) -> str:
    label = " ".join(map(str, example.dice))
    dice = "".join(map(_die, example.dice))
    return (
        f'<div class="example"><span class="mini" role="img" aria-label="{label}">{dice}</span>'
        f'<span class="small soft">{say(example.sentence)}</span></div>'
    )


def _die(face: int) -> str:
    """A small flat die, as `static/shared/mini-dice.js` draws it."""
    if face in PIPS:
        marks = "".join(
            f'<circle class="die-pip" r="2.1" cx="{5.5 + (cell - 1) % 3 * 4.5}" cy="{5.5 + (cell - 1) // 3 * 4.5}"/>'
            for cell in PIPS[face]
        )
    else:
        marks = f'<text x="10" y="14.5" text-anchor="middle">{face}</text>'
    body = '<rect class="die-body" x="1" y="1" width="18" height="18" rx="4.2"/>'
    return f'<svg viewBox="0 0 20 20" aria-hidden="true">{body}{marks}</svg>'
