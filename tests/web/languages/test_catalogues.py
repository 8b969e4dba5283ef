"""The catalogues are complete and sound: every text of the sources once, with its places and plural forms."""

import re
from pathlib import Path

import pytest

from fivedice.web.languages.catalogue import NAMES, PO, SOURCE, catalogue, read_catalogue
from fivedice.web.languages.sources import SourceError, Text, all_texts, texts_of_module
from fivedice.web.languages.upkeep import problems, refresh, template_problems

OTHERS = [code for code in NAMES if code != SOURCE]


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_is_sound_and_has_every_text_of_the_sources_and_no_other(code: str) -> None:
    assert problems(code) == []


def test_the_template_has_every_text_of_the_sources_and_no_other() -> None:
    assert template_problems() == []


def test_a_text_is_not_singular_in_one_place_and_plural_in_another() -> None:
    plurals = {one.text for one in all_texts() if one.many}
    assert [one for one in all_texts() if one.text in plurals and not one.many] == []


def test_every_language_counts_as_the_pages_do() -> None:
    """Two plural forms; the pages know of the one exception, 0 in French."""
    found = {code: read_catalogue(code).plural_expr for code in OTHERS}
    assert found == {code: "(n > 1)" if code == "fr" else "(n != 1)" for code in OTHERS}


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A folder for a catalogue of four texts."""
    (tmp_path / "sv.po").write_text(
        """
msgid ""
msgstr ""
"Language: sv\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Roll"
msgstr "Kasta"

msgid "{name} rolls"
msgstr "{namn} kastar"

msgid "one die"
msgid_plural "{count} dice"
msgstr[0] "en tärning"
msgstr[1] ""

msgid "Old"
msgstr "Gammal"
""",
        encoding="utf-8",
    )
    return tmp_path


def test_what_is_wrong_in_a_catalogue_is_told(damaged: Path) -> None:
    texts = [Text("Roll", "a"), Text("{name} rolls", "a"), Text("one die", "a", "{count} dice"), Text("New", "b")]
    assert problems("sv", damaged, texts=texts) == [
        "sv: 'New' is new; refresh the catalogues.",
        "sv: '{name} rolls': '{namn} kastar' has the places {namn}, it must have {name}.",
        "sv: 'one die' is not translated.",
        "sv: 'Old' is used nowhere; refresh the catalogues.",
    ]
    assert len(problems("sv", damaged, texts=texts, complete=False)) == 1


def test_texts_of_modules_are_found_where_they_stand() -> None:
    source = """
    // t("in a comment") is none
    el("p", { text: t("Your turn – {game}", { game: t('Yatzy') }), other: cat.t("not ours") });
    tn("one {what}", "{count} " + "dice", n, { what }); `${open ? t("Open") : tn("a", "b", 2)} ${{ a: 1 }}`;
    """
    found = [(one.text, one.many) for one in texts_of_module(source, "a.js")]
    assert found == [
        ("Your turn – {game}", ""), ("Yatzy", ""), ("one {what}", "{count} dice"), ("Open", ""), ("a", "b"),
    ]  # fmt: skip


@pytest.mark.parametrize("call", ["t(text)", "t(`Round ${n}`)", 'tn("one", many, 2)', "t(a ? 'b' : 'c')"])
def test_a_text_that_is_not_written_out_is_refused(call: str) -> None:
    with pytest.raises(SourceError, match=r"a\.js:1"):
        list(texts_of_module(call, "a.js"))


def test_modules_have_no_text_that_escapes_translation() -> None:
    """Text of elements and labels goes through t(); a string that reads like words is a slip."""
    slip = re.compile(r"""(?:\btext|title|"aria-label"|placeholder): ?(?:"([^"]+)"|`([^`$]+)`)""")
    found = []
    for path in sorted((PO.parents[1] / "static").rglob("*.js")):
        if "vendor" not in path.parts:
            for match in slip.finditer(path.read_text(encoding="utf-8")):
                if re.search(r"[a-z]{3}", match[1] or match[2]):
                    found.append(f"{path.name}: {match[0]}")
    assert found == []


def test_the_script_of_a_language_has_only_what_is_translated() -> None:
    script = catalogue("sv").script
    assert script.startswith('globalThis.fivediceCatalogue = {"texts":{')
    assert all(catalogue("sv").texts.values())


def test_refreshing_keeps_translations_and_changes_nothing_where_no_text_changed(damaged: Path) -> None:
    missing = refresh(damaged)
    assert missing["sv"] == missing["de"] - ("Roll" in {one.text for one in all_texts()})
    once = {path.name: path.read_bytes() for path in damaged.iterdir()}
    refresh(damaged)
    assert {path.name: path.read_bytes() for path in damaged.iterdir()} == once
    assert b"Gammal" not in once["sv.po"]
