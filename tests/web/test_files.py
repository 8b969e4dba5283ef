"""Pages and static files: what browsers may keep, and for how long."""

import re
from pathlib import Path

import pytest

from fivedice.web.files import HERE, Files
from tests.web.tables import TestClient, lay

STATIC = HERE / "static"
REFERENCE = re.compile(r"""(?:from |import\(|import |url\()"([^"]+)\"""")
"""What a module imports, in code or in a type, and what a stylesheet shows."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pages").mkdir()
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "a.js").write_text("export const one = 1;")
    (tmp_path / "pages" / "lobby.html").write_text('<script type="module" src="/static/a.js"></script>')
    return tmp_path


def test_a_changed_file_changes_its_address(folder: Path) -> None:
    before = Files(folder).version
    (folder / "static" / "a.js").write_text("export const one = 2;")
    after = Files(folder)
    assert before != after.version
    assert f'"/static/{after.version}/a.js"' in bytes(after.page("lobby").body).decode()


def test_files_are_read_once_unless_they_are_wanted_fresh(folder: Path) -> None:
    kept, fresh = Files(folder), Files(folder, fresh=True)
    for files in (kept, fresh):
        files.page("lobby")
    (folder / "pages" / "lobby.html").write_text("new")
    assert b"a.js" in bytes(kept.page("lobby").body)
    assert bytes(fresh.page("lobby").body) == b"new"


def test_a_missing_page_says_so(folder: Path) -> None:
    answer = Files(folder).page("scores")
    assert (answer.status_code, b"install fivedice again" in bytes(answer.body)) == (500, True)


def test_versioned_files_are_kept_for_ever_and_others_are_not(client: TestClient) -> None:
    page = client.get("/table/any")
    assert page.headers["cache-control"] == "no-cache"
    address = re.findall(r'"(/static/[0-9a-f]{12}/[^"]+\.js)"', page.text)[0]
    file = client.get(address)
    assert (file.status_code, file.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert "immutable" in file.headers["cache-control"]
    plain = client.get(re.sub("/[0-9a-f]{12}/", "/", address))
    assert (plain.content, plain.headers["cache-control"]) == (file.content, "no-cache")
    older = client.get(re.sub("/[0-9a-f]{12}/", "/0123456789ab/", address))
    assert (older.content, older.headers["cache-control"]) == (file.content, "no-cache")


@pytest.mark.parametrize("path", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "/etc/passwd", "x/../../app.py", ""])
def test_nothing_else_is_served(client: TestClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/learn",
        "/rules/yatzy",
        "/table/{id}",
        "/report/{id}",
        "/scores",
        "/player/Ann",
        "/lab",
        "/lab/analyse",
        "/lab/strategies",
    ],
)
def test_every_page_is_there(client: TestClient, path: str) -> None:
    answer = client.get(path.format(id=lay(client, [{"kind": "person"}])["id"]))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")


@pytest.mark.parametrize("path", ["/table/x", "/report/x", "/rules/chess", "/rules/yahtzee (dice=0)", "/else/where"])
def test_what_is_not_there_has_a_page_for_people_and_a_sentence_for_programs(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={"accept": "text/html"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "Start a new game" in answer.text
    program = client.get("/api/nothing")
    assert (program.status_code, program.json()) == (404, {"sentence": "There is nothing at this address."})
    assert client.post("/scores").status_code == 405


def test_every_static_file_is_in_the_folder_of_its_page_or_in_the_shared_one() -> None:
    folders = {path.name for path in STATIC.iterdir()}
    assert folders == {path.stem.partition("-")[0] for path in (HERE / "pages").glob("*.html")} - {"missing"} | {
        "shared",
        "vendor",
    }


OWN = [path for path in STATIC.rglob("*.*s*") if path.suffix in (".js", ".css") and path.parent.name != "vendor"]


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_what_a_static_file_refers_to_is_shared_or_beside_it(path: Path) -> None:
    for name in REFERENCE.findall(path.read_text(encoding="utf-8")):
        found = (path.parent / name).resolve()
        assert found.is_file(), name
        assert found.parent in (path.parent, STATIC / "shared", STATIC / "vendor"), name
