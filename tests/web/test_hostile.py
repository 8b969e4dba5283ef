"""No request and no message, whatever bytes it is made of, is answered with a server error."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fivedice.table.store import Store
from fivedice.web.app import create_app
from tests.web.strange import DEEP, TEXTS, VALUES, strange_message
from tests.web.tables import ANN, TestClient, lay

PATHS = (
    "/api/tables/{}", "/api/tables/{}/rules", "/api/report/{}", "/api/chances/{}", "/api/record/{}.json",
    "/api/record/{}.csv", "/api/record/x.{}", "/api/player/{}", "/api/scores?variant={}", "/api/scores?kind={}",
    "/api/scores?limit={}", "/api/strategies?variant={}", "/api/tables?own={}", "/table/{}", "/report/{}", "/rules/{}",
    "/player/{}", "/static/{}", "/{}",
)  # fmt: skip
WISHES = ("variant", "speed", "listed", "seats", "seed", "position", "open", "name", "kind", "strategy", "physical")


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[TestClient]:
    """A client that is shown server errors as a browser is."""
    with Store(tmp_path / "games.sqlite") as store:
        app = create_app(store, wake=False, tables_per_minute=100_000)
        with TestClient(app, base_url="http://127.0.0.1:8008", raise_server_exceptions=False) as client:
            yield client


def quoted(text: str) -> str:
    """Every byte of a text in an address, lone surrogates too."""
    return "".join(f"%{byte:02x}" for byte in text.encode(errors="surrogatepass"))


def test_no_address_is_a_server_error(stranger: TestClient) -> None:
    texts = (*map(quoted, TEXTS), "%ff%fe", "%c3", "%ed%a0%80")
    asked = [path.format(text) for number, path in enumerate(PATHS) for text in texts[number % 3 :: 3]]
    found = {path: stranger.get(path).status_code for path in asked}
    assert {path: status for path, status in found.items() if status >= 500} == {}


def test_no_body_is_a_server_error(stranger: TestClient) -> None:
    random = Random(17)
    for number in range(100):
        body: dict[str, Any] = {"variant": "yacht", "seats": [{"kind": "person", "name": "Ann"}]}
        target = random.choice((body, body["seats"][0]))
        target[random.choice(WISHES)] = random.choice(VALUES)
        content = json.dumps(body).encode()
        if number % 5 == 0:
            cut = random.randrange(len(content))
            content = content[:cut] + random.randbytes(3) + content[cut + 3 :]
        answer = stranger.post("/api/tables", content=content)
        assert answer.status_code < 500, (content, answer.text)
    broken = (b"", b"\xff", b"\0", DEEP.encode(), b'{"seats":' + DEEP.encode(), b"9" * 16_000, b"[" + b"1," * 8000)
    for path in ("/api/tables", "/api/qr"):
        assert {stranger.post(path, content=content).status_code for content in broken} == {400}


def test_no_message_ends_a_table(stranger: TestClient) -> None:
    random, table = Random(17), lay(stranger, ANN)
    for _ in range(12):
        with stranger.websocket_connect(f"/ws/{table['id']}") as socket:
            socket.send_json({"do": "join", "tokens": [table["tokens"]["0"]]})
            for message in (strange_message(random) for _ in range(18)):
                if isinstance(message, bytes):
                    socket.send_bytes(message)
                else:
                    socket.send_text(message)
            socket.send_json({"do": "end"})
            while 'asks for "end"' not in socket.receive_json().get("sentence", ""):
                pass
    assert stranger.get(f"/api/tables/{table['id']}").status_code == 200
