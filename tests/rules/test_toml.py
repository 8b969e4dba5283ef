import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import RulesError, UnknownVariant
from fivedice.rules import VARIANTS, Category, Rules, variant
from fivedice.rules.classic import CLASSIC
from fivedice.rules.pattern import Groups
from fivedice.rules.toml import format_rules, load_rules, parse_rules
from tests.generators import KINDS, rules

YAHTZEE = variant("yahtzee")
GENEROUS = """
base = "yahtzee"
name = "generous"
upper_threshold = 60
full_house = 30          # a category with fixed points: new points
chance = "off"           # taken off the card

[categories.pair]        # a category that the base does not have, or one to replace
pattern = "groups 2"
points = "matching"
"""


@given(rules(spoken=True, kinds=KINDS))
def test_rules_are_read_back_as_written(game: Rules) -> None:
    assert parse_rules(format_rules(game)) == game


@pytest.mark.parametrize("name", VARIANTS)
def test_named_variants_are_read_back_as_written(name: str) -> None:
    assert parse_rules(format_rules(variant(name))) == variant(name)


@given(st.text(min_size=1, max_size=6), st.text(min_size=1, max_size=6))
def test_any_name_and_any_title_survive_a_file(name: str, title: str) -> None:
    game = Rules(name, (Category("pair", Groups((2,)), "sum", title=title),))
    assert parse_rules(format_rules(game)) == game


def test_a_file_with_a_base_lists_only_what_differs() -> None:
    expected = YAHTZEE.change({"upper_threshold": 60, "full_house": 30, "chance": "off"})
    pair = Category("pair", Groups((2,)), "matching")
    assert parse_rules(GENEROUS) == replace(expected, name="generous", categories=(*expected.categories, pair))


@given(st.sampled_from([game.name for game, _ in CLASSIC]), st.integers(0, 105), st.integers(0, 99), st.integers(1, 5))
def test_a_file_with_a_base_is_that_variant_changed(base: str, threshold: int, bonus: int, rolls: int) -> None:
    changes: dict[str, int | str] = {"upper_threshold": threshold, "upper_bonus": bonus, "rolls": rolls}
    text = f'base = "{base}"\nname = "x"\n' + "".join(f"{key} = {value}\n" for key, value in changes.items())
    found = parse_rules(text)
    assert found == replace(variant(base).change(changes), name="x")
    assert parse_rules(format_rules(found)) == found


def test_a_box_of_the_base_is_replaced_in_its_place() -> None:
    text = 'base = "yahtzee"\n[categories.full_house]\npattern = "groups 3+2"\npoints = "sum"\ncode = "FH"\n'
    found = parse_rules(text)
    assert list(found.index) == list(YAHTZEE.index)
    assert found.category("full_house").points == "sum"


