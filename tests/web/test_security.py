"""Other origins, other names, other markup: nothing of that comes through."""

import asyncio
import re
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from fivedice.errors import ServerError
from fivedice.web.files import HERE
from fivedice.web.security import HEADERS, Guard, Names
from tests.web.tables import ANN, TestClient, application, lay, seated

PAGES = sorted((HERE / "pages").glob("*.html"))
MODULES = sorted((HERE / "static").rglob("*.js"))
ELSEWHERE = {"origin": "http://evil.example"}


@pytest.mark.parametrize("path", ["/", "/scores", "/api/variants", "/api/tables/none", "/static/none.js", "/nowhere"])
def test_every_answer_carries_the_policy(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers.get(name) for name in HEADERS} == HEADERS
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]


def test_a_mistake_of_ours_carries_the_policy_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with application(tmp_path / "games.sqlite") as client:
        monkeypatch.setattr("fivedice.web.hub.Hub.overview", None)
        lay(client, ANN, listed=True)
        lenient = TestClient(client.app, base_url=str(client.base_url), raise_server_exceptions=False)
        lenient.portal = client.portal  # the loop of the running application
        answer = lenient.get("/api/tables")
    assert answer.status_code == 500
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "Traceback" not in answer.text


def test_a_request_that_the_end_of_the_server_cuts_off_is_answered_with_a_sentence() -> None:
    async def cut_off(scope: Scope, receive: Receive, send: Send) -> None:
        raise asyncio.CancelledError

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        said.append(message)

    said: list[Message] = []
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
    asyncio.run(Guard(cut_off)(scope, receive, send))
    assert said[0]["status"] == 503
    assert b"The server is being stopped" in said[1]["body"]


def test_a_request_from_another_origin_is_refused(client: TestClient) -> None:
    answer = client.post("/api/tables", json={"seats": ANN}, headers=ELSEWHERE)
    assert (answer.status_code, "another origin" in answer.json()["sentence"]) == (403, True)
    assert client.get("/api/tables").json()["tables"] == []
    for strange in ("null", "", "http://[", "http://[::1", "://", "\xff"):
        headers = {"origin": strange.encode("latin-1")}
        assert client.post("/api/tables", json={"seats": ANN}, headers=headers).status_code == 403
    ours = {"origin": "http://127.0.0.1:8008"}
    assert client.post("/api/tables", json={"seats": ANN}, headers=ours).status_code == 201


def test_a_connection_from_another_origin_is_refused(client: TestClient) -> None:
    table = lay(client, ANN)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/ws/{table['id']}", headers=ELSEWHERE) as socket,
    ):
        socket.receive_json()
    with client.websocket_connect(f"/ws/{table['id']}", headers={"origin": "http://testserver"}) as socket:
        assert socket.receive_json()["type"] == "welcome"


def test_a_server_for_one_machine_answers_under_its_names_only(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite", names=Names()) as client:
        assert client.get("/api/variants").status_code == 200
        assert client.get("/api/variants", headers={"host": "localhost:8008"}).status_code == 200
        assert client.get("/api/variants", headers={"host": "[::1]:8008"}).status_code == 200
        for name in ("evil.example", "127.0.0.1.evil.example:8008", "192.168.1.7:8008", "", "[::"):
            assert client.get("/api/variants", headers={"host": name}).status_code == 421


def test_a_server_for_a_network_answers_under_addresses_and_the_names_it_was_given(tmp_path: Path) -> None:
    names = Names.of_network("https://Dice.example.org")
    with application(tmp_path / "games.sqlite", names=names) as client:
        for name in ("dice.example.org", "dice.example.org:8008", "192.168.1.7:8008", "[fe80::1]", "localhost"):
            assert client.get("/api/variants", headers={"host": name}).status_code == 200
        for name in ("evil.example", "192.168.1.7.evil.example", "dice.example.org.evil.example", "", "[::"):
            assert client.get("/api/variants", headers={"host": name}).status_code == 421
        behind_proxy = {"host": "127.0.0.1:8008", "origin": "https://dice.example.org"}
        assert client.post("/api/tables", json={"seats": ANN}, headers=behind_proxy).status_code == 201
        for origin in ("http://dice.example.org", "https://evil.example"):
            headers = behind_proxy | {"origin": origin}
            assert client.post("/api/tables", json={"seats": ANN}, headers=headers).status_code == 403


@pytest.mark.parametrize("url", ["dice.example.org", "ftp://dice.example.org", "https://", "https://a.example/dice"])
def test_a_public_url_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ServerError, match="is not of the form https://"):
        Names.of_network(url)


def test_a_request_that_the_browser_calls_cross_site_is_refused(client: TestClient) -> None:
    headers = {"sec-fetch-site": "cross-site"}
    assert client.post("/api/tables", json={"seats": ANN}, headers=headers).status_code == 403
    assert client.get("/", headers=headers).status_code == 200  # a link from elsewhere


def test_a_request_that_is_too_long_or_malformed_is_refused(client: TestClient) -> None:
    wrong = (b'{"seats": 3}', b'{"seats": [{}], "speed": []}', b'{"seats": [{}], "variant": {}}')
    for body in (b"", b"{", b"[]", *wrong, b"[" * 10_000, b'{"seats": [' + b" " * 20_000 + b"]}"):
        answer = client.post("/api/tables", content=body)
        assert answer.status_code == 400
        assert answer.json()["sentence"].endswith(".")


@pytest.mark.parametrize(
    "seat",
    [
        7,
        {"kind": "ghost"},
        {"kind": "robot"},
        {"kind": "robot", "strategy": 3},
        {"name": 7},
        {"name": "a\nb"},
        {"name": "x" * 100},
        {"name": "Ann"},
    ],
)
def test_a_seat_that_cannot_be_is_refused(client: TestClient, seat: object) -> None:
    answer = client.post("/api/tables", json={"seats": [*ANN, seat]})
    assert answer.status_code == 400
    assert answer.json()["sentence"].endswith(".")
    assert client.get("/api/tables").json()["tables"] == []


@pytest.mark.parametrize("count", [0, 9])
def test_a_table_has_one_to_eight_seats(client: TestClient, count: int) -> None:
    answer = client.post("/api/tables", json={"seats": [{}] * count})
    assert "1 to 8" in answer.json()["sentence"]


def test_tokens_and_the_seed_are_told_to_nobody_else(client: TestClient) -> None:
    table = lay(client, ANN)
    with seated(client, table, 0) as ann, seated(client, table) as other:
        ann.act("throw")
        told = f"{other.heard}{other.state(seq=2)}"
        for path in ("tables", f"tables/{table['id']}", f"record/{table['id']}.json"):
            told += client.get(f"/api/{path}").text
    assert table["tokens"]["0"] not in told
    assert '"seed": null' in told
    assert "'seed': None" in told


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_hold_nothing_that_the_policy_refuses(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", text)
    assert not re.findall(r"<style\b|\sstyle=|\son[a-z]+\s*=|javascript:", text)
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", text)
    for name in re.findall(r"\"/static/([^\"]+)\"", text):
        assert (HERE / "static" / name).is_file(), name


@pytest.mark.parametrize("module", [one for one in MODULES if one.parent.name != "vendor"], ids=lambda one: one.name)
def test_what_people_type_is_never_made_markup(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)
    assert not re.findall(r"""(?:from|import|import\()\s*["'](?:https?:)?//""", text)
