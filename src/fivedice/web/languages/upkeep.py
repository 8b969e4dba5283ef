"""Updates the catalogues from the sources, and checks them."""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from fivedice.phrases import PLACE
from fivedice.web.languages.catalogue import NAMES, PO, SOURCE, english_of, forms_of, read_catalogue
from fivedice.web.languages.sources import Text, all_texts

TEMPLATE = "fivedice.pot"
MADE = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in every header: a catalogue changes only when a text does."""
WIDTH = 100


def template(texts: Iterable[Text] | None = None) -> Catalog:
    """All texts, none of them translated."""
    found = Catalog(project="fivedice", version="", creation_date=MADE, charset="utf-8", fuzzy=False)
    found.header_comment = "# Texts of the pages of fivedice. {name} stands for a value and must stay as it is."
    for one in all_texts() if texts is None else texts:
        found.add(
            (one.text, one.many) if one.many else one.text, locations=[(one.where, 0)], context=one.context or None
        )
    return found


def refresh(folder: Path = PO) -> dict[str, int]:
    """Update the template and every catalogue; returns how many texts each language lacks."""
    every = template()
    _write(every, folder / TEMPLATE)
    missing = {}
    for code in NAMES:
        if code == SOURCE:
            continue
        path = folder / f"{code}.po"
        own = (
            read_catalogue(code, folder) if path.exists() else Catalog(locale=code, creation_date=MADE, charset="utf-8")
        )
        own.header_comment = f"# {NAMES[code]}. {every.header_comment.removeprefix('# ')}"
        own.project, own.version, own.fuzzy = "fivedice", "", False
        own.update(every, no_fuzzy_matching=True)
        _write(own, path)
        missing[code] = sum(not all(forms_of(one)) for one in own if one.id)
    return missing


def _write(catalogue: Catalog, path: Path) -> None:
    with path.open("wb") as file:
        write_po(file, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True)


def problems(code: str, folder: Path = PO, *, complete: bool = True, texts: Iterable[Text] | None = None) -> list[str]:
    """What is wrong with a catalogue, a sentence each; `complete`: also texts that are missing, or used nowhere."""
    wanted = {(one.context or "", one.id): one for one in template(texts) if one.id}
    own = {(one.context or "", one.id): one for one in read_catalogue(code, folder) if one.id}
    found = []
    if complete:
        found += [
            f"{code}: {_shown(one)} is new; refresh the catalogues." for key, one in wanted.items() if key not in own
        ]
    for key, one in own.items():
        if key not in wanted:
            found += [f"{code}: {_shown(one)} is used nowhere; refresh the catalogues."] if complete else []
        elif one.fuzzy:
            found.append(f"{code}: {_shown(one)} is marked as fuzzy; check it and remove the mark.")
        elif all(forms_of(one)):
            found += [f"{code}: {_shown(one)}: {what}" for what in _faults(one)]
        elif complete:
            found.append(f"{code}: {_shown(one)} is not translated.")
    return found


def template_problems() -> list[str]:
    """What is wrong with the template."""
    with (PO / TEMPLATE).open("rb") as file:
        kept = {(one.context, one.id) for one in read_po(file) if one.id}
    now = {(one.context, one.id) for one in template() if one.id}
    return [f"{TEMPLATE}: {text!r} is {'new' if (context, text) in now else 'used nowhere'}; refresh the catalogues."
            for context, text in sorted(kept ^ now, key=str)]  # fmt: skip


def _faults(one: Message) -> list[str]:
    """Wrong placeholders, wrong plural forms, and what would show as broken spacing."""
    sources = [one.id] if isinstance(one.id, str) else list(one.id)
    forms = forms_of(one)
    if one.pluralizable and len(forms) != 2:
        return [f"it needs two plural forms and has {len(forms)}."]
    found = []
    for source, form in zip(sources, forms, strict=True):
        places, own = Counter(PLACE.findall(source)), Counter(PLACE.findall(form))
        if one.pluralizable:  # "one point" may omit its number
            places["count"] = own["count"] = 0
        if set(+places) != set(+own):
            found.append(f"{form!r} has the places {_places(own)}, it must have {_places(places)}.")
        if form != form.strip() or "\n" in form or re.search(r"[{}]", PLACE.sub("", form)):
            found.append(f"{form!r} has a space at an end, a line break or a lone brace.")
    return found


def _places(places: Counter[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(+places)) or "none"


def _shown(one: Message) -> str:
    return repr(english_of(one))
