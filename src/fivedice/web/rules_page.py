"""The page with the rules of a variant, written from its `Rules`: the page itself knows no rule."""

from collections.abc import Mapping
from html import escape

from fivedice.rules import Rules
from fivedice.rules.description import (
    BoxDescription,
    Example,
    describe_bonuses,
    describe_boxes,
    describe_game,
    describe_jokers,
)  # fmt: skip

SECTIONS = {"upper": "Upper section", "lower": "Lower section"}
PIPS = {
    1: (5,), 2: (1, 9), 3: (1, 5, 9), 4: (1, 3, 7, 9), 5: (1, 3, 5, 7, 9), 6: (1, 3, 4, 6, 7, 9),
}  # fmt: skip
"""Cells of a 3 × 3 grid that carry a pip."""


def rules_parts(rules: Rules, others: Mapping[str, str]) -> dict[str, str]:
    """What `pages/rules.html` leaves open, as HTML; `others` are titles of variants by name."""
    boxes = [one for one in describe_boxes(rules) if one.category.column == 0]
    sections = [
        _section(f"{key}-boxes", title, _boxes([one for one in boxes if one.category.section == key]))
        for key, title in SECTIONS.items()
        if any(one.category.section == key for one in boxes)
    ]
    for key, title, sentences in (
        ("bonuses", "Bonuses", describe_bonuses(rules)),
        ("jokers", "Jokers", describe_jokers(rules)),
    ):
        if sentences:
            sections.append(_section(key, title, _paragraphs(sentences)))
    links = (f'<li><a href="/rules/{escape(name)}">{escape(title)}</a></li>' for name, title in others.items())
    return {
        "title": escape(rules.title),
        "name": escape(rules.name),
        "game": _paragraphs(describe_game(rules)),
        "sections": "\n".join(sections),
        "others": "".join(links),
    }


def _section(key: str, title: str, content: str) -> str:
    return (
        f'<section class="panel block" aria-labelledby="{key}-title"><h2 id="{key}-title">{title}</h2>'
        f"{content}</section>"
    )


def _paragraphs(sentences: tuple[str, ...]) -> str:
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)


def _boxes(boxes: list[BoxDescription]) -> str:
    return f'<ul class="boxes">{"".join(map(_box, boxes))}</ul>'


def _box(box: BoxDescription) -> str:
    example = _example(box.example) if box.example else ""
    words = f"{escape(box.asks)} {escape(box.pays)}"
    return f'<li data-box="{box.category.name}"><h3>{escape(box.category.kind.title)}</h3><p>{words}</p>{example}</li>'


def _example(example: Example) -> str:
    label = " ".join(map(str, example.dice))
    dice = "".join(map(_die, example.dice))
    return (
        f'<div class="example"><span class="mini" role="img" aria-label="{label}">{dice}</span>'
        f'<span class="small soft">{escape(example.sentence)}</span></div>'
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
