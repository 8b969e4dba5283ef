"""A real server in a process of its own: how it starts, bears people, is killed, and comes back."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import Queue
from random import Random
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from bench.clients import Client, RunningServer, enter_all, lay_tables, server
from fivedice.cli.serve import open_table
from fivedice.errors import ServerError
from fivedice.rules import VARIANTS, variant
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.store import Store
from fivedice.web.server import Server, address, listen, run
from tests.command import PATIENCE, fivedice, python


@pytest.fixture(scope="module")
def enduring(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that no test ends."""
    with server(str(tmp_path_factory.mktemp("enduring") / "games.sqlite")) as found:
        yield found


def first_state(running: RunningServer, table: str) -> dict[str, Any]:
    with connect(f"ws://{running.address}/ws/{table}") as connection:
        connection.recv()
        found: dict[str, Any] = json.loads(connection.recv())
        return found


def test_a_server_that_is_killed_loses_nothing(database: str) -> None:
    seen: dict[str, Any] = {}
    with server(database) as running:
        table = running.post("/api/tables", {"seats": [{"name": "Ann"}, {"name": "Ben"}]})
        tokens = list(table["tokens"].values())
        with connect(f"ws://{running.address}/ws/{table['id']}") as connection:
            connection.send(json.dumps({"do": "join", "tokens": tokens}))
            for do in ({"do": "throw"}, {"do": "fill", "category": "chance"}, {"do": "throw"}, {"do": "throw"}):
                seen = act(connection, seen, do)
        os.kill(running.process.pid, signal.SIGKILL)
        running.process.wait()
    with server(database) as running:
        state = first_state(running, table["id"])
        for key in ("seq", "mover", "table", "throw_number", "commitment", "previews"):
            assert state[key] == seen[key]
        assert [seat["card"] for seat in state["seats"]] == [seat["card"] for seat in seen["seats"]]
        with connect(f"ws://{running.address}/ws/{table['id']}") as connection:
            connection.send(json.dumps({"do": "join", "tokens": tokens}))
            assert act(connection, state, {"do": "throw"})["throw_number"] == 3


def act(connection: Any, state: dict[str, Any], wish: dict[str, Any]) -> dict[str, Any]:
    """Do something about a state, the present one unless it is given."""
    while not state:
        message = json.loads(connection.recv(PATIENCE))
        state = message if message["type"] == "state" else {}
    connection.send(json.dumps({**wish, "point": state["point"]}))
    while True:
        message = json.loads(connection.recv(PATIENCE))
        assert message["type"] != "error", message
        if message["type"] == "state" and message["seq"] > state["seq"]:
            return dict(message)


def test_helpers_do_not_outlive_a_server_that_is_killed(tmp_path: Path) -> None:
    with server(str(tmp_path / "games.sqlite")) as running:
        assert running.get("/api/strategies")["strategies"]
        children = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children").read_text().split()
        assert children
        running.process.kill()
        running.process.wait()
        deadline = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{child}/cmdline").exists() and _runs(child) for child in children):
            assert time.monotonic() < deadline
            time.sleep(0.1)


def _runs(process: str) -> bool:
    try:
        return "calculations" in Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return False


def test_many_people_play_whole_games_and_miss_nothing(database: str) -> None:
    with server(database) as running:
        clients = lay_tables(running, 3, 4, (0.055, 0.06))

        async def play() -> None:
            await enter_all(clients)
            await asyncio.wait_for(asyncio.gather(*(client.play() for client in clients)), PATIENCE)

        for client in clients:
            client.random = Hasty(client.seat)
        asyncio.run(play())
        assert all(client.final["over"] for client in clients)
        assert [client.errors for client in clients] == [[]] * 12
        assert [client.missed for client in clients] == [0] * 12
        stored = running.get(f"/api/record/{clients[0].table}.json")
        assert len(stored["events"]) + 2 == clients[0].seen[-1]


class Hasty(Random):
    """Always holds all dice, and so scores the first throw: a game of a quarter of the length."""

    def random(self) -> float:
        return 0.0


def test_another_origin_is_refused_at_the_door(enduring: RunningServer) -> None:
    table = enduring.post("/api/tables", {"seats": [{}]})
    for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"ws://{enduring.address}/ws/{table['id']}", additional_headers=headers),
        ):
            pass
        assert refused.value.response.status_code in (400, 403, 421)


def test_a_message_without_end_is_cut_off_and_others_play_on(enduring: RunningServer) -> None:
    table = enduring.post("/api/tables", {"seats": [{}]})
    with (
        connect(f"ws://{enduring.address}/ws/{table['id']}") as ann,
        connect(f"ws://{enduring.address}/ws/{table['id']}") as other,
    ):
        ann.send(json.dumps({"do": "join", "tokens": list(table["tokens"].values())}))
        other.send("x" * 1_000_000)
        assert act(ann, {}, {"do": "throw"})["table"]


def test_the_server_loads_neither_compiler_nor_numbers_at_its_start() -> None:
    heavy = "{'numba', 'numpy', 'scipy', 'polars', 'altair', 'rich'}"
    code = f"import sys, fivedice.cli, fivedice.web.server; print(sorted({heavy} & set(sys.modules)))"
    assert python("-c", code).out == "[]\n"


def test_a_port_in_use_ends_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for verb in ("serve", "play"):
            found = fivedice(verb, "--port", str(port), "--database", str(tmp_path / "games.sqlite"))
            assert (found.code, found.err.count("\n")) == (2, 1)
            assert f"cannot listen on 127.0.0.1 port {port}: Address already in use" in found.err


