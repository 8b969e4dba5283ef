"""Names and the coach change nothing about the dice on the table; who was coached is told for ever."""

from typing import Any

import pytest

from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.store import Store
from tests.web.tables import ANN, ANN_AND_BEN, TINY, Person, TestClient, application, lay, play_on, robot, seated

HELD = [True, False, False, True, False]


@pytest.fixture(scope="module")
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def test_a_new_name_leaves_held_dice_where_they_are(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN)
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
        thrown = ann.act("throw")
        ann.say("hold", held=HELD)
        ben.hear("held")
        ben.say("rename", seat=1, name="Benno")
        state = ann.state(seq=thrown["seq"] + 1)
        assert (state["held"], state["point"]) == (HELD, thrown["point"])


def test_a_new_name_does_not_refuse_what_somebody_has_just_decided(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN)
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
        thrown = ann.act("throw")
        ben.say("rename", seat=1, name="Benno")
        ben.state(seq=thrown["seq"] + 1)
        ann.say("throw", held=HELD, point=thrown["point"])
        assert ann.state(point=thrown["point"] + 1)["throw_number"] == 2
        ann.say("fill", category="chance", point=thrown["point"])
        assert "out of order" in ann.hear("error")["sentence"]
        assert ann.hear("state")["throw_number"] == 2


def test_a_hold_that_comes_after_the_dice_were_thrown_again_is_ignored(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN)
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
        thrown = ann.act("throw")
        ann.act("fill", category="chance")
        ann.say("hold", held=HELD, point=thrown["point"])
        ann.say("rename", seat=0, name="Anna")
        ann.state()
        ben.state(seq=thrown["seq"] + 2)
        assert not {"held", "error"} & {message["type"] for one in (ann, ben) for message in one.heard}


