import csv
import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fivedice.errors import FivediceError, RecordError
from fivedice.rules import variant
from fivedice.table.dice import die
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.record import (
    decisions_csv,
    format_record,
    load_record,
    parse_record,
    record_json,
    record_of,
)
from fivedice.table.verify import verify
from tests.generators import examples
from tests.tables import SEED, finished, played, table

YAHTZEE = variant("yahtzee")
GAME = played(table(YAHTZEE, 3, physical=(2,)))


def document(game: Game = GAME) -> dict[str, Any]:
    """A record that can be tampered with."""
    copy: dict[str, Any] = json.loads(format_record(record_of(game)))
    return copy


def faults(changed: dict[str, Any]) -> tuple[str, ...]:
    """What verify says about a document."""
    found = verify(parse_record(json.dumps(changed)))
    assert found.sound == (not found.faults)
    return found.faults


@examples(100)
@given(finished())
def test_a_record_is_read_as_it_was_written_and_tells_the_whole_game(game: Game) -> None:
    record = record_of(game)
    again = parse_record(format_record(record))
    assert again == record
    assert again.game == game
    assert json.loads(format_record(record)) == record_json(record)


@examples(100)
@given(finished())
def test_the_record_of_a_game_that_was_played_is_sound(game: Game) -> None:
    found = verify(record_of(game))
    assert (found.sound, found.faults) == (True, ())


def test_a_sound_record_says_what_was_checked() -> None:
    found = verify(record_of(GAME)).checked
    assert len(found) == 6
    assert found[0] == f"The seed fits the commitment {GAME.commitment}."
    assert "are those that the seed gives." in found[2]
    assert "were rolled by hand and typed: they cannot be checked." in found[3]


def test_a_record_has_an_event_a_line_and_the_seed_only_when_the_game_is_over() -> None:
    text = format_record(record_of(GAME))
    assert text.count("\n") > len(GAME.log)
    assert document()["seed"] == SEED.hex()
    unfinished = Game.replay(GAME.log[:20], SEED)
    text = format_record(record_of(unfinished))
    assert SEED.hex() not in text
    assert parse_record(text) == record_of(unfinished)


def test_a_game_that_is_not_over_cannot_be_verified_yet() -> None:
    found = verify(record_of(Game.replay(GAME.log[:20], SEED)))
    assert (found.sound, found.verdict, found.faults) == (False, "unfinished", ())
    assert "unfinished" in found.headline()


@examples(60)
@given(st.data())
def test_any_other_die_is_found(data: st.DataObject) -> None:
    game = data.draw(finished(by_hand=False))
    changed = document(game)
    throw = data.draw(st.sampled_from([one for one in changed["events"] if one["event"] == "thrown"]))
    place = data.draw(st.integers(0, game.rules.dice - 1))
    others = [face for face in range(1, game.rules.faces + 1) if face != throw["dice"][place]]
    throw["dice"][place] = data.draw(st.sampled_from(others))
    assert faults(changed)


@examples(60)
@given(st.data())
def test_other_held_dice_are_found_unless_the_dice_fell_alike(data: st.DataObject) -> None:
    game = data.draw(finished(by_hand=False))
    changed = document(game)
    events = [one for one in changed["events"] if one["event"] != "renamed"]
    later = [place for place, one in enumerate(events) if one["event"] == "thrown" and one["throw"] > 0]
    assume(later)
    at = data.draw(st.sampled_from(later))
    throw, before = events[at], events[at - 1]
    place = data.draw(st.integers(0, game.rules.dice - 1))
    if place in throw["held"]:
        rolled = die(SEED, throw["seat"], throw["turn"], throw["throw"], place, game.rules.faces)
        assume(rolled != throw["dice"][place])
        throw["held"].remove(place)
    else:
        assume(before["dice"][place] != throw["dice"][place])
        throw["held"] = sorted([*throw["held"], place])
    assert faults(changed)


@examples(60)
@given(st.data())
def test_any_other_points_are_found(data: st.DataObject) -> None:
    changed = document(data.draw(finished()))
    kind = data.draw(st.sampled_from(("points", "bonus", "score")))
    if kind == "score":
        score = data.draw(st.sampled_from(changed["scores"]))
        score["score"] += data.draw(st.sampled_from((-1, 1, 50)))
    else:
        filled = data.draw(st.sampled_from([one for one in changed["events"] if one["event"] == "filled"]))
        filled[kind] += data.draw(st.integers(1, 50))
    assert faults(changed)


@examples(40)
@given(finished(by_hand=False), st.integers(0, 63), st.integers(1, 15))
def test_any_other_seed_is_found(game: Game, place: int, by: int) -> None:
    changed = document(game)
    digit = f"{int(changed['seed'][place], 16) ^ by:x}"
    changed["seed"] = changed["seed"][:place] + digit + changed["seed"][place + 1 :]
    assert faults(changed) == ("The seed does not fit the commitment, so that the dice cannot be checked.",)


