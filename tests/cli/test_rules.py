import json
from pathlib import Path

import pytest

from fivedice.rules import VARIANTS, variant
from fivedice.rules.toml import parse_rules
from tests.command import fivedice


def test_variants_as_json_are_the_named_ones() -> None:
    outcome = fivedice("variants", "--json")
    assert outcome.code == 0
    found = json.loads(outcome.out)
    assert [one["variant"] for one in found] == list(VARIANTS)
    for one in found:
        game, summary = VARIANTS[one["variant"]]
        expected = {"variant": game.name, "summary": summary, "digest": game.digest, "categories": game.turns}
        assert one == expected


def test_variants_for_people_name_each_one() -> None:
    outcome = fivedice("variants")
    assert [line.split()[0] for line in outcome.out.splitlines() if line[0] not in " V"] == list(VARIANTS)


@pytest.mark.parametrize("name", VARIANTS)
def test_rules_as_json_say_everything(name: str) -> None:
    game = variant(name)
    found = json.loads(fivedice("rules", name, "--json").out)
    boxes = found.pop("categories")
    assert found == {
        "variant": name,
        "digest": game.digest,
        "dice": game.dice,
        "faces": 6,
        "rolls": game.rolls,
        "upper_threshold": game.upper_threshold,
        "upper_bonus": game.upper_bonus,
        "yahtzee_bonus": game.yahtzee_bonus,
        "joker": game.joker,
        "saved_throws": game.saved_throws,
        "order": game.order,
        "upper_steps": [],
        "face_probabilities": [],
        "columns": [vars(column) for column in game.columns],
    }
    keys = ["name", "title", "code", "section", "pattern", "points"]
    assert [list(box) for box in boxes] == [keys] * len(game.boxes)
    assert [box["name"] for box in boxes] == [box.name for box in game.boxes]
    assert [box["points"] for box in boxes] == [box.points for box in game.boxes]


@pytest.mark.parametrize("name", VARIANTS)
def test_rules_as_toml_are_a_file_for_the_rules_option(name: str) -> None:
    assert parse_rules(fivedice("rules", name, "--toml").out) == variant(name)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("maxi-yatzy-saved", ["Rolls that you do not use are saved", "Upper bonus: 100 points"]),
        (
            "yahtzee-triple",
            ["The card has 3 columns", "Column triple counts 3 times.", "counted as often as the column"],
        ),
        ("yatzy-fixed-order", ["The boxes are filled from top to bottom."]),
        ("generala", ["A roll is served while no die was thrown again in the turn.", "45 if served else 40"]),
    ],
)
def test_rules_of_every_kind_are_said_in_plain_words(name: str, words: list[str]) -> None:
    out = " ".join(fivedice("rules", name).out.split())
    for part in words:
        assert part in out


def test_one_word_sets_saved_throws_order_and_columns() -> None:
    for setting in ("saved_throws=unlimited", "saved_throws=3", "order=fixed", "columns=4"):
        out = fivedice("rules", "yacht", "--set", setting, "--toml").out
        key, _, value = setting.partition("=")
        assert parse_rules(out) == variant("yacht").change({key: value})
        assert parse_rules(out).name == f"yacht ({setting})"


def test_settings_show_in_the_printed_rules() -> None:
    out = fivedice("rules", "yahtzee", "--set", "upper_threshold=84", "--set", "full_house=30", "--toml").out
    assert parse_rules(out) == variant("yahtzee").change({"upper_threshold": 84, "full_house": 30})


@pytest.mark.parametrize("verb", ["rules", "solve"])
def test_brackets_in_names_and_titles_are_printed_as_they_are(verb: str, tmp_path: Path) -> None:
    path = tmp_path / "brackets.toml"
    path.write_text(
        'name = "[/b] [red]"\ndice = 1\n[categories.chance]\ntitle = "[/i]"\npattern = "any"\npoints = "sum"\n',
        encoding="utf-8",
    )
    outcome = fivedice(verb, "--rules", str(path))
    assert (outcome.code, outcome.err.strip()) == (0, "")
    assert "[/b] [red]" in outcome.out
    assert verb == "solve" or "[/i]" in outcome.out


def test_rules_for_people_name_every_box_and_bonus() -> None:
    out = fivedice("rules").out
    assert all(box.title in out and box.name in out for box in variant("yahtzee").categories)
    assert "5 dice with 6 faces, 3 rolls a turn" in out
    assert "Upper bonus: 35 points if the boxes of the upper section add up to 63 or more." in " ".join(out.split())
    assert "are a joker" in out
