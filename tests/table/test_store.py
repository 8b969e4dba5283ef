import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Barrier

import pytest
import sqlalchemy as sa

from fivedice.errors import RecordError, StoreError
from fivedice.rules import variant
from fivedice.solver import Solution
from fivedice.table import schema
from fivedice.table.events import Event, Seat, Thrown
from fivedice.table.game import Game
from fivedice.table.record import parse_record, record_json, record_of
from fivedice.table.review import review
from fivedice.table.store import Store, default_database, new_token, token_hash
from tests.tables import NAMES, SEED, next_events, played, steps, table

YAHTZEE, YACHT = variant("yahtzee"), variant("yacht")


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with Store(database) as one:
        yield one


def kept(store: Store, game: Game, random: Random | int = 0, tokens: dict[int, str] | None = None) -> Game:
    """A game that is stored as it is played."""
    store.create(game, tokens)
    for _, events, _ in steps(game, random if isinstance(random, Random) else Random(random)):
        game = store.append(game, events)
    return game


def named(number: int, *names: str, robot: bool = False, random: int = 0) -> Game:
    """A finished game under its own id."""
    seats = [Seat(name) for name in names] + ([Seat("Robot", "robot", "optimal")] if robot else [])
    begun = Game.begin(YAHTZEE, seats, seed=SEED, id=f"g{number}", created=f"2026-01-{number:02}T00:00:00.000+00:00")
    while not begun.is_over:
        seat, dice = begun.mover, Random(random + begun.sequence)
        assert seat is not None
        events: tuple[Event, ...] = (
            begun.fill(seat, dice.choice(list(begun.scorings))) if begun.throws else begun.throw(seat)
        )
        begun = begun.after(*events)
    return begun


def test_a_game_is_there_again_after_each_event(store: Store) -> None:
    game = table(YACHT, 2, physical=(1,))
    store.create(game)
    for _, events, after in steps(game, Random(1)):
        assert store.append(game, events) == after
        assert store.load(game.id) == after
        game = after
    assert game.is_over


def test_a_game_goes_on_in_another_process_of_the_server(store: Store, database: str) -> None:
    game = table(YACHT)
    store.create(game)
    game = store.append(game, game.throw(0))
    with Store(database) as other:
        again = other.load(game.id)
        assert again == game
        other.append(again, again.throw(0, [0]))
    assert store.load(game.id).throws_used == 2


def test_an_event_is_not_written_twice(store: Store) -> None:
    game = table(YAHTZEE)
    store.create(game)
    after = store.append(game, game.throw(0))
    with pytest.raises(StoreError, match=r"went on or was deleted meanwhile, .* load it again\.$"):
        store.append(game, game.throw(0))
    assert store.load(game.id) == after


def test_an_event_that_cannot_happen_is_not_written(store: Store) -> None:
    game = table(YAHTZEE)
    store.create(game)
    forged = Thrown(0, 0, 0, (), (1, 1, 1, 1, 1))
    with pytest.raises(RecordError, match="not those that the seed gives"):
        store.append(game, [forged])
    assert store.load(game.id) == game


def test_of_many_that_write_the_same_event_at_once_one_succeeds(store: Store) -> None:
    game = table(YAHTZEE)
    store.create(game)
    start = Barrier(8)

    def write(_: int) -> bool:
        start.wait()
        try:
            store.append(game, game.throw(0))
        except StoreError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(write, range(8))) == 1
    assert store.load(game.id).sequence == 2


def test_many_tables_play_at_once_from_many_threads(store: Store) -> None:
    def play(number: int) -> tuple[Game, Game]:
        game = replace(table(YACHT, 2), began=replace(table(YACHT, 2).began, game=f"g{number}"))
        game = kept(store, Game.replay([game.began], SEED), number)
        return game, store.load(game.id)

    with ThreadPoolExecutor(8) as pool:
        for game, again in pool.map(play, range(16)):
            assert game == again
    assert len(store.games()) == 16
    assert store.open_games() == []


def test_a_game_that_is_not_there_gets_a_sentence(store: Store) -> None:
    for what in (store.load, store.delete):
        with pytest.raises(StoreError, match=r"^game 'none' is not in the database\.$"):
            what("none")
    game = table(YAHTZEE)
    with pytest.raises(StoreError, match="was deleted meanwhile"):
        store.append(game, game.throw(0))
    store.create(game)
    with pytest.raises(StoreError, match=r"^game 'thegame' is in the database already\.$"):
        store.create(game)


