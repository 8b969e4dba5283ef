"""Where the texts come from: the modules and pages of the browser, phrases in Python, and names in data."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.messages.jslexer import Token, tokenize, unquote_string

from fivedice.phrases import PLACE
from fivedice.web.languages.html import LETTERS, html_texts

PACKAGE = Path(__file__).parents[2]
WEB = PACKAGE / "web"
IN_MODULES = {"t": 1, "tNodes": 1, "tn": 2}
IN_PYTHON = {"phrase": 1, "counted": 2}
"""The functions that take texts, and how many of their first arguments are texts: the second is the plural."""
FILLED_BY_OTHERS = ("static/shared/language.js", "static/shared/spoken.js")
"""Modules that translate texts which they are passed, and have none of their own."""


class SourceError(ValueError):
    """A text that cannot be translated, because it is not a literal."""


@dataclass(frozen=True)
class Text:
    """A text to translate; `many` is its plural."""

    text: str
    where: str
    many: str = ""
    context: str = ""


@cache
def all_texts() -> tuple[Text, ...]:
    """Every text, in a stable order: pages, modules, Python, data."""
    return (*page_texts(), *module_texts(), *python_texts(), *data_texts())


def page_texts() -> Iterator[Text]:
    """Text and attributes of the pages."""
    for path in sorted((WEB / "pages").rglob("*.html")):
        for text in html_texts(path.read_text(encoding="utf-8")):
            yield Text(text, _place(path))


def module_texts() -> Iterator[Text]:
    """Texts in JavaScript modules, passed to t(), tn() and tNodes()."""
    for path in sorted((WEB / "static").rglob("*.js")):
        if "vendor" not in path.parts and path.relative_to(WEB).as_posix() not in FILLED_BY_OTHERS:
            yield from texts_of_module(path.read_text(encoding="utf-8"), _place(path))


def texts_of_module(source: str, where: str) -> Iterator[Text]:
    """The texts of one module.

    >>> [one.text for one in texts_of_module("put(t('Close'), `${t('Open')}!`)", "a.js")]
    ['Close', 'Open']
    """
    tokens = [one for one in tokenize(source, dotted=False) if one.type not in ("linecomment", "multilinecomment")]
    for at, token in enumerate(tokens):
        if token.type == "template_string":
            for inner in _expressions(token.value):
                yield from texts_of_module(inner, where)
        elif token.type == "name" and token.value in IN_MODULES and _is_call(tokens, at):
            texts = list(_strings(tokens, at + 2, IN_MODULES[token.value]))
            if len(texts) < IN_MODULES[token.value]:
                raise SourceError(f"{where}:{token.lineno}: {token.value}() is not called with texts written out.")
            yield Text(texts[0], where, *texts[1:])


def _is_call(tokens: list[Token], at: int) -> bool:
    before = tokens[at - 1].value if at else ""
    return before not in (".", "function") and at + 1 < len(tokens) and tokens[at + 1].value == "("


def _strings(tokens: list[Token], at: int, count: int) -> Iterator[str]:
    """String arguments from a token on; a string may be concatenated from several."""
    for _ in range(count):
        parts = []
        while tokens[at].type == "string":
            parts.append(unquote_string(tokens[at].value))
            at += 2 if tokens[at + 1].value == "+" else 1
        if not parts or tokens[at].value not in (",", ")"):
            return
        yield "".join(parts)
        at += 1


def _expressions(template: str) -> Iterator[str]:
    """The expressions in the ${...} of a template string."""
    start = template.find("${")
    while start >= 0:
        depth, end = 1, start + 2
        while depth and end < len(template):
            depth += {"{": 1, "}": -1}.get(template[end], 0)
            end += 1
        yield template[start + 2 : end - 1]
        start = template.find("${", end)


def python_texts() -> Iterator[Text]:
    """Templates of phrases."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not any(f"{name}(" in source for name in IN_PYTHON):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IN_PYTHON:
                yield from _phrase_texts(node, _place(path))


def _phrase_texts(call: ast.Call, where: str) -> Iterator[Text]:
    assert isinstance(call.func, ast.Name)
    texts = [one.value if isinstance(one, ast.Constant) else None for one in call.args[: IN_PYTHON[call.func.id]]]
    if where == "phrases.py" and None in texts:
        return  # word() is called with texts that data_texts() lists
    context = next((one.value for one in call.keywords if one.arg == "context"), None)
    named = context.value if isinstance(context, ast.Constant) else ""
    if not texts or not all(isinstance(one, str) for one in texts) or not isinstance(named, str):
        raise SourceError(f"{where}:{call.lineno}: {call.func.id}() is not called with texts written out.")
    first, many = [*map(str, texts), ""][:2]
    if LETTERS.search(PLACE.sub("", first)):
        yield Text(first, where, many, named)


def data_texts() -> Iterator[Text]:
    """Names and sentences that are data: games, boxes, faces, levels and strategies."""
    from fivedice.evaluation.levels import LEVELS, LINES
    from fivedice.rules import VARIANTS
    from fivedice.rules.category import FACE_NAMES, face_category
    from fivedice.rules.decision import MOST_NAMED
    from fivedice.rules.description import COUNTS
    from fivedice.strategies.registry import built_in
    from fivedice.strategies.study_004 import META_ACTIONS
    from fivedice.web.calculations import GROUPS
    from fivedice.web.first_game import FIRST_GAME

    yield Text(FIRST_GAME.title, "rules")
    for rules, summary in VARIANTS.values():
        yield Text(rules.title, "rules")
        yield Text(summary, "rules")
    boxes = [one.title for rules, _ in VARIANTS.values() for one in rules.boxes]
    for title in dict.fromkeys([*(face_category(face).title for face in range(1, 7)), *boxes, *META_ACTIONS]):
        yield Text(title, "rules", context="box")
    for number in range(1, MOST_NAMED + 1):
        yield Text(COUNTS[number], "rules", context="number")
        yield Text(COUNTS[number], "rules", context="face")
        yield Text(FACE_NAMES[number - 1], "rules", context="faces")
    players = built_in().values()
    summaries = [one.summary for one in players]
    reasons = dict.fromkeys(reason for one in players for reason in getattr(one, "reasons", ()) if reason)
    for text in (*LEVELS, *LINES.values(), *dict.fromkeys(GROUPS.values()), *summaries, *reasons):
        yield Text(text, "robots")


def _place(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()
