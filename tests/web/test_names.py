"""Names at a server: nobody appears under that of another device."""

import pytest

from fivedice.rules import VARIANTS
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.store import Store
from fivedice.web import names
from tests.web.tables import ANN, TestClient, application, lay, seated

ANNS, BENS = "a" * 32, "b" * 32
OPEN = {"kind": "person", "open": True}


def create(client: TestClient, *people: str, device: str = "", **robot: str) -> tuple[int, str]:
    """The status of a new table, and its sentence if there is one."""
    seats = [{"kind": "person", "name": name} for name in people] + ([{"kind": "robot", **robot}] if robot else [])
    answer = client.post("/api/tables", json={"variant": "tiny", "seats": seats, "device": device})
    return answer.status_code, answer.json().get("sentence", "")


def ask(client: TestClient, what: str = "", **wish: str) -> dict[str, str]:
    found: dict[str, str] = client.post(f"/api/names{what}", json=wish).json()
    return found


def test_a_new_table_claims_names_that_no_other_device_can_use(client: TestClient) -> None:
    assert create(client, "Ann", device=ANNS)[0] == 201
    status, sentence = create(client, "\u0410nn", device=BENS)  # the first letter is Cyrillic
    assert status == 409
    assert sentence.startswith("The name \u0410nn belongs to another device; choose another, or open the page of ")
    assert create(client, "Ben", "Ann", device=BENS)[0] == 409
    assert create(client, "ann")[0] == 409  # a program that has no secret
    assert [create(client, "ANN", device=ANNS)[0], create(client, "Ben", device=BENS)[0]] == [201, 201]
    assert [ask(client, name="Ann", device=one)["standing"] for one in (ANNS, BENS)] == ["own", "taken"]
    assert create(client, "Ann", device="short")[0] == 400


def test_people_without_names_and_with_names_of_nobody_always_play(client: TestClient) -> None:
    for device in (ANNS, BENS):
        for seats in ([{"kind": "person"}], [{"name": "Player 1"}, {"name": "Player 2"}], [{"name": "Optimal"}]):
            body = {"variant": "tiny", "seats": seats, "device": device}
            assert client.post("/api/tables", json=body).status_code == 201
    assert ask(client, name="Player 1", device=ANNS)["standing"] == "free"


def test_whoever_sits_down_or_is_renamed_needs_a_name_of_their_own(client: TestClient) -> None:
    create(client, "Ann", device=ANNS)
    table = lay(client, [{"kind": "person", "name": "Ben"}, OPEN, OPEN], variant="tiny")
    with seated(client, table, 0) as ben, seated(client, table) as guest:
        for fields in ({"name": "AΝN"}, {"name": "Ann", "bot": True}, {"name": "Ann", "device": BENS}):
            guest.say("join", seat=1, **fields)
            error = guest.hear("error")
            assert error["about"] == "join"
            assert "belongs to another device" in error["sentence"]
        ben.say("rename", seat=0, name="Ann", device=BENS)
        assert ben.hear("error")["about"] == "rename"
        guest.say("rename", seat=0, name="Zoë", device=BENS)  # the seat is not theirs: nothing is claimed
        guest.hear("error")
        assert ask(client, name="Zoë", device=ANNS)["standing"] == "free"
        guest.say("join", seat=1, name="Ann", device=ANNS)
        assert guest.hear("welcome")["you"] == [1]
        ben.say("rename", seat=0, name="Cleo", device=BENS)
        while ben.hear("state")["seats"][0]["name"] != "Cleo":
            pass
    assert ask(client, name="Cleo", device=BENS)["standing"] == "own"


def test_a_robot_gets_a_number_where_its_name_is_a_persons(client: TestClient) -> None:
    create(client, "Bold", device=ANNS)
    body = {"variant": "tiny", "seats": [*ANN, {"kind": "robot", "strategy": "random", "name": "Bold"}]}
    table = client.post("/api/tables", json=body).json()["id"]
    assert [seat["name"] for seat in client.get(f"/api/tables/{table}").json()["seats"]] == ["Ann", "Bold 2"]


def test_a_link_moves_a_name_once_and_either_device_can_stop_using_it(client: TestClient) -> None:
    create(client, "Ann", device=ANNS)
    assert "does not belong to this device" in ask(client, "/link", name="Ann", device=BENS)["sentence"]
    code = ask(client, "/link", name="Ann", device=ANNS)["code"]
    assert ask(client, "/move", code=code, device=BENS) == {"name": "Ann"}
    assert "was used already" in ask(client, "/move", code=code, device="c" * 32)["sentence"]
    assert [create(client, "Ann", device=one)[0] for one in (ANNS, BENS)] == [201, 201]
    ask(client, "/leave", name="Ann", device=ANNS)
    assert create(client, "Ann", device=ANNS)[0] == 409


@pytest.mark.parametrize(
    "wish", [{}, {"name": 7, "device": ANNS}, {"name": "Ann"}, {"name": "\u3164", "device": ANNS}, {"device": [1]}]
)
def test_questions_about_names_that_make_no_sense_are_refused(client: TestClient, wish: dict[str, object]) -> None:
    for path in ("", "/link", "/move", "/leave"):
        assert client.post(f"/api/names{path}", json=wish).status_code == 400


@pytest.mark.usefixtures("no_limit_recovers")
def test_an_address_claims_a_limited_number_of_names(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "NAMES_PER_MINUTE", 3)
    with application(database) as client:
        assert [create(client, f"Zoe {n}", device=ANNS)[0] for n in (2, 3, 4, 5)] == [201, 201, 201, 429]
        assert create(client, "Zoe 2", device=ANNS)[0] == 201
        assert client.post("/api/names/move", json={"code": "x", "device": BENS}).status_code == 429


def test_the_owner_of_the_database_plays_under_any_name_in_the_terminal(database: str) -> None:
    with Store(database) as store:
        store.use_names(["Ann"], ANNS)
        store.create_at_terminal(Game.begin(VARIANTS["yahtzee"][0], [Seat("Ann")]))
        assert len(store.games(player="Ann")) == 1
