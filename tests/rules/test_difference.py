"""Rules as their differences from a variant, and as controls."""

from hypothesis import given
from hypothesis import strategies as st

from fivedice.rules import VARIANTS, Rules, variant
from fivedice.rules.controls import box_controls, parameter_controls
from fivedice.rules.difference import format_difference
from fivedice.rules.toml import parse_rules
from tests.generators import KINDS, examples, rules

BASES = sorted(VARIANTS)


@given(rules(spoken=True, kinds=KINDS), st.sampled_from(BASES))
@examples(60)
def test_any_rules_come_back_from_their_differences(game: Rules, base: str) -> None:
    assert parse_rules(format_difference(game, base)) == game


@given(st.data(), st.sampled_from(BASES))
@examples(60)
def test_differences_name_only_what_differs(data: st.DataObject, base: str) -> None:
    start = variant(base)
    key = data.draw(st.sampled_from(("rolls", "yahtzee_bonus", *(one.name for one in start.boxes if one.is_fixed))))
    points = {one.name: one.points for one in start.boxes}
    now = int(points[key] if key in points else getattr(start, key))
    if key == "yahtzee_bonus" and not start.yahtzees:
        return
    game = start.change({key: now + 1})
    text = format_difference(game, base)
    assert text.splitlines()[2:] == [f"{key} = {now + 1}"]
    assert parse_rules(text) == game


def test_an_unknown_base_is_answered_with_the_whole_file() -> None:
    game = variant("yatzy")
    assert "base" not in format_difference(game, "nothing")
    assert parse_rules(format_difference(game, "nothing")) == game


@given(rules(kinds=KINDS))
@examples(60)
def test_every_control_shows_a_value_within_its_limits(game: Rules) -> None:
    for one in parameter_controls(game, variant("yahtzee")):
        if one["kind"] == "number" and isinstance(one["value"], int):
            assert one["least"] <= one["value"] <= one["high"] <= one["most"]
        if one["kind"] == "word":
            assert one["value"] in one["options"]


def test_a_box_that_is_off_stands_where_it_would_be_on() -> None:
    base = variant("yahtzee")
    found = box_controls(base.change({"full_house": "off", "ones": "off"}), base)
    assert [one["key"] for one in found] == [one.name for one in base.boxes]
    assert [one["key"] for one in found if not one["on"]] == ["ones", "full_house"]
