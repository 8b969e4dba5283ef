"""When the database fails, a helper dies or a strategy errs: nobody is told a lie, and no table is stuck."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from fivedice.errors import RecordError, StoreError, StrategyError
from fivedice.rules import Card, Category, Decision, Rules, State, Turn, variant
from fivedice.rules.toml import format_rules
from fivedice.table.events import Event
from fivedice.table.game import Game
from fivedice.table.store import Store
from fivedice.web import calculations
from fivedice.web.helper import Helper, Running
from fivedice.web.limits import Quota, TooMany
from tests.command import PATIENCE
from tests.web.tables import ANN, TestClient, application, lay, robot, seated


def fail(*_: Any) -> Any:
    raise StoreError("the database 'games' cannot be read: it is on fire.")


def test_trouble_with_the_database_is_not_a_game_that_does_not_exist(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/api/tables/nowhere").status_code == 404
    for reading in ("load", "log"):
        monkeypatch.setattr(Store, reading, fail)
    for path in ("tables/nowhere", "report/nowhere", "record/nowhere.json"):
        answer = client.get(f"/api/{path}")
        assert (answer.status_code, "on fire" in answer.json()["sentence"]) == (503, True)
        assert answer.headers["retry-after"]
    with client.websocket_connect("/ws/nowhere") as socket:
        assert "on fire" in socket.receive_json()["sentence"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 1013


def test_a_damaged_log_is_a_mistake_of_ours(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: Any) -> Any:
        raise RecordError("game 'x': an event is missing from its log.")

    monkeypatch.setattr(Store, "load", damaged)
    assert client.get("/api/tables/x").status_code == 500


def test_a_robot_whose_act_cannot_be_stored_tries_again(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivedice.web.robots.FIRST_WAIT", 0.01)
    append, failures = Store.append, iter([True] * 3)

    def sometimes(store: Store, game: Game, new: Sequence[Event], tokens: Any = None, **how: Any) -> Game:
        if game.mover == 1 and next(failures, False):
            raise StoreError("the database 'games' cannot be written: disk full.")
        return append(store, game, new, tokens, **how)

    monkeypatch.setattr(Store, "append", sometimes)
    with seated(client, lay(client, [*ANN, robot("greedy")], variant="tiny"), 0) as ann:
        ann.act("throw")
        ann.say("fill", category="chance", point=1)
        error = ann.hear("error")
        assert error.pop("phrases")  # for readers of other languages
        assert error == {
            "type": "error", "about": "robot",
            "sentence": "The robot waits: the database 'games' cannot be written: disk full.",
        }  # fmt: skip
        assert len(ann.state(mover=0)["seats"][1]["card"]) == 1
        assert len([message for message in ann.heard if message["type"] == "error"]) == 1


class Stubborn:
    """Keeps all dice to the last, then names a box that is filled."""

    name, summary = "stubborn", ""

    def check(self, rules: Rules) -> None:
        """Plays anything."""

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        return turn.roll if turn.rerolls else rules.category("chance")

    def reason(self, rules: Rules, turn: Turn) -> str:
        return ""


def test_a_box_that_a_strategy_may_not_fill_is_refused_before_it_reaches_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    yahtzee = variant("yahtzee")
    chance = yahtzee.category("chance")
    monkeypatch.setattr(calculations, "seatable", lambda name: Stubborn())
    ask = (lambda done, total: None, format_rules(yahtzee), "stubborn")
    assert calculations.decide(*ask, [0, 0, 0, 0], [1, 2, 3, 4, 6], 2)["category"] == "chance"
    state: State = Card.empty(yahtzee).score(yahtzee, (1, 2, 3, 4, 6), chance).state(yahtzee)
    assert isinstance(chance, Category)
    with pytest.raises(StrategyError, match="'stubborn' breaks the rules"):
        calculations.decide(*ask, [state.filled, state.upper, 0, 0], [1, 2, 3, 4, 6], 2)


class FakeProcess:
    """A process whose answers are put into its mouth."""

    def __init__(self) -> None:
        self.stdout = asyncio.StreamReader()
        self.stdin = self
        self.returncode: int | None = None
        self.asked: list[Any] = []

    def write(self, line: bytes) -> None:
        self.asked.append(json.loads(line))

    async def drain(self) -> None:
        """Nothing waits."""

    def kill(self) -> None:
        self.returncode = -9


def test_the_end_of_one_helper_takes_no_answer_from_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        old, new = FakeProcess(), FakeProcess()

        async def start(*_: Any, **__: Any) -> FakeProcess:
            return new

        monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
        helper = Helper()
        (child,) = helper.children
        dying = child.running = Running(old)  # type: ignore[arg-type]
        await asyncio.sleep(0)
        old.kill()
        question = asyncio.create_task(helper.ask("solved", "rules"))
        while not new.asked:
            await asyncio.sleep(0)
        old.stdout.feed_eof()
        await dying.reading
        new.stdout.feed_data(json.dumps({"number": new.asked[0][0], "result": 7}).encode() + b"\n")
        assert await asyncio.wait_for(question, PATIENCE) == 7
        assert len(new.asked) == 1
        new.stdout.feed_eof()
        assert child.running is not None
        await child.running.reading

    asyncio.run(run())


@pytest.mark.usefixtures("no_limit_recovers")
def test_a_loop_does_not_fill_the_database_with_tables(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite", tables_per_minute=3) as client:
        for _ in range(3):
            lay(client, ANN, listed=True)
        answer = client.post("/api/tables", json={"seats": ANN, "listed": True})
        assert (answer.status_code, "3 new tables a minute" in answer.json()["sentence"]) == (429, True)
        assert int(answer.headers["retry-after"]) > 0
        assert len(client.get("/api/tables").json()["tables"]) == 3


def test_every_address_has_its_own_tables_and_waiting_brings_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setattr("fivedice.web.limits.MOST_ADDRESSES", 2)
    tables = Quota("new tables", 2)
    for address in ("a", "a", "b"):
        tables.check(address)
    with pytest.raises(TooMany):
        tables.check("a")
    now = 29.0
    with pytest.raises(TooMany):
        tables.check("a")
    now = 31.0
    tables.check("a")
    tables.check("c")
    assert set(tables.buckets) == {"a", "c"}  # b has waited long enough to be forgotten


@pytest.mark.usefixtures("no_limit_recovers")
def test_robots_and_downloads_have_quotas_and_a_network_of_ipv6_is_one_address(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite", tables_per_minute=9) as client:
        client.app.state.services.downloads = Quota("downloads", 1, at_once=2)  # type: ignore[attr-defined]
        table = lay(client, [robot("greedy")] * 8, variant="tiny")
        answer = client.post("/api/tables", json={"seats": [robot("greedy")] * 2, "variant": "tiny"})
        assert (answer.status_code, lay(client, ANN) is None) == (429, False)
        fetched = [client.get(f"/api/record/{table['id']}.json").status_code for _ in range(3)]
        assert fetched == [200, 200, 429]
    downloads = Quota("downloads", 1)
    downloads.check("2001:db8::1")
    downloads.check("2001:db8:0:1::1")
    with pytest.raises(TooMany, match="1 downloads a minute"):
        downloads.check("2001:db8::ffff:2")


def test_text_that_no_database_can_hold_is_refused(database: str) -> None:
    with application(database) as client:
        for path in ("/api/tables/%00", "/api/report/a%00", "/api/player/%00", "/api/scores?variant=%00"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()["sentence"][-1]) == (400, ".")
        with seated(client, lay(client, ANN)) as stranger:
            stranger.say("join", tokens=["\0"])
            assert "None of these tokens" in stranger.hear("error")["sentence"]


def test_the_helper_has_loaded_the_compiler_before_several_questions_need_it_at_once() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "fivedice.web.calculations", "0"]
    found = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    assert re.search(r"\| +numba$", found.stderr, re.MULTILINE)
