"""People at one table: invitations."""

import json

import pytest

from tests.web.tables import ANN, ANN_AND_BEN, TestClient, lay, play_on, seated, under_way

OPEN = {"kind": "person", "open": True}


def listed(client: TestClient, query: str = "") -> list[str]:
    return [one["id"] for one in client.get(f"/api/tables{query}").json()["tables"]]


def test_a_table_is_private_unless_it_is_listed_on_purpose(client: TestClient) -> None:
    private, public = lay(client, [*ANN, OPEN]), lay(client, [*ANN, OPEN], listed=True)
    assert listed(client) == [public["id"]]
    assert listed(client, f"?own={private['id']},nowhere") == [private["id"], public["id"]]
    assert client.get(f"/api/tables/{private['id']}").status_code == 200  # whoever has the link may come


@pytest.mark.parametrize("wish", [{"listed": 1}, {"listed": "yes"}])
def test_options_that_are_none_are_refused(client: TestClient, wish: dict[str, object]) -> None:
    answer = client.post("/api/tables", json={"seats": ANN, **wish})
    assert answer.status_code == 400
    assert answer.json()["sentence"].startswith(next(iter(wish)).capitalize())


def test_the_list_says_which_round_is_played_and_a_game_that_is_over_leaves_it(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny", listed=True)
    assert under_way(client, table)["round"] == 1
    with seated(client, table, 0, 1) as both:
        for _ in range(2):
            both.act("throw")
            both.act("fill", category="chance")
        both.act("throw")
        row = under_way(client, table)
        assert row["round"] == 2
        assert row["acted"] > row["created"]
        both.act("fill", category="ones")
        play_on(both)
    assert listed(client, f"?own={table['id']}") == []


def test_a_link_is_drawn_as_a_code_for_the_camera_of_a_telephone(client: TestClient) -> None:
    answer = client.post("/api/qr", json={"text": "http://127.0.0.1:8008/table/7kq2mxbt4hyp"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg ")
    assert "style" not in answer.text  # the policy of the pages refuses it
    for text in ("", "x" * 501, "a\nb", "\ud800", None, 7):
        refused = client.post("/api/qr", content=f'{{"text": {json.dumps(text)}}}')
        assert refused.status_code == 400, text
