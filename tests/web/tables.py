"""Tables for tests: an application inside this process, people who sit down at it, and a game that is soon over."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fivedice.rules import VARIANTS, Category, Rules
from fivedice.rules.pattern import AllEqual, Anything, Face
from fivedice.table.store import Store
from fivedice.web.app import create_app

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # Starlette wishes for a successor of httpx, which its older versions do not know
    from starlette.testclient import TestClient as TestClient
    from starlette.testclient import WebSocketTestSession

TINY = Rules(
    "tiny",
    (
        Category("ones", Face(1), "matching", "upper", code="1"),
        Category("double", AllEqual(), 10, code="D"),
        Category("chance", Anything(), "sum", code="C"),
    ),
    dice=2,
    faces=3,
    rolls=2,
    upper_threshold=2,
    upper_bonus=5,
)
ANN = [{"kind": "person", "name": "Ann"}]
ANN_AND_BEN = [*ANN, {"kind": "person", "name": "Ben"}]


@contextmanager
def application(database: Path | str, **options: Any) -> Iterator[TestClient]:
    """An application on a database, started and stopped."""
    variants = {**VARIANTS, "tiny": (TINY, "two dice")}
    with Store(database) as store:
        app = create_app(store, **{"variants": variants, "wake": False, **options})
        with TestClient(app, base_url="http://127.0.0.1:8008") as client:
            yield client


@dataclass
class Person:
    """Somebody with a connection to a table, who remembers what was said."""

    socket: WebSocketTestSession
    heard: list[dict[str, Any]] = field(default_factory=list)

    def say(self, do: str, **fields: Any) -> None:
        self.socket.send_json({"do": do, **fields})

    def hear(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message: dict[str, Any] = self.socket.receive_json()
            self.heard.append(message)
            if message["type"] == kind:
                return message
            assert message["type"] != "error", f"heard {message} while waiting for {kind!r}"

    def hear_all(self, *kinds: str) -> list[dict[str, Any]]:
        """The next message of each kind, in whatever order they come."""
        found: dict[str, dict[str, Any]] = {}
        while len(found) < len(kinds):
            message: dict[str, Any] = self.socket.receive_json()
            self.heard.append(message)
            if message["type"] in kinds:
                found.setdefault(message["type"], message)
        return [found[kind] for kind in kinds]

    def state(self, **expected: Any) -> dict[str, Any]:
        """The next state in which these fields are as expected."""
        while True:
            found = self.hear("state")
            if all(found[key] == value for key, value in expected.items()):
                return found

    @property
    def state_now(self) -> dict[str, Any]:
        """The last state that was heard."""
        return next(message for message in reversed(self.heard) if message["type"] == "state")

    def act(self, do: str, **fields: Any) -> dict[str, Any]:
        """Say something about the last state that was heard, and hear what comes of it: a state or an error."""
        last = self.state_now
        self.say(do, **{"point": last["point"], **fields})
        while True:
            message: dict[str, Any] = self.socket.receive_json()
            self.heard.append(message)
            if message["type"] == "error" or (message["type"] == "state" and message["seq"] > last["seq"]):
                return message


def lay(client: TestClient, seats: list[dict[str, Any]], **options: Any) -> dict[str, Any]:
    """A new table."""
    answer = client.post("/api/tables", json={"speed": "off", "seats": seats, **options})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def under_way(client: TestClient, table: dict[str, Any]) -> dict[str, Any]:
    """A table as the lobby lists it to those who play there."""
    found: list[dict[str, Any]] = client.get(f"/api/tables?own={table['id']}").json()["tables"]
    return next(one for one in found if one["id"] == table["id"])


@contextmanager
def seated(client: TestClient, table: dict[str, Any], *seats: int) -> Iterator[Person]:
    """Somebody at these seats of a table; nobody's seat makes a spectator."""
    with client.websocket_connect(f"/ws/{table['id']}") as socket:
        person = Person(socket)
        person.hear("state")
        if seats:
            person.say("join", tokens=[table["tokens"][str(seat)] for seat in seats])
            assert person.hear("welcome")["you"] == list(seats)
        yield person


def robot(strategy: str, **fields: Any) -> dict[str, Any]:
    """A robot's seat."""
    return {"kind": "robot", "strategy": strategy, **fields}


def play_on(everybody: Person) -> dict[str, Any]:
    """Whoever is to move fills the next box after one throw, until the game is over."""
    state = everybody.act("throw")
    while not state["over"]:
        if state["table"] is None:
            state = everybody.act("throw")
        else:
            state = everybody.act("fill", category=next(iter(state["previews"])))
    return state
