"""Bots: programs that take an open seat on a server, marked as bots, and play by the messages of a person."""

import json
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from urllib.request import urlopen

import numpy as np
import pytest
import uvicorn

from fivedice.client import Client, new_table, play
from fivedice.errors import TableError
from fivedice.rules import VARIANTS, Category, State, Turn
from fivedice.solver import Solution, TurnValues, cached_solution
from fivedice.table.decisions import played_game
from fivedice.table.dice import numbered_seed
from fivedice.table.record import parse_record
from fivedice.table.shares import LINK_BYTES, Chain
from fivedice.table.store import Store
from fivedice.web.app import create_app
from fivedice.web.limits import MESSAGES_PER_SECOND
from fivedice.web.server import listen
from tests.command import PATIENCE, fivedice
from tests.engines import engine
from tests.web.tables import TINY

FIRST, LAST = map(int, os.environ.get("FIVEDICE_BOT_GAMES", "0-500").split("-"))
"""Games of Yahtzee that the slow test plays, by the numbers of their seeds; 10,000 are played in several runs."""
TABLES_AT_ONCE = 4


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread, with a tiny game beside the variants."""
    cached_solution(TINY)
    with (
        pytest.MonkeyPatch.context() as patch,
        Store(str(tmp_path_factory.mktemp("games") / "games.sqlite")) as store,
        listen("127.0.0.1", 0) as listening,
    ):
        for limit in ("DOWNLOADS_AT_ONCE", "DOWNLOADS_PER_MINUTE"):  # each bot reads the rules from the record
            patch.setattr(f"fivedice.web.services.{limit}", 1_000_000)
        variants = {**VARIANTS, "tiny": (TINY, "two dice")}
        app = create_app(store, variants=variants, wake=False, tables_per_minute=10_000)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="on", ws="websockets-sansio"))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        host, port = listening.getsockname()[:2]
        yield f"http://{host}:{port}"
        server.should_exit = True
        thread.join(PATIENCE)


def lay(address: str, seats: int = 1, variant: str = "tiny") -> str:
    """The address of a new table with open seats."""
    return new_table(address, seats, variant=variant)


def get(address: str) -> dict[str, list[dict[str, object]]]:
    with urlopen(address) as answer:
        found: dict[str, list[dict[str, object]]] = json.load(answer)
        return found


def test_two_bots_finish_a_game_and_are_marked_in_lists(address: str) -> None:
    table, ended = lay(address, 2), []
    threads = [
        threading.Thread(target=lambda name: ended.append(play(table, name)), args=(one,))
        for one in ("greedy", "optimal")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert [state["over"] for state in ended] == [True, True]
    assert {(seat["name"], seat["kind"]) for seat in ended[0]["seats"]} == {("Greedy", "bot"), ("Optimal", "bot")}
    scores = get(f"{address}/api/scores?variant=tiny&kind=bot")["scores"]
    assert {one["name"] for one in scores} == {"Greedy", "Optimal"}
    assert not get(f"{address}/api/scores?variant=tiny&kind=person")["scores"]


def test_a_bot_at_an_open_table_is_marked_in_the_list_of_tables(address: str) -> None:
    table = lay(address, 2)
    with Client(table) as client:
        client.sit("Clever")
        (row,) = get(f"{address}/api/tables?own={table.rpartition('/')[2]}")["tables"]
        assert [(seat["kind"], seat["open"]) for seat in row["seats"]] == [("bot", False), ("person", True)]  # type: ignore[attr-defined]


def test_optimal_play_by_a_bot_gives_nothing_away(address: str) -> None:
    play_without_regret(address, "tiny", cached_solution(TINY))


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "numbers"), [("tiny", range(10_000)), ("yahtzee", range(FIRST, LAST))])
def test_optimal_play_by_a_bot_gives_nothing_away_in_many_games(
    address: str, variant: str, numbers: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("client", "web.socket"):
        monkeypatch.setattr(f"fivedice.{place}.MESSAGES_PER_SECOND", 1e6)
    seeds = map(numbered_seed, numbers)
    monkeypatch.setattr("fivedice.table.game.new_seed", lambda: next(seeds))
    monkeypatch.setattr("fivedice.client.Chain.new", lambda: Chain("0" * 2 * LINK_BYTES))
    solution = cached_solution(TINY if variant == "tiny" else VARIANTS[variant][0])
    with ThreadPoolExecutor(TABLES_AT_ONCE) as tables:
        scores = list(tables.map(lambda _: play_without_regret(address, variant, solution), numbers))
    error = np.std(scores, ddof=1) / np.sqrt(len(scores))
    print(f"games {numbers}: mean {np.mean(scores):.4f}, standard error {error:.4f}, exact {solution.value:.4f}")
    assert abs(np.mean(scores) - solution.value) < 4 * error


def play_without_regret(address: str, variant: str, solution: Solution) -> int:
    """The score of a bot's game at a table of its own; every decision that the server stored is a best one."""
    table = lay(address, variant=variant)
    state = play(table, "optimal")
    with urlopen(f"{address}/api/record/{table.rpartition('/')[2]}.json") as answer:
        game = parse_record(answer.read().decode()).game
    values = cache(lambda state: TurnValues.of(solution, state))
    for made in played_game(game).decisions:
        point, worth = made.point, values(made.point.state)
        assert worth.roll(point.roll, point.rerolls) - worth.decision(made.decision, point.roll, point.rerolls) < 1e-9
    return int(state["seats"][0]["total"])


