import csv
import io
import json
from pathlib import Path

import pytest

from fivedice.rules import variant
from fivedice.table.game import Game
from fivedice.table.record import format_record, record_of
from fivedice.table.store import Store
from tests.cli.test_mistakes import assert_one_sentence
from tests.command import fivedice
from tests.tables import played, table

GAME = played(table(variant("yahtzee")))


@pytest.fixture
def filled(database: str) -> str:
    """A database with a finished game and one under way."""
    with Store(database) as store:
        store.create(GAME)
        store.create(Game.begin(variant("yacht"), table(variant("yacht")).seats, id="under-way"))
    return database


def test_games_are_listed(filled: str) -> None:
    lines = fivedice("games", "--database", filled).out.splitlines()
    assert lines[0].split() == ["Game", "Begun", "(UTC)", "Variant", "Players"]
    assert lines[1].startswith("under-way")
    assert lines[1].rstrip().endswith("Ann, Ben (not over)")
    people = ", ".join(f"{seat.name} {total}" for seat, total in zip(GAME.seats, GAME.totals, strict=True))
    assert lines[2].split("  ")[-1].strip() == people
    assert fivedice("games", "list", "--database", filled, "--variant", "yacht").out.count("\n") == 2
    assert fivedice("games", "--limit", "1", "--database", filled).out.count("\n") == 2


def test_machines_get_a_list(filled: str) -> None:
    rows = json.loads(fivedice("games", "--json", "--player", GAME.seats[0].name, "--database", filled).out)
    assert [row["id"] for row in rows] == [GAME.id]
    assert [seat["score"] for seat in rows[0]["seats"]] == list(GAME.totals)


def test_whoever_was_coached_is_marked_in_the_list(database: str) -> None:
    game = table(variant("yacht"))
    with Store(database) as store:
        store.create(game.after(*game.coach(1)))
    assert "Ann, Ben (coached) (not over)" in fivedice("games", "--database", database).out
    (row,) = json.loads(fivedice("games", "--json", "--database", database).out)
    assert [seat["coached"] for seat in row["seats"]] == [False, True]


def test_an_empty_database_says_so(database: str) -> None:
    assert fivedice("games", "--database", database).out == "No games yet.\n"


def test_what_is_exported_can_be_verified_and_imported_elsewhere(filled: str, tmp_path: Path) -> None:
    outcome = fivedice("games", "export", GAME.id, "--database", filled)
    assert outcome.out == format_record(record_of(GAME))
    file, other = tmp_path / "game.json", str(tmp_path / "other.sqlite")
    file.write_text(outcome.out, encoding="utf-8")
    assert fivedice("verify", str(file)).code == 0
    assert fivedice("games", "import", str(file), "--database", other).out == "1 game taken in: thegame.\n"
    assert fivedice("games", "export", GAME.id, "--database", other).out == outcome.out
    assert_one_sentence(
        fivedice("games", "import", str(file), "--database", other),
        f"file {str(file)!r}: game 'thegame' is in the database",
    )


def test_decisions_are_exported_as_one_table(filled: str) -> None:
    text = fivedice("games", "export", GAME.id, GAME.id, "--csv", "--database", filled).out
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len([row for row in rows if row["kind"] == "category"]) == 2 * 2 * 13


def test_a_record_that_is_not_sound_is_not_imported(database: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(format_record(record_of(GAME)).replace('"score": ', '"score": 1'), encoding="utf-8")
    words = f"file {str(file)!r}: game 'thegame' is not taken in, because its record is not sound: The scores are "
    assert_one_sentence(fivedice("games", "import", str(file), "--database", database), words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sell",), "games 'sell' is not known; it must be one of list, export, import, delete, names, release."),
        (("export",), "games export takes the ids of games behind it."),
        (("import",), "games import takes the names of files behind it."),
        (("delete",), "games delete takes ids of games or days behind it."),
        (("delete", "none"), "game 'none' is not in the database."),
        (("list", "--keep-days", "1"), "--keep-days and --keep-unfinished-days are for games delete."),
        (("list", "x"), "games list takes nothing behind it."),
        (("release",), "games release takes names of players behind it."),
        (("release", "Ann"), "name 'Ann' belongs to nobody; `fivedice games names` lists them."),
        (("export", "none"), "game 'none' is not in the database; `fivedice games` lists them."),
        (("import", "none.json"), "the record 'none.json' cannot be read: No such file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_wrong_request_gets_one_sentence(database: str, arguments: tuple[str, ...], words: str) -> None:
    assert_one_sentence(fivedice("games", *arguments, "--database", database), words)


def test_games_are_deleted_by_id_and_by_age(filled: str) -> None:
    assert fivedice("games", "delete", "--keep-days", "1", "--database", filled).out == "0 games deleted.\n"
    assert fivedice("games", "delete", "under-way", "--database", filled).out == "1 game deleted.\n"
    assert "under-way" not in fivedice("games", "--database", filled).out


def test_names_are_listed_and_released(database: str) -> None:
    assert fivedice("games", "names", "--database", database).out == "No names yet.\n"
    with Store(database) as store:
        store.use_names(["Ann", "Ben"], "a" * 32)
    lines = fivedice("games", "names", "--database", database).out.splitlines()
    assert lines[0].split() == ["Name", "Since", "Last", "used", "Devices"]
    assert fivedice("games", "release", "ANN", "--database", database).out == "1 name released.\n"
    (row,) = json.loads(fivedice("games", "names", "--json", "--database", database).out)
    assert (row["name"], row["devices"]) == ("Ben", 1)