def test_only_the_holder_of_a_token_has_a_seat(store: Store, database: str) -> None:
    game = Game.begin(YAHTZEE, [Seat("Ann"), Seat("Ben"), Seat("Cleo"), Seat("Robot", "robot", "optimal")])
    mine, yours = new_token(), new_token()
    store.create(game, {0: mine, 1: mine})
    assert store.seats_of(game.id, mine) == [0, 1]
    for stranger in (yours, "", token_hash(mine), "\ud800"):
        assert store.seats_of(game.id, stranger) == []
    assert [store.claim(game.id, seat, yours) for seat in (0, 2, 2, 3, 4)] == [False, True, False, False, False]
    assert store.seats_of(game.id, yours) == [2]
    assert [seat.taken for seat in store.open_games()[0].seats] == [True, True, True, False]
    store.release(game.id, 2)
    assert store.seats_of(game.id, yours) == []
    with store.engine.connect() as connection:
        rows = str(connection.execute(sa.select(schema.seats)).all())
    assert token_hash(mine) in rows
    assert mine not in rows


def test_one_of_many_who_want_a_free_seat_gets_it(store: Store) -> None:
    game = table(YAHTZEE)
    store.create(game)
    with ThreadPoolExecutor(8) as pool:
        given = list(pool.map(lambda token: store.claim(game.id, 1, f"token{token}"), range(8)))
    assert sum(given) == 1
    assert store.seats_of(game.id, f"token{given.index(True)}") == [1]


def test_games_are_listed_newest_first_by_variant_and_player(store: Store) -> None:
    for number in (1, 2, 3):
        store.create(named(number, NAMES[number], "Zoë"))
    store.create(replace_id(table(YACHT), "open"))
    store.create(Game.begin(YAHTZEE.change({"upper_bonus": 36}), [Seat("Eve")], id="other"))
    assert [row.id for row in store.games()] == ["other", "g3", "open", "g2", "g1"]
    assert [row.id for row in store.games(limit=1, variant="yahtzee")] == ["g3"]
    assert [row.id for row in store.games(player="ZOË")] == ["g3", "g2", "g1"]
    assert [row.id for row in store.games(player="Ben")] == ["open", "g1"]
    assert [row.id for row in store.games(variant="yacht")] == ["open"]
    assert {row.id for row in store.open_games()} == {"open", "other"}
    first = store.games(player="Ben", variant="yahtzee")[0]
    assert [seat.score for seat in first.seats] == list(named(1, "Ben", "Zoë").totals)
    assert json.loads(json.dumps(first.as_json()))["seats"][1]["name"] == "Zoë"


def replace_id(game: Game, name: str) -> Game:
    return Game.replay([replace(game.began, game=name)], game.seed)


def test_high_scores_keep_people_and_robots_apart(store: Store) -> None:
    games = [named(number, "Ann", "Ben", robot=True, random=100 * number) for number in (1, 2, 3)]
    for game in games:
        store.create(game)
    store.create(table(YACHT))
    people = store.high_scores("yahtzee")
    assert [row.score for row in people] == sorted((one for game in games for one in game.totals[:2]), reverse=True)
    assert {row.kind for row in people} == {"person"}
    robots = store.high_scores("yahtzee", "robot", 2)
    assert [row.score for row in robots] == sorted((game.totals[2] for game in games), reverse=True)[:2]
    assert {row.strategy for row in robots} == {"optimal"}
    assert store.high_scores("yacht") == []


def test_rules_that_only_bear_the_name_of_a_variant_are_not_in_its_high_scores(store: Store) -> None:
    easy = YAHTZEE.change({"upper_threshold": 0})
    store.create(played(replace_id(table(easy, 1), "easy")))
    assert store.high_scores("yahtzee") == []


def test_a_player_has_games_scores_and_regret(store: Store, yahtzee_solution: Solution) -> None:
    games = [named(number, "Ann", "Ben", random=number) for number in (2, 1)]
    for game in games:
        store.create(game)
    assert [(row.regret, row.luck) for row in store.player("ann")] == [(None, None)] * 2
    assert store.unreviewed() == [row.game for row in store.player("ann")]
    found = review(games[0], yahtzee_solution, win=False)
    store.save_review("g2", found.as_json())
    store.save_review("g2", found.as_json())
    assert store.unreviewed() == ["g1"]
    (row,) = [one for one in store.player("ANN") if one.game == "g2"]
    assert row.score == games[0].totals[0]
    assert [row.regret, row.luck] == pytest.approx([found.seats[0].regret, found.seats[0].luck])
    assert store.review("g2") == json.loads(json.dumps(found.as_json()))
    assert store.review("g1") is None
    assert store.player("nobody") == []