def test_the_command_plays_a_game_and_tells_the_scores(address: str) -> None:
    outcome = fivedice("bot", "--table", lay(address), "--strategy", "greedy", "--name", "Ann's bot", "--json")
    assert outcome.code == 0
    found = json.loads(outcome.out)
    assert [(seat["name"], seat["kind"]) for seat in found["seats"]] == [("Ann's bot", "bot")]
    assert outcome.err.startswith("Ann's bot sits at http://127.0.0.1:")


def test_a_failing_engine_of_a_bot_is_told_and_the_game_goes_on(address: str, tmp_path: Path) -> None:
    said: list[str] = []
    liar = engine(tmp_path, '    elif word == "go": print("decision score ones", flush=True)')
    state = play(lay(address), f"engine:{liar}", say=said.append)
    assert state["over"]
    assert state["seats"][0]["name"] == "Clever"
    assert sum("breaks the rules" in line and "It goes on: score" in line for line in said) == 2


def test_a_client_comes_back_to_its_seat_when_the_connection_is_lost(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivedice.client.WAITS", (0.0,) * 5)
    with Client(lay(address)) as client:
        client.sit("Clever")
        while (turn := client.wait()) is not None:
            assert turn.state == State() or turn.state.turns_played
            assert client.socket is not None
            client.socket.close()
            client.take(first_empty(turn))
        assert len(client.state["seats"][0]["card"]) == TINY.turns


def first_empty(turn: Turn) -> Category:
    return next(one for index, one in enumerate(TINY.categories) if turn.state.is_empty(index))


def test_a_client_sends_at_half_of_the_rate_that_is_allowed(address: str) -> None:
    with Client(lay(address)) as client:
        assert client.pace.per_second == MESSAGES_PER_SECOND / 2


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:8008/", "is no address of a table"),
        ("ftp://127.0.0.1/table/x", "is no address of a table"),
        ("http://127.0.0.1:1/table/x", "cannot be reached: Connection refused"),
    ],
)
def test_an_address_that_is_no_table_is_one_sentence(url: str, words: str) -> None:
    with pytest.raises(TableError, match=words):
        Client(url)


def test_a_table_that_is_not_there_or_full_is_one_sentence(address: str) -> None:
    with pytest.raises(TableError, match="is not in the database"):
        Client(f"{address}/table/nosuchtable")
    with pytest.raises(TableError, match="no seat is open at"):
        play(new_table(address, 0, robots=["greedy"], variant="tiny"), "greedy")


def test_a_table_of_ones_own_has_robots_or_is_refused_with_the_words_of_the_server(address: str) -> None:
    state = play(new_table(address, robots=["greedy"], variant="tiny"), "optimal")
    assert [(seat["name"], seat["kind"]) for seat in state["seats"]] == [("Optimal", "bot"), ("Greedy", "robot")]
    with pytest.raises(TableError, match="/api/tables: Strategy 'nobody' is not known at this table"):
        new_table(address, robots=["nobody"])
    with pytest.raises(TableError, match="cannot be read: Connection refused"):
        new_table("http://127.0.0.1:1")