@examples(60)
@given(st.data())
def test_a_box_that_is_left_out_and_a_decision_that_is_told_twice_are_found(data: st.DataObject) -> None:
    changed = document(data.draw(finished(by_hand=False)))
    real = [place for place, one in enumerate(changed["events"]) if one["event"] != "renamed"]
    at = data.draw(st.sampled_from(real))
    if changed["events"][at]["event"] == "filled" and data.draw(st.booleans()):
        del changed["events"][at]
    else:
        changed["events"].insert(at, changed["events"][at])
    assert faults(changed)


OTHERS: dict[str, tuple[dict[str, Any], str]] = {
    "another commitment": ({"commitment": "0" * 64}, "The seed does not fit the commitment"),
    "no commitment": ({"commitment": None}, "The seed does not fit the commitment"),
    "no seed": ({"seed": None}, "a seed is revealed if, and only if, the game has a commitment"),
    "a seed that is none": ({"seed": "abc"}, "Seed 'abc' is not made of 64 hexadecimal digits"),
    "other rules": ({"rules": document()["rules"].replace("35", "36")}, "The rules have the digest"),
    "another digest": ({"digest": "0" * 16}, "The rules have the digest"),
    "another variant": ({"variant": "yatzy"}, "The variant is called 'yatzy', but the rules are those of 'yahtzee'."),
    "no scores": ({"scores": []}, "not missing."),
    "not over": ({"ended": None, "seed": None}, "Every box is filled, but the seed is not revealed"),
}


@pytest.mark.parametrize(("change", "words"), OTHERS.values(), ids=OTHERS.keys())
def test_everything_else_that_does_not_fit_is_found(change: dict[str, Any], words: str) -> None:
    found = faults({**document(), **change})
    assert any(words in sentence for sentence in found), found


def test_a_fault_says_where_it_is() -> None:
    changed = document(table_of_one := played(table(YAHTZEE, 1)))
    first = next(one for one in changed["events"] if one["event"] == "thrown")
    due = "".join(map(str, first["dice"]))
    first["dice"][2] = first["dice"][2] % 6 + 1
    number = 1 + changed["events"].index(first)
    assert table_of_one.seats[0].name.startswith("Ann")
    words = f"Event {number}, Ann in turn 1, roll 1: the dice at the positions [2] are not those that the seed gives"
    assert faults(changed)[0] == f"{words}: it gives {due}."


UNREADABLE: dict[str, str] = {
    "nothing": "",
    "no JSON": "{",
    "a list": "[]",
    "another program's": '{"format": 1, "made_by": "somebody"}',
    "a later format": '{"format": 2, "made_by": "fivedice"}',
    "half a record": '{"format": 1, "made_by": "fivedice"}',
    "too much": json.dumps({**document(), "more": 1}),
    "no events": json.dumps({**document(), "events": {}}),
    "other events": json.dumps({**document(), "events": [1]}),
    "scores without names": json.dumps({**document(), "scores": [1]}),
    "half a score": json.dumps({**document(), "scores": [{"name": "Ann", "score": 1.5}]}),
    "an early seed": json.dumps({**document(), "ended": None}),
    "too deep": "[" * 100_000,
    "too long": " " * 4_000_001,
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_is_no_record_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(RecordError, match=r"\.$"):
        parse_record(text)


@examples(200)
@given(st.integers(0, 10**9))
def test_a_damaged_record_gets_a_sentence_or_a_verdict(number: int) -> None:
    random, text = Random(number), format_record(record_of(GAME))
    at = random.randrange(len(text))
    damaged = text[:at] + random.choice(["", "0", "9", '"', "]", "null"]) + text[at + 1 :]
    try:
        sentences = verify(parse_record(damaged)).faults
    except FivediceError as error:
        sentences = (str(error),)
    assert all(sentence.endswith(".") for sentence in sentences)


def test_a_file_that_is_not_there_or_no_text_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        load_record(tmp_path / "none.json")
    (tmp_path / "some.json").write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match="it is not UTF-8 text"):
        load_record(tmp_path / "some.json")


def test_decisions_are_a_table_with_a_row_each() -> None:
    rows = list(csv.DictReader(io.StringIO(decisions_csv(GAME))))
    assert len([row for row in rows if row["kind"] == "category"]) == 3 * YAHTZEE.turns
    for number, total in enumerate(GAME.totals, 1):
        scored = [row for row in rows if row["seat"] == str(number) and row["points"]]
        earned = sum(int(row["points"]) + int(row["bonus"]) for row in scored)
        assert earned + GAME.cards[number - 1].upper_bonus(YAHTZEE) == total
    assert {row["regret"] for row in rows} == {""}


@pytest.mark.parametrize("name", ["=1+1", "+A1", "-A1", "@x"])
def test_a_spreadsheet_takes_no_name_for_a_formula(name: str) -> None:
    game = played(Game.begin(YAHTZEE, [Seat(name)], seed=SEED), 3)
    names = {row["name"] for row in csv.DictReader(io.StringIO(decisions_csv(game)))}
    assert all(not one.startswith(tuple("=+-@")) for one in names)
