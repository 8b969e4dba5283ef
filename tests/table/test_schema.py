import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from fivedice.errors import StoreError
from fivedice.rules import variant
from fivedice.table import schema
from fivedice.table.database import default_database
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.store import Store
from tests.tables import SEED, named, played, table

YAHTZEE = variant("yahtzee")


def test_a_database_of_a_newer_fivedice_is_refused(database: str) -> None:
    with Store(database) as store, store.engine.begin() as connection:
        connection.execute(schema.schema.update().values(version=schema.VERSION + 1))
    with pytest.raises(StoreError, match=r"is of schema 5, but this fivedice knows 4; use .*\.$"):
        Store(database)


TO_SCHEMA_3 = (
    "DROP INDEX seats_by_list",
    "ALTER TABLE seats DROP COLUMN list",
    "UPDATE schema SET version = 3",
)
TO_SCHEMA_1 = (
    *TO_SCHEMA_3,
    "ALTER TABLE seats DROP COLUMN coached",
    "ALTER TABLE games RENAME COLUMN settings TO options",
    "ALTER TABLE games ADD COLUMN rules_toml TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE games ADD COLUMN commitment VARCHAR(64)",
    "ALTER TABLE reviews ADD COLUMN score INTEGER NOT NULL DEFAULT 0",
    "UPDATE schema SET version = 1",
)


def test_games_in_a_database_of_an_earlier_fivedice_go_on(database: str) -> None:
    game, old = table(YAHTZEE), named(1, "Ann")
    with Store(database) as store, store.engine.begin() as connection:
        for statement in TO_SCHEMA_1:
            connection.exec_driver_sql(statement)
        columns = {"id": "x", "variant": "yahtzee", "digest": "", "created": "", "rules_toml": "", "options": "{}"}
        names, values = ", ".join(columns), ", ".join(f"'{one}'" for one in columns.values())
        connection.exec_driver_sql(f"INSERT INTO games ({names}) VALUES ({values})")
        connection.exec_driver_sql("INSERT INTO events (game, number, at, event) VALUES ('x', 0, '', '{}')")
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: Store(database), range(4)))
    for number, store in enumerate(stores):
        assert {row.id for row in store.games()} == ({"x", "g1", "thegame"} if number else {"x"})
        if not number:
            store.create(old)
            store.create(game)
            store.append(game, game.coach(0))
        store.close()


def test_seeds_of_an_earlier_fivedice_are_sealed_once_and_its_games_go_on(database: str) -> None:
    game, over = table(YAHTZEE), named(1, "Ann")
    with Store(database) as store:
        store.create(game)
        store.create(over)
        with store.engine.begin() as connection:
            connection.execute(schema.games.update().values(seed=SEED))
            for statement in (*TO_SCHEMA_3, "UPDATE schema SET version = 2"):
                connection.exec_driver_sql(statement)
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: Store(database), range(4)))
    for store in stores:
        assert (store.load(game.id), store.load(over.id)) == (game, over)
        with store.engine.connect() as connection:
            found = connection.execute(sa.select(schema.games.c.id, schema.games.c.seed)).all()
        seeds = {row.id: row.seed for row in found}
        assert (len(seeds[game.id]), seeds[over.id]) == (48, None)
        assert SEED not in seeds[game.id]
        store.close()


def test_players_and_scores_of_an_earlier_fivedice_are_found_as_those_of_today(database: str) -> None:
    ended, under_way = named(1, "\u0410nn", robot=True), table(YAHTZEE)  # the first letter is Cyrillic
    typed = played(Game.begin(YAHTZEE, [Seat("Ann", physical=True)], id="typed"))
    with Store(database) as store:
        for game in (ended, under_way, typed):
            store.create(game)
        with store.engine.begin() as connection:
            connection.execute(schema.seats.update().values(player=sa.func.lower(schema.seats.c.name)))
            for statement in TO_SCHEMA_3:
                connection.exec_driver_sql(statement)
    with Store(database) as store:
        assert [row.list for row in store.player("Ann")] == ["person"]
        assert [row.list for row in store.player(typed.seats[0].name)] == ["real"]
        assert [row.game for row in store.high_scores("yahtzee", "robot")] == [ended.id]


def test_a_database_can_be_opened_by_many_at_once(database: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        for store in pool.map(lambda _: Store(database), range(6)):
            assert store.games() == []
            store.close()


def test_sqlite_is_opened_for_many_readers_and_one_writer(tmp_path: Path) -> None:
    with Store(tmp_path / "folder" / "games.sqlite") as store, store.engine.connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 20000}


def test_a_reader_does_not_wait_for_a_writer(store: Store) -> None:
    game = table(YAHTZEE)
    store.create(game)
    with store.engine.begin() as connection:
        connection.execute(schema.games.update().values(variant="changed"))
        assert store.games()[0].variant == "yahtzee"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mysql://me@host/games", "the database 'mysql' is not supported"),
        ("sqlite://", "in memory would lose every game"),
        ("sqlite:///:memory:", "in memory would lose every game"),
        (":memory:", "in memory would lose every game"),
        ("sqlite:///x.sqlite?timeout=long", "cannot be opened: "),
        ("://", "the database URL cannot be read"),
        ("postgresql://me:secret@host:port/games", "the database URL cannot be read"),
        ("postgresql://me:secret@127.0.0.1:1/games", "cannot be opened: "),
    ],
)
def test_a_database_that_cannot_be_had_gets_a_sentence_without_its_password(
    text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match=r"\.$") as refused:
        Store(text)
    assert words in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_server_that_is_not_there_gets_one_sentence_that_says_what_to_do() -> None:
    with pytest.raises(StoreError) as refused:
        Store("postgresql://me:secret@127.0.0.1:1/games")
    words = "the database 'postgresql://me:***@127.0.0.1:1/games' cannot be opened: "
    assert str(refused.value).startswith(words)
    assert str(refused.value).endswith("refused; start the server or name another with --database.")


def test_without_its_package_postgresql_gets_a_sentence_that_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"PostgreSQL needs the package psycopg, .*'fivedice\[postgresql\]'"):
        Store("postgresql://me@127.0.0.1:1/games")


def test_a_file_that_is_no_database_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing of the kind\n" * 100)
    with pytest.raises(StoreError, match=r"cannot be opened: file is not a database\.$"):
        Store(tmp_path / "notes.txt")
    with pytest.raises(StoreError, match="cannot be made"):
        Store(tmp_path / "notes.txt" / "games.sqlite")


def test_another_program_that_holds_the_file_costs_a_sentence_and_no_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, game = tmp_path / "games.sqlite", table(YAHTZEE)
    with Store(file) as store:
        store.create(game)
        with store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA busy_timeout = 50")
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"cannot be written: database is locked\.$"):
            store.append(game, game.throw(0))
        holder.execute("ROLLBACK")
        holder.close()
        assert store.append(game, game.throw(0)) == store.load(game.id)


def test_games_are_kept_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEDICE_DATABASE", "/some/where.sqlite")
    assert default_database() == "/some/where.sqlite"
    monkeypatch.delenv("FIVEDICE_DATABASE")
    assert default_database().endswith("games.sqlite")