def test_a_file_without_a_name_is_called_like_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "yatzy"\nupper_bonus = 35\n', encoding="utf-8")
    assert (load_rules(path).name, load_rules(path).upper_bonus) == ("mine", 35)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("upper_bonus = ", "the rules are not valid TOML"),
        ("", "the rules have neither a base variant nor categories"),
        ("upper_bonus = 35", "the rules have neither a base variant nor categories"),
        ('base = "yahtzee"\nhat = 3', "hat=3 is not known; it must be one of dice, faces"),
        ('base = "yahtzee"\nupper_bonus = 3.5', "upper_bonus=3.5 is not allowed; it must be a whole number"),
        ('base = "yahtzee"\nupper_bonus = true', "upper_bonus=True is not allowed"),
        ('base = "yahtzee"\nupper_threshold = -1', "upper_threshold=-1 is not allowed; it must be a whole number from"),
        ('base = "yahtzee"\ncategories = 3', "categories=3 is not allowed"),
        ('base = "yahtzee"\n[categories]\npair = 3', "categories.pair needs a pattern and points"),
        ('base = "yahtzee"\n[categories.pair]\npattern = "groups 2"', "categories.pair needs a pattern and points"),
        (
            'base = "yahtzee"\n[categories.pair]\npattern = "groups 2"\npoints = 5\ncolour = "red"',
            "categories.pair.colour='red' is not known; it must be pattern, points, section, title, code",
        ),
        (
            'base = "yahtzee"\n[categories.pair]\npattern = "groups 2"\npoints = 5.5',
            "categories.pair.points=5.5 is not allowed; it must be text, or a number for points",
        ),
        (
            'base = "yahtzee"\n[categories.pair]\npattern = 2\npoints = 5',
            "categories.pair.pattern=2 is not allowed",
        ),
        ('base = "yahtzee"\n[categories.pair]\npattern = "pair"\npoints = 5', "pattern='pair' is not a pattern"),
        ('dice = "5"\n[categories.chance]\npattern = "any"\npoints = "sum"', "dice='5' is not allowed"),
        (
            'joker = 3\n[categories.chance]\npattern = "any"\npoints = "sum"',
            "joker=3 is not allowed; it must be forced",
        ),
    ],
)
def test_a_mistake_in_a_file_names_the_key_the_value_and_what_is_allowed(text: str, words: str) -> None:
    with pytest.raises(RulesError, match=re.escape(words)):
        parse_rules(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('base = "yahtzee"\n\nupper_bonus = -3', "line 3: upper_bonus=-3 is not allowed"),
        ('base = "yahtzee"\nhat = 3', "line 2: hat=3 is not known"),
        ('base = "yahtzee"\nsaved_throws = "some"', "line 2: saved_throws=some is not allowed"),
        ('base = "yahtzee"\norder = "down"', "line 2: order='down' is not allowed; it must be free, fixed"),
        ('base = "yahtzee"\nupper_steps = [[63]]', "line 2: upper_steps=[[63]] is not allowed; it must be pairs"),
        ('base = "yahtzee"\nupper_steps = 3', "line 2: upper_steps=3 is not allowed; it must be pairs"),
        ('base = "yahtzee"\nface_probabilities = ["x"]', "line 2: face_probabilities=['x'] is not allowed"),
        ('base = "yahtzee"\nface_probabilities = [0.5]', "line 2: face_probabilities=0.5 is not allowed: there are 1"),
        ('base = "yahtzee"\ncolumns = [1]', "line 2: column 1: 1 is not allowed; it must be a table with name"),
        (
            'base = "yahtzee"\n[[columns]]\n[[columns]]\norder = "left"',
            "line 4: column 2: order='left' is not allowed; it must be free, down, up",
        ),
        (
            'base = "yahtzee"\n[[columns]]\nmultiplier = 1.5\n',
            "line 3: column 1: multiplier=1.5 is not allowed; it must be a whole number from 1 to 10",
        ),
        (
            'base = "yahtzee"\n[categories.pair]\npattern = "pair"\npoints = 5',
            "line 3: pair: pattern='pair' is not a pattern; it must be",
        ),
        (
            'base = "yahtzee"\n[categories.pair]\npattern = "groups 2"\npoints = "sum of dice"',
            "line 4: pair: points='sum of dice' is not allowed; it must be 'sum', 'matching', 0 to 1000 or a formula",
        ),
        (
            'base = "yahtzee"\n[categories.pair]\npattern = "groups 7"\npoints = 5',
            "line 2: pair: the pattern 'groups 7' never occurs",
        ),
        (
            'base = "yahtzee"\n[categories.order]\npattern = "any"\npoints = 5',
            "line 2: category 'order' has the name of a parameter",
        ),
        (
            'base = "yahtzee"\n[categories.pair]\npattern = "any"\npoints = 5\ncolour = "red"',
            "line 5: categories.pair.colour='red' is not known",
        ),
    ],
)
def test_a_mistake_in_a_file_names_its_line(text: str, words: str) -> None:
    with pytest.raises(RulesError) as raised:
        parse_rules(text)
    assert str(raised.value).startswith(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = " + "[" * 900, "the rules are nested too deep"),
        ("[" + "a." * 480 + "a]\n" + "a." * 480 + "a = 1", "the rules are nested too deep"),
        ('base = "yahtzee"\ndice = ' + "9" * 5000, "line 2: it has 5,007 characters; it must have at most 1,000."),
        ('base = "' + "y" * 100_000 + '"', "line 1: it has 100,009 characters"),
        ("\n" * 100_000, "the rules have 100,000 lines; they must have at most 2,000."),
    ],
)
def test_a_hostile_file_is_refused_in_one_short_sentence(text: str, words: str) -> None:
    with pytest.raises(RulesError) as raised:
        parse_rules(text)
    assert str(raised.value).startswith(words)
    assert len(str(raised.value)) < 200


def test_a_file_can_say_every_kind_of_game() -> None:
    text = """
    base = "yatzy"
    name = "all of it"
    saved_throws = "unlimited"
    upper_threshold = 0
    upper_bonus = 0
    upper_steps = [[50, 20], [63, 50]]
    face_probabilities = [0.1, 0.1, 0.2, 0.2, 0.2, 0.2]
    [[columns]]
    name = "down"
    order = "down"
    [[columns]]
    multiplier = 2
    [categories.chance]
    code = "C"
    pattern = "sum >= 20"
    points = "40 if served else sum"
    """
    game = parse_rules(text)
    assert (game.turns, game.most_saved, game.upper_cap, game.has_served) == (30, 58, 63, True)
    assert [one.name for one in game.columns] == ["down", "2"]
    assert parse_rules(format_rules(game)) == game


def test_an_unknown_base_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownVariant, match=r"variant 'poker' is not known; it must be one of yahtzee, "):
        parse_rules('base = "poker"')


def test_a_file_that_cannot_be_read_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="cannot be read: No such file"):
        load_rules(tmp_path / "none.toml")
    with pytest.raises(RulesError, match="cannot be read: Is a directory"):
        load_rules(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesError, match="cannot be read: it is not UTF-8 text"):
        load_rules(tmp_path / "binary.toml")
