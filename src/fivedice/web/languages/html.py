"""Pages in a language: the text of elements and some attributes are replaced, all other markup stays as it is.

In a page `$name` is a placeholder; in its texts it is written `{name}`, as in all texts.
"""

import re
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

ATTRIBUTES = re.compile(r'(?<=\s)(aria-label|title|placeholder|alt)="([^"]*)"')
VERBATIM = ("script", "style", "code", "pre")
"""Elements that are not translated; nor are those with translate="no"."""
NAME = " – fivedice"
"""The end of most titles, which is the same in every language."""
LETTERS = re.compile(r"[^\W\d_]")


class _Translator(HTMLParser):
    def __init__(self, say: Callable[[str], str]) -> None:
        super().__init__(convert_charrefs=True)
        self.say, self.out, self.verbatim = say, list[str](), list[str]()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        text = self.get_starttag_text() or ""
        if not self.verbatim:
            text = ATTRIBUTES.sub(lambda one: f'{one[1]}="{escape(self._said(one[2]))}"', text)
        self.out.append(text)
        if tag in (self.verbatim[:1] or (*VERBATIM, *([tag] if ("translate", "no") in attributes else ()))):
            self.verbatim.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if self.verbatim[-1:] == [tag]:
            self.verbatim.pop()

    def handle_endtag(self, tag: str) -> None:
        self.out.append(f"</{tag}>")
        if self.verbatim[-1:] == [tag]:
            self.verbatim.pop()

    def handle_data(self, data: str) -> None:
        words = data.strip()
        if self.verbatim or not words:
            self.out.append(data if self.verbatim[-1:] in (["script"], ["style"]) else escape(data, quote=False))
            return
        before, after = data[: data.index(words)], data[data.index(words) + len(words) :]
        self.out.append(before + escape(self._said(words), quote=False) + after)

    def handle_decl(self, decl: str) -> None:
        self.out.append(f"<!{decl}>")

    def handle_comment(self, data: str) -> None:
        self.out.append(f"<!--{data}-->")

    def _said(self, text: str) -> str:
        """A text of the page, translated if it has letters."""
        template = re.sub(r"\$(\w+)", r"{\1}", " ".join(text.split()))
        if not LETTERS.search(re.sub(r"\{\w+\}", "", template)):
            return text
        own, name = (template.removesuffix(NAME), NAME) if template.endswith(NAME) else (template, "")
        return re.sub(r"\{(\w+)\}", r"$\1", self.say(own)) + name


def translated_html(page: str, say: Callable[[str], str]) -> str:
    """A page with its texts translated by `say`."""
    translator = _Translator(say)
    translator.feed(page)
    translator.close()
    return "".join(translator.out)


def html_texts(page: str) -> list[str]:
    """The texts of a page, in their order."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    translated_html(page, note)
    return found
