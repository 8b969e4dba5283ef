import json
from pathlib import Path

from fivedice.rules import variant
from fivedice.table.record import format_record, record_of
from tests.cli.test_mistakes import assert_one_sentence
from tests.command import fivedice
from tests.tables import played, table

RECORD = format_record(record_of(played(table(variant("yahtzee")))))


def write(folder: Path, text: str) -> str:
    path = folder / "game.json"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_sound_game_is_said_to_be_sound(tmp_path: Path) -> None:
    outcome = fivedice("verify", write(tmp_path, RECORD))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.count("  ok     ") == 5
    assert "Game thegame is sound" in outcome.out
    assert "WRONG" not in outcome.out


def test_a_changed_game_is_found_out_with_exit_code_1(tmp_path: Path) -> None:
    first = RECORD.index('"dice": [') + len('"dice": [')
    changed = RECORD[:first] + str(int(RECORD[first]) % 6 + 1) + RECORD[first + 1 :]
    outcome = fivedice("verify", write(tmp_path, changed))
    assert (outcome.code, outcome.err) == (1, "")
    assert "  WRONG  Event 1, Ann in turn 1, roll 1: the dice at the positions [0] are not those" in outcome.out
    assert outcome.out.endswith("Game thegame is not sound.\n")


def test_machines_get_the_same(tmp_path: Path) -> None:
    outcome = fivedice("verify", "--json", write(tmp_path, RECORD))
    found = json.loads(outcome.out)
    assert (found["sound"], found["faults"], found["game"]) == (True, [], "thegame")
    assert found["commitment"] == json.loads(RECORD)["commitment"]
    unsound = fivedice("verify", "--json", write(tmp_path, RECORD.replace('"score": ', '"score": 1')))
    assert unsound.code == 1
    assert json.loads(unsound.out)["faults"][0].startswith("The scores are Ann")


def test_what_is_no_record_gets_one_sentence(tmp_path: Path) -> None:
    words = f"file {str(tmp_path / 'game.json')!r}: the document is not the record of a game"
    assert_one_sentence(fivedice("verify", write(tmp_path, "{}")), words)
    assert_one_sentence(fivedice("verify", str(tmp_path / "none.json")), "the record '")