def test_a_new_name_is_found_and_the_old_one_is_not(store: Store) -> None:
    game = table(YAHTZEE)
    store.create(game)
    game = store.append(game, game.rename(0, "Łukasz 🎲"))
    game = store.append(game, game.join(1, "<b>Eve</b>"))
    assert [row.id for row in store.games(player="łukasz 🎲")] == [game.id]
    assert store.games(player="Ann") == []
    assert [seat.name for seat in store.games()[0].seats] == ["Łukasz 🎲", "<b>Eve</b>"]
    assert store.load(game.id) == game


def test_names_are_never_part_of_a_query(store: Store) -> None:
    game = Game.begin(YAHTZEE, [Seat("'); DROP TABLE x;--"), Seat("%")])
    store.create(game)
    assert store.games(player="'); DROP TABLE x;--")[0].id == game.id
    assert store.games(player="' OR '1'='1") == []
    assert len(store.games(player="%")) == 1


def test_a_deleted_game_is_gone_with_all_that_belongs_to_it(store: Store, yahtzee_solution: Solution) -> None:
    game = named(1, "Ann")
    store.create(game)
    store.save_review("g1", review(game, yahtzee_solution).as_json())
    store.delete("g1")
    with store.engine.connect() as connection:
        for one in (schema.games, schema.seats, schema.events, schema.reviews):
            assert connection.scalar(sa.select(sa.func.count()).select_from(one)) == 0


def test_a_game_that_is_exported_and_imported_is_the_same(store: Store, tmp_path: Path) -> None:
    game = kept(store, table(YAHTZEE, 2, physical=(1,)), 3)
    record = record_of(store.load(game.id))
    with Store(tmp_path / "other.sqlite") as other:
        assert other.import_record(record) == game
        assert other.load(game.id) == game
        row, same = other.games()[0], store.games()[0]
        assert row == same
        with pytest.raises(StoreError, match="is in the database already"):
            other.import_record(record)


def test_a_record_that_is_not_sound_is_not_taken_in(store: Store) -> None:
    document = record_json(record_of(named(1, "Ann")))
    document["scores"][0]["score"] += 1
    with pytest.raises(RecordError, match="is not taken in, because its record is not sound: The scores are"):
        store.import_record(parse_record(json.dumps(document)))
    assert store.games() == []


def test_an_event_that_is_missing_from_a_log_is_noticed(store: Store) -> None:
    game = kept(store, table(YACHT))
    with store.engine.begin() as connection:
        gone = (schema.events.c.game == game.id) & (schema.events.c.number == 5)
        connection.execute(schema.events.delete().where(gone))
    with pytest.raises(RecordError, match="an event is missing from its log"):
        store.load(game.id)


def test_a_database_of_a_newer_fivedice_is_refused(database: str) -> None:
    with Store(database) as store, store.engine.begin() as connection:
        connection.execute(schema.schema.update().values(version=schema.VERSION + 1))
    with pytest.raises(StoreError, match=r"is of schema 2, but this fivedice knows 1; use .*\.$"):
        Store(database)


def test_a_database_can_be_opened_by_many_at_once(database: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        for store in pool.map(lambda _: Store(database), range(6)):
            assert store.games() == []
            store.close()


CHILD = """
import sys
from random import Random
from fivedice.table.store import Store
from tests.tables import next_events, table
from fivedice.rules import variant
store, random, game = Store(sys.argv[1]), Random(9), table(variant("yahtzee"), 8)
store.create(game)
while not game.is_over:
    game = store.append(game, next_events(game, random))
    print(game.sequence, flush=True)
"""


@pytest.mark.parametrize("lines", [1, 40, 173])
def test_nothing_that_was_said_to_be_written_is_lost_when_the_process_is_killed(database: str, lines: int) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, database],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert child.stdout is not None
    with child:
        for _ in range(lines):
            said = int(child.stdout.readline())
        os.kill(child.pid, signal.SIGKILL)
        said = max([said, *map(int, child.stdout.read().split("\n")[:-1])])
    whole = played(table(YAHTZEE, 8), 9)
    with Store(database) as store:
        found = store.load("thegame")
        assert said <= found.sequence <= said + 1
        assert found.log == whole.log[: found.sequence]
        store.append(found, next_events(found, Random(1)))


def test_sqlite_is_opened_for_many_readers_and_one_writer(tmp_path: Path) -> None:
    with Store(tmp_path / "folder" / "games.sqlite") as store, store.engine.connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1, "busy_timeout": 20000}


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
        ("://", "the database URL cannot be read"),
        ("postgresql://me:secret@127.0.0.1:1/games", "cannot be opened: "),
    ],
)
def test_a_database_that_cannot_be_had_gets_a_sentence_without_its_password(text: str, words: str) -> None:
    with pytest.raises(StoreError, match=r"\.$") as refused:
        Store(text)
    assert words in str(refused.value)
    assert "secret" not in str(refused.value)


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
