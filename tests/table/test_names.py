import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fivedice.errors import NotationError
from fivedice.table.lookalike import name_key, name_keys, skeleton
from fivedice.table.names import LONGEST, check_different, checked_name, keys_of, recorded_name, unused_name
from tests.generators import examples


@pytest.mark.parametrize(
    ("typed", "name"),
    [("Ann", "Ann"), ("  Ann\t", "Ann"), ("Ann  Lee", "Ann Lee"), ("Zoe\u0308", "Zoë"), ("<b>&amp;", "<b>&amp;")],
)
def test_a_name_is_trimmed_and_otherwise_left_as_it_is(typed: str, name: str) -> None:
    assert checked_name(typed) == name


WELCOME = [
    "مریم\u200cگلی", "👩\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "👩🏽\u200d⚕\ufe0f", "1\ufe0f\u20e3", "🎲",
    "Łukasz", "Nguyễn Thị Ánh", "張偉", "葛\U000e0100城", "ශ්\u200dරී", "क्\u200dष", "דָּוִיד", "김민준", "O'Brien", '"x"',
]  # fmt: skip


@pytest.mark.parametrize("name", WELCOME)
def test_names_of_all_the_world_are_welcome(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\u200d",
        "\u0301",
        "A\nB",
        "A\x00B",
        "A\x1b[31m",
        "\u202eevil",
        "A\u2028B",
        "A\ud800",
        ".",
        "..",
        "x" * 25,
    ],
)
def test_names_that_cannot_be_shown_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"^name .* it must .*\.$"):
        checked_name(text)


@given(st.text(max_size=30))
def test_a_checked_name_is_short_and_passes_again(text: str) -> None:
    try:
        name = checked_name(text)
    except NotationError:
        return
    assert 1 <= len(name) <= LONGEST
    assert checked_name(name) == name
    name.encode()


@pytest.mark.parametrize("other", ["ann", "ANN", "Ａｎｎ"])
def test_two_spellings_of_one_name_are_not_different(other: str) -> None:
    assert name_key("Ann") == name_key(other)
    with pytest.raises(NotationError, match="is taken at this table"):
        check_different(["Ann", "Ben", other])


@example("X" * 23 + "  ", 2)
@given(st.text("abc X", min_size=1, max_size=40).filter(str.strip), st.integers(1, 30))
def test_everybody_without_a_name_gets_another_that_can_be_had(name: str, count: int) -> None:
    taken: set[str] = set()
    for _ in range(count):
        found = checked_name(unused_name(checked_name(name[:LONGEST]) + name[LONGEST:], taken))
        assert name_keys(found).isdisjoint(taken)
        taken |= keys_of([found])


def test_a_long_name_loses_whole_words() -> None:
    assert unused_name("Forced scoring one reroll", ()) == "Forced scoring one"
    assert unused_name("Forced scoring one reroll", {"forced scoring one"}) == "Forced scoring one 2"
    assert unused_name("x" * 30, {"x" * 24}) == "x" * 22 + " 2"


# ---------------------------------------------------------------------------------------------------- look-alikes


@pytest.mark.parametrize(
    "name",
    [
        "An\u200dn",  # a joiner that joins nothing
        "Ann\u200c",
        "Ann\ufe0f",
        "A\u034fnn",
        "\u3164",  # Hangul fillers
        "Ann\uffa0",
        "\u1160Ann",
        "\u2800",  # braille without a dot
        "Ann\u2800",
        "A" + "\u0301\u0302\u0303\u0304\u0305nn",
        "A\u20dd\u20ddnn",
    ],
)
def test_unseen_characters_and_piles_of_marks_are_refused(name: str) -> None:
    with pytest.raises(NotationError, match=r"^name .* it must .*\.$"):
        checked_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "\u0410nn"),  # Cyrillic
        ("Ann", "\u0391nn"),  # Greek
        ("Alex", "AIex"),
        ("alex", "AIex"),
        ("Ann", "A\u039dN"),  # Greek, whose small letter looks otherwise
        ("lina", "Iina"),
        ("Bob", "B0b"),
        ("Player 1", "Player l"),
        ("Cormac", "Corrnac"),
        ("Ann", "𝒜𝓃𝓃"),
        ("ΝΙΚΟΣ", "νικος"),
        ("क्ष", "क्\u200dष"),
    ],
)
def test_names_that_look_alike_are_not_different(one: str, other: str) -> None:
    assert not name_keys(one).isdisjoint(name_keys(other))
    with pytest.raises(NotationError, match="looks like one that is"):
        check_different([one, other])


@pytest.mark.parametrize(
    ("one", "other"), [("Iina", "Lina"), ("Ella", "Elia"), ("Zoe", "Zoë"), ("Ann", "Anna"), ("Vina", "Nina")]
)
def test_other_names_are_different(one: str, other: str) -> None:
    check_different([one, other])


@examples(40)
@given(st.text(max_size=12))
def test_a_skeleton_is_its_own_skeleton(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


def test_records_keep_names_that_are_refused_today() -> None:
    assert recorded_name("An\u200dn") == "An\u200dn"
    check_different(["Ann", "\u0410nn"], recorded=True)