def test_a_host_that_is_not_ours_ends_in_a_sentence() -> None:
    for host in ("no.such.host.invalid", "203.0.113.1", "-", "a" * 300):
        with pytest.raises(ServerError, match=r"cannot listen on .*; choose another with --"):
            listen(host, 0)


def test_a_browser_is_sent_where_it_can_come_from() -> None:
    with listen("127.0.0.1", 0) as one:
        assert address(one) == f"http://127.0.0.1:{one.getsockname()[1]}"
    with listen("0.0.0.0", 0) as one:
        assert address(one) == f"http://127.0.0.1:{one.getsockname()[1]}"


def test_interrupting_stops_politely(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fivedice", "serve", "--port", "0", "--database", str(tmp_path / "games.sqlite")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    where = process.stderr.readline()
    assert where.startswith("The table is at http://127.0.0.1:")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (0, "Stopped; every game is kept.\n")


def test_play_opens_the_lobby_with_what_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Queue[str]()
    served: list[Any] = []

    def run(store: Any, listening: socket.socket, ready: Any, **options: Any) -> None:
        served.append(options["variants"])
        ready()

    monkeypatch.setattr(webbrowser, "open", opened.put)
    monkeypatch.setattr("fivedice.web.server.run", run)
    database = str(tmp_path / "games.sqlite")
    open_table(variant("yatzy"), 0, database, players=["Ann", "Ben"], coach=False, physical=True)
    assert opened.get(timeout=PATIENCE).endswith("/?variant=yatzy&players=Ann%2CBen&physical=1")
    same_name = replace(variant("yahtzee").change({"upper_bonus": 50}), name="yahtzee")
    open_table(same_name, 0, database, players=(), coach=False, physical=False)
    assert opened.get(timeout=PATIENCE).endswith("/?variant=yahtzee-house-rules")
    assert set(served[1]) - set(VARIANTS) == {"yahtzee-house-rules"}
    assert served[1]["yahtzee-house-rules"][0].upper_bonus == 50


def test_play_resume_opens_the_table_with_the_seats_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, opened = str(tmp_path / "games.sqlite"), Queue[str]()
    game = Game.begin(variant("yahtzee"), [Seat("Ann"), Seat("Greedy", "robot", "greedy")])
    with Store(database) as store:
        store.create_at_terminal(game)
        token = store.settings(game.id)["token"]
    monkeypatch.setattr(webbrowser, "open", opened.put)
    monkeypatch.setattr("fivedice.web.server.run", lambda store, listening, ready, **options: ready())
    found = fivedice("play", "--resume", "--database", database, "--port", "0")
    assert found.code == 0
    address = opened.get(timeout=PATIENCE)
    assert address.endswith(f"/table/{game.id}#0={token}")
    assert address in found.err


@pytest.mark.parametrize("option", [("--seed", "1"), ("--position", "-"), ("--json",)])
def test_options_of_the_terminal_want_the_terminal(option: tuple[str, ...]) -> None:
    found = fivedice("play", *option)
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert "add --terminal" in found.err


def test_clients_notice_what_they_miss() -> None:
    client = Client("", "", 0, "", Random(1), seen=[1, 2, 3, 5, 6, 8])
    assert client.missed == 1
    client.seen = [1, 2, 3, 5]
    assert client.missed == 0


@pytest.mark.parametrize("proxies", [(), ("10.0.0.1", "10.0.0.2")])
def test_addresses_of_clients_are_taken_from_named_proxies_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxies: tuple[str, ...]
) -> None:
    started: list[Any] = []
    monkeypatch.setattr(Server, "run", lambda self, sockets: started.append(self.config))
    with Store(tmp_path / "games.sqlite") as store, listen("127.0.0.1", 0) as listening:
        run(store, listening, lambda: None, proxies=proxies)
    assert (started[0].proxy_headers, started[0].forwarded_allow_ips) == (bool(proxies), list(proxies))


@pytest.mark.parametrize("proxy", ["*", "proxy.example.org", "10.0.0.0/8", ""])
def test_a_proxy_that_is_no_address_is_refused(tmp_path: Path, proxy: str) -> None:
    refused = pytest.raises(ServerError, match="is not an address such as")
    with Store(tmp_path / "games.sqlite") as store, listen("127.0.0.1", 0) as listening, refused:
        run(store, listening, lambda: None, proxies=["10.0.0.1", proxy])


def test_a_second_server_on_one_file_is_refused_and_says_where_the_first_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, link, opened = str(tmp_path / "games.sqlite"), tmp_path / "link.sqlite", Queue[str]()
    link.symlink_to(database)
    monkeypatch.setattr(webbrowser, "open", opened.put)
    with server(database) as running:
        first = f"http://{running.address}"
        for name in (database, str(link)):
            found = fivedice("serve", "--port", "0", "--database", name)
            assert (found.code, found.err.count("\n")) == (2, 1)
            assert f"another server at {first} has this database; open that one, stop it, or" in found.err
        found = fivedice("play", "--port", "0", "--database", database)
        assert (found.code, found.err) == (0, f"The table is open already, at {first}/.\n")
        assert opened.get(timeout=PATIENCE) == f"{first}/?variant=yahtzee"
        found = fivedice("play", "--set", "upper_bonus=50", "--port", "0", "--database", database)
        assert found.code == 2  # the first server does not know these rules
        os.kill(running.process.pid, signal.SIGKILL)
        running.process.wait()
    with server(database) as running:
        assert first_state(running, running.post("/api/tables", {"seats": [{"name": "Ann"}]})["id"])
