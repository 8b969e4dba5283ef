import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Barrier

import pytest
import sqlalchemy as sa

from fivedice.errors import NoSuchGame, RecordError, StoreError
from fivedice.rules import variant
from fivedice.table import schema
from fivedice.table.claims import secret_hash
from fivedice.table.events import Seat, Thrown
from fivedice.table.game import Game
from fivedice.table.record import parse_record, record_json, record_of
from fivedice.table.store import Store, new_token
from tests.tables import SEED, named, next_events, played, steps, table

YAHTZEE, YACHT = variant("yahtzee"), variant("yacht")


def kept(store: Store, game: Game, random: Random | int = 0, tokens: dict[int, str] | None = None) -> Game:
    """A game that is stored as it is played."""
    store.create(game, tokens)
    for _, events, _ in steps(game, random if isinstance(random, Random) else Random(random)):
        game = store.append(game, events)
    return game


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


def test_the_newest_unfinished_game_of_the_terminal_is_found(store: Store) -> None:
    seats = [Seat("Ann"), Seat("Ben"), Seat("Robot", "robot", "greedy")]
    assert store.unfinished_at_terminal() is None
    for number, rules in enumerate((YACHT, YAHTZEE)):
        begun = Game.begin(rules, seats, id=f"t{number}", created=f"2026-01-0{number + 1}T00:00:00.000+00:00")
        store.create_at_terminal(begun)
    store.create_at_terminal(played(Game.begin(YAHTZEE, seats[:2], id="over")))
    store.create(Game.begin(YAHTZEE, seats, id="browser"))
    assert store.unfinished_at_terminal() == store.unfinished_at_terminal("yahtzee") == "t1"
    assert store.unfinished_at_terminal("yacht") == "t0"
    assert store.seats_of("t1", store.settings("t1")["token"]) == [0, 1]


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
        with pytest.raises(NoSuchGame, match=r"^game 'none' is not in the database\.$"):
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
    for stranger in (yours, "", secret_hash(mine), "\ud800"):
        assert store.seats_of(game.id, stranger) == []
    for seat in (0, 3, 4):
        with pytest.raises(StoreError, match="is taken"):
            store.append(game, game.throw(0), {seat: yours})
        assert store.load(game.id) == game  # neither the seat nor what happens with it
    game = store.append(game, game.join(2, "Dora"), {2: yours})
    with pytest.raises(StoreError, match="is taken"):
        store.append(game, game.join(2, "Eve"), {2: new_token()})
    assert store.seats_of(game.id, yours) == [2]
    assert [seat.taken for seat in store.open_games()[0].seats] == [True, True, True, False]
    assert store.load(game.id).seats[2].name == "Dora"
    with store.engine.connect() as connection:
        rows = str(connection.execute(sa.select(schema.seats)).all())
    assert secret_hash(mine) in rows
    assert mine not in rows


def test_one_of_many_who_want_a_free_seat_gets_it(store: Store) -> None:
    game = table(YAHTZEE)
    store.create(game)

    def take(number: int) -> bool:
        try:
            store.append(game, game.join(1, f"Guest {number}"), {1: f"token{number}"})
        except StoreError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        given = list(pool.map(take, range(8)))
    assert sum(given) == 1
    assert store.seats_of(game.id, f"token{given.index(True)}") == [1]
    assert store.load(game.id).seats[1].name == f"Guest {given.index(True)}"


def test_a_table_stays_as_it_was_set(store: Store) -> None:
    game = Game.begin(YAHTZEE, [Seat("Ann")], options={"speed": "slow"})
    store.create(game)
    assert store.settings(game.id) == {"speed": "slow"}
    store.set(game.id, speed="fast")
    store.set(game.id, rematch="another")
    assert store.settings(game.id) == {"speed": "fast", "rematch": "another"}
    assert store.load(game.id) == game


def test_a_game_that_is_exported_and_imported_is_the_same(store: Store, tmp_path: Path) -> None:
    game = kept(store, table(YAHTZEE, 2, physical=(1,)), 3)
    record = record_of(store.load(game.id))
    with Store(tmp_path / "other.sqlite") as other:
        assert other.import_record(record) == game
        assert other.load(game.id) == game
        row, same = other.games()[0], store.games()[0]
        assert row == replace(same, acted=row.acted)
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