def test_advice_belongs_to_the_dice_whatever_names_are(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
        ann.say("coach", on=True)
        point = ann.act("throw")["point"]
        ben.say("rename", seat=1, name="Benno")
        assert ann.hear("coach")["point"] == point
        assert ann.hear("outlook")["point"] == point
        assert client.get(f"/api/tables/{table['id']}").json()["point"] == point


def test_a_robot_that_waits_for_real_dice_goes_on_waiting_when_somebody_is_renamed(client: TestClient) -> None:
    table = lay(client, [robot("greedy", physical=True), *ANN])
    with seated(client, table, 0, 1) as both:
        both.act("throw", shown=[6, 6, 6, 6, 1])
        wanted: dict[str, Any] = {}
        while not wanted.get("wants"):
            wanted = both.state(throw_number=1)
        both.say("rename", seat=1, name="Anna")
        assert both.state(seq=wanted["seq"] + 1)["wants"] == wanted["wants"]
        assert both.act("throw", shown=[6])["table"] == [6] * 5


def test_a_seat_is_not_renamed_without_end(client: TestClient) -> None:
    with seated(client, lay(client, ANN), 0) as ann:
        for number in range(20):
            ann.act("rename", seat=0, name=f"Ann {number}")
        assert "20 times" in ann.act("rename", seat=0, name="Ann")["sentence"]


def test_long_and_invisible_names_are_refused(client: TestClient) -> None:
    with seated(client, lay(client, ANN), 0) as ann:
        for name in ("x" * 25, "A\nB", "\u200b", " "):
            assert ann.act("rename", seat=0, name=name)["about"] == "rename"
        assert ann.act("rename", seat=0, name=" Anna  Lee ")["seats"][0]["name"] == "Anna Lee"


# -------------------------------------------------------------------------------------------- who was coached


def coached(person: Person) -> list[bool]:
    last = next(message for message in reversed(person.heard) if message["type"] == "state")
    return [seat["coached"] for seat in last["seats"]]


def test_whoever_is_advised_about_own_dice_is_marked_and_nobody_else(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
        ann.act("throw")
        ann.act("fill", category="chance")
        ben.state(mover=1)
        ann.say("coach", on=True)  # at the turn of Ben, whose dice are not hers
        ben.act("throw")
        ann.hear("coach")
        assert coached(ann) == [False, False]
        ben.act("fill", category="chance")
        ann.state(mover=0)
        ann.act("throw")
        ann.hear("coach")
        assert coached(ann) == [True, False]
    assert [seat["coached"] for seat in client.get(f"/api/tables/{table['id']}").json()["seats"]] == [True, False]


def test_a_window_without_a_seat_that_is_advised_marks_whose_turn_it_is(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, table, 0) as ann, seated(client, table) as guest:
        guest.say("coach", on=True)
        ann.act("throw")
        guest.hear("coach")
        assert coached(guest) == [True, False]


def test_a_coached_score_stands_in_a_list_of_its_own_and_is_marked_in_the_record(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, table, 0) as ann, seated(client, table, 0, 1) as both:
        ann.say("coach", on=True)
        both.act("throw")
        ann.hear("coach")
        both.state(seq=3)
        both.act("fill", category="chance")
        play_on(both)
    for kind, name in (("person", "Ben"), ("coached", "Ann")):
        (row,) = client.get(f"/api/scores?variant=tiny&kind={kind}").json()["scores"]
        assert (row["name"], row["list"], row["coached"]) == (name, kind, kind == "coached")
    assert client.get("/api/player/Ann").json()["games"][0]["coached"] is True
    events = client.get(f"/api/record/{table['id']}.json").json()["events"]
    assert [event["seat"] for event in events if event["event"] == "coached"] == [0]


# ------------------------------------------------------------------------------------------ what a restart keeps


def test_a_restart_keeps_speed_and_rematch(database: str) -> None:
    with application(database) as first:
        table = lay(first, ANN, variant="tiny")
        with seated(first, table, 0) as ann:
            ann.say("speed", speed="fast")
            ann.state(speed="fast")
            play_on(ann)
            ann.say("rematch")
            new = ann.hear("rematch")["id"]
    with application(database) as second:
        state = second.get(f"/api/tables/{table['id']}").json()
        assert (state["speed"], state["rematch"]) == ("fast", new)
        assert second.get(f"/api/tables/{new}").json()["speed"] == "fast"


def test_the_rematch_of_a_game_from_a_position_starts_with_empty_cards(database: str) -> None:
    game = Game.begin(TINY, [Seat("Ann")], options={"position": "1=2,D=10", "seed": 7})
    with Store(database) as store:
        store.create_at_terminal(game)
        table = {"id": game.id, "tokens": {"0": store.settings(game.id)["token"]}}
    with application(database) as client:
        with seated(client, table, 0) as ann:
            assert ann.act("throw")["seats"][0]["card"] == {"ones": 2, "double": 10}
            assert ann.act("fill", category="chance")["over"]
            ann.say("rematch")
            new = ann.hear("rematch")["id"]
        assert client.get(f"/api/tables/{new}").json()["seats"][0]["card"] == {}
    with Store(database) as store:
        assert store.load(new).options == {"speed": "normal", "open": []}


def test_somebody_gets_to_type_the_dice_of_a_robot_whose_typist_has_left(client: TestClient) -> None:
    table = lay(client, [*ANN, robot("greedy", physical=True)], variant="tiny")
    with seated(client, table, 0) as ann:
        with seated(client, table, 0, 1) as both:
            while True:
                both.act("throw")
                state = both.act("fill", category=next(iter(both.heard[-1]["previews"])))
                while not state["over"] and state["mover"] == 1:
                    if state["wants"]:
                        both.say("throw", shown=[1] * state["wants"]["count"], point=state["point"])
                    state = both.state()
                if state["over"]:
                    break
        ann.state(over=True)
        ann.say("rematch")
        mine = table["tokens"]["0"]
        assert ann.hear("rematch")["tokens"] == {"0": mine, "1": mine}
