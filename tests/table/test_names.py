import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fivedice.errors import NotationError
from fivedice.table.names import LONGEST, check_different, checked_name, name_key, unused_name


@pytest.mark.parametrize(
    ("typed", "name"),
    [("Ann", "Ann"), ("  Ann\t", "Ann"), ("Ann  Lee", "Ann Lee"), ("Zoe\u0308", "Zoë"), ("<b>&amp;", "<b>&amp;")],
)
def test_a_name_is_trimmed_and_otherwise_left_as_it_is(typed: str, name: str) -> None:
    assert checked_name(typed) == name


@pytest.mark.parametrize("name", ["مریم‌گلی", "👩\u200d👩\u200d👧", "🎲", "Łukasz", "張偉", "O'Brien", '"x"'])
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
        assert name_key(found) not in taken
        taken.add(name_key(found))


def test_a_long_name_loses_whole_words() -> None:
    assert unused_name("Forced scoring one reroll", ()) == "Forced scoring one"
    assert unused_name("Forced scoring one reroll", {"forced scoring one"}) == "Forced scoring one 2"
    assert unused_name("x" * 30, {"x" * 24}) == "x" * 22 + " 2"
