"""A table over its WebSocket: who may do what, and what everybody sees."""

from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from fivedice.rules import State, score, variant
from fivedice.table.store import new_token
from tests.web.tables import ANN, ANN_AND_BEN, TINY, TestClient, application, lay, seated, under_way

YAHTZEE = variant("yahtzee")


def test_the_table_speaks_first(client: TestClient) -> None:
    table = lay(client, ANN)
    with client.websocket_connect(f"/ws/{table['id']}") as socket:
        assert socket.receive_json() == {"type": "welcome", "you": [], "tokens": {}}
        state = socket.receive_json()
    assert (state["type"], state["seq"], state["mover"], state["table"]) == ("state", 1, 0, None)
    assert [box["name"] for box in state["categories"]] == list(YAHTZEE.index)
    assert client.get(f"/api/tables/{table['id']}").json()["seats"] == state["seats"]


def test_a_whole_game_ends_with_ranks_and_the_seed(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, table, 0, 1) as both:
        state = both.act("throw")
        while not state["over"]:
            assert state["seed"] is None
            if state["table"] is None:
                state = both.act("throw")
            elif state["throws_left"]:
                state = both.act("throw", held=[True, False])
            else:
                state = both.act("fill", category=next(iter(state["previews"])))
    totals = [seat["total"] for seat in state["seats"]]
    assert state["rank"] == [1 + sum(other > total for other in totals) for total in totals]
    assert len(state["seed"]) == 64
    assert all(len(seat["card"]) == TINY.turns for seat in state["seats"])


def test_previews_are_what_the_rules_pay(client: TestClient) -> None:
    with seated(client, lay(client, ANN), 0) as ann:
        state = ann.act("throw")
        roll = tuple(sorted(state["table"]))
        expected = {one.name: score(YAHTZEE, State(), roll, one).points for one in YAHTZEE.categories}
        assert {name: one["points"] for name, one in state["previews"].items()} == expected
        best = max(expected, key=lambda name: expected[name])
        after = ann.act("fill", category=best)
        assert after["seats"][0]["card"] == {best: expected[best]}
        assert after["last"] == {"what": "fill", "seat": 0, "category": best, "points": expected[best], "bonus": 0}


def test_held_dice_lie_still(client: TestClient) -> None:
    with seated(client, lay(client, ANN), 0) as ann:
        before = ann.act("throw")["table"]
        state = ann.act("throw", held=[True, False, True, False, False])
    assert (state["table"][0], state["table"][2]) == (before[0], before[2])
    assert state["thrown"] == [False, True, False, True, True]
    assert (state["throw_number"], state["throws_left"]) == (2, 1)


# ------------------------------------------------------------------------------------------------ refusals


def test_only_the_holder_of_a_seat_acts_for_it(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN)
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben, seated(client, table) as nobody:
        for other in (ben, nobody):
            for wish in ({"do": "throw"}, {"do": "fill", "category": "ones"}, {"do": "hold", "held": [False] * 5}):
                other.say(**wish, point=0)
                assert "turn of Ann, whose seat is not yours" in other.hear("error")["sentence"]
            other.say("rename", seat=0, name="Mallory")
            assert "Only the connection that holds a seat" in other.hear("error")["sentence"]
        nobody.say("speed", speed="fast")
        assert "Only players" in nobody.hear("error")["sentence"]
        assert ann.act("throw")["seq"] == 2


@pytest.mark.parametrize("tokens", [[], ["x"], ["", "\U0001f3b2"], ["a" * 3000]])
def test_a_wrong_token_opens_no_seat(client: TestClient, tokens: list[str]) -> None:
    with seated(client, lay(client, ANN)) as stranger:
        stranger.say("join", tokens=tokens)
        assert "None of these tokens opens a seat" in stranger.hear("error")["sentence"]
        stranger.say("throw", point=0)
        assert "not yours" in stranger.hear("error")["sentence"]


def test_a_token_of_one_table_opens_no_seat_at_another(client: TestClient) -> None:
    one, other = lay(client, ANN), lay(client, ANN)
    with seated(client, other) as stranger:
        stranger.say("join", tokens=list(one["tokens"].values()))
        assert "None of these tokens" in stranger.hear("error")["sentence"]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"do": "throw", "held": [True] * 4, "point": 1}, "for each of the 5 dice"),
    ({"do": "throw", "held": [True] * 6, "point": 1}, "for each of the 5 dice"),
    ({"do": "throw", "held": [True] * 5, "point": 1}, "nothing to roll"),
    ({"do": "throw", "held": [1, 0, 0, 0, 0], "point": 1}, "a list of true and false"),
    ({"do": "throw", "shown": [6, 6, 6, 6, 6], "point": 1}, "cannot be typed"),
    ({"do": "throw", "point": 0}, "out of order"),
    ({"do": "throw", "point": 2}, "out of order"),
    ({"do": "throw"}, "out of order"),
    ({"do": "fill", "category": "ninety", "point": 1}, "not on this card"),
    ({"do": "fill", "point": 1}, "not on this card"),
    ({"do": "fill", "category": 7, "point": 1}, "it must be text"),
    ({"do": "fill", "category": "chance", "point": 98}, "out of order"),
    ({"do": "undo", "point": 1}, "cannot be taken back"),
    ({"do": "hold", "held": [True]}, "for each of the 5 dice"),
    ({"do": "rematch"}, "not over"),
    ({"do": "rename", "seat": 1, "name": "Ann"}, "Only the connection that holds a seat"),
    ({"do": "rename", "seat": 0, "name": ""}, "1 to 24 characters"),
    ({"do": "rename", "seat": 0, "name": "Ben"}, "taken"),
    ({"do": "speed", "speed": "warp"}, "must be one of slow"),
    ({"do": "join", "seat": 1, "name": "Eve"}, "not open"),
    ({"do": "join", "seat": -1, "name": "Eve"}, "not open"),
    ({"do": "cheat"}, "must be one of"),
    ({"do": ["throw"]}, "must be one of"),
    ({}, "must be one of"),
]


@pytest.mark.parametrize(("wish", "sentence"), REFUSED)
def test_what_is_not_allowed_is_refused_and_nothing_happens(
    client: TestClient, wish: dict[str, Any], sentence: str
) -> None:
    table = lay(client, ANN_AND_BEN)
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
        before = ann.act("throw")
        ann.socket.send_json(wish)
        assert sentence in ann.hear("error")["sentence"]
        after = ann.act("fill", category="chance")
        assert (after["seq"], after["seats"][0]["card"]) == (3, {"chance": sum(before["table"])})
        assert [ben.hear("state")["seq"] for _ in range(2)] == [2, 3]
        assert not [message for message in ben.heard if message["type"] == "error"]


def test_a_filled_box_stays_as_it_is(client: TestClient) -> None:
    with seated(client, lay(client, ANN), 0) as ann:
        ann.act("throw")
        points = ann.act("fill", category="chance")["seats"][0]["card"]["chance"]
        ann.act("throw")
        assert ann.act("fill", category="chance")["sentence"] == "Cannot score Chance: already filled."
        assert ann.act("fill", category="ones")["seats"][0]["card"]["chance"] == points


def test_a_fourth_throw_is_refused(client: TestClient) -> None:
    with seated(client, lay(client, ANN), 0) as ann:
        for _ in range(3):
            ann.act("throw")
        assert "All 3 rolls" in ann.act("throw")["sentence"]


MALFORMED = ["", "{", "[]", "7", '"x"', "null", "\x00", '{"do": "undo", "point": NaN}', '{"do": "hold", "held": {}}']


@pytest.mark.parametrize("text", [*MALFORMED, "[" * 4000, '{"do": "rename", "name": "' + "x" * 5000 + '"}'])
def test_a_malformed_or_oversized_message_is_refused_and_the_connection_kept(client: TestClient, text: str) -> None:
    table = lay(client, ANN_AND_BEN)
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
        ann.socket.send_text(text)
        assert ann.hear("error")["sentence"].endswith(".")
        ann.socket.send_bytes(text.encode())
        assert ann.hear("error")["sentence"].endswith(".")
        assert ann.act("throw")["seq"] == 2
        assert ben.state(seq=2)["table"]


def test_whoever_goes_on_sending_nonsense_is_cut_off_and_nobody_else(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN)
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
        for _ in range(100):
            ben.socket.send_text("nonsense")
        with pytest.raises(WebSocketDisconnect) as cut:
            all(ben.hear("error") for _ in range(200))
        assert cut.value.code == 1008
        assert ann.act("throw")["seq"] == 2


@pytest.mark.usefixtures("no_limit_recovers")
def test_too_many_messages_at_once_are_refused(client: TestClient) -> None:
    with seated(client, lay(client, ANN), 0) as ann:
        for _ in range(70):
            ann.say("hold", held=[False] * 5)
        assert "Too many messages" in ann.hear("error")["sentence"]


def test_a_table_that_does_not_exist_says_so(client: TestClient) -> None:
    with client.websocket_connect("/ws/nowhere") as socket:
        assert "not in the database" in socket.receive_json()["sentence"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 4404
    assert client.get("/api/tables/nowhere").status_code == 404


def test_where_all_tables_are_taken_the_one_that_was_left_first_makes_room(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivedice.web.hub.MOST_TABLES", 2)
    first, second = lay(client, ANN), lay(client, ANN)
    with seated(client, first, 0) as ann:
        thrown = ann.act("throw")["table"]
    third = lay(client, ANN)  # in the place of the second
    with seated(client, first, 0) as ann, seated(client, third, 0):
        assert ann.state_now["table"] == thrown
        answer = client.post("/api/tables", json={"speed": "off", "seats": ANN})
        assert (answer.status_code, answer.json()["sentence"][:19]) == (400, "All 2 tables are ta")
    with seated(client, second, 0) as ann:
        ann.act("throw")


# --------------------------------------------------------------------------------------------- who is there


def test_an_open_seat_is_taken_once(client: TestClient) -> None:
    table = lay(client, [*ANN, {"kind": "person", "open": True}])
    assert list(table["tokens"]) == ["0"]
    with seated(client, table, 0) as ann, seated(client, table) as ben, seated(client, table) as cleo:
        assert [seat["open"] for seat in ann.heard[1]["seats"]] == [False, True]
        ben.say("join", seat=1, name="Ben")
        token = ben.hear("welcome")["tokens"]["1"]
        cleo.say("join", seat=1, name="Cleo")
        assert "not open" in cleo.hear("error")["sentence"]
        state = ann.state(seq=2)
        assert [(seat["name"], seat["open"]) for seat in state["seats"]] == [("Ann", False), ("Ben", False)]
    with seated(client, {**table, "tokens": {"1": token}}, 1) as ben:
        assert ben.hear("presence")["connected"] == [False, True]


def test_a_page_brings_its_own_token_so_that_a_lost_answer_locks_nobody_out(client: TestClient) -> None:
    table, token = lay(client, [{"kind": "person", "open": True}]), new_token()
    with seated(client, table) as ben:
        for bad in ("", "short", "x" * 65, f"{token}!"):
            ben.say("join", seat=0, name="Ben", tokens=[bad])
            assert "not a token" in ben.hear("error")["sentence"]
        ben.say("join", seat=0, name="Ben", tokens=[token])
        assert ben.hear("welcome") == {"type": "welcome", "you": [0], "tokens": {"0": token}}
        ben.say("join", seat=0, name="Ben", tokens=[token])
        assert ben.hear("welcome")["you"] == [0]
    with seated(client, {**table, "tokens": {"0": token}}, 0) as again:
        assert again.act("throw")["table"]


def test_everybody_sees_who_is_there(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN)
    with seated(client, table, 0) as ann:
        with seated(client, table, 1):
            while (said := ann.hear("presence"))["connected"] != [True, True]:
                pass
            assert said == {"type": "presence", "connected": [True, True], "away": [None, None], "watching": 0}
        while (said := ann.hear("presence"))["connected"] != [True, False]:
            pass
        assert (said["away"], said["watching"]) == ([None, 0], 0)
        assert under_way(client, table)["connected"] == 1


def test_others_see_which_dice_are_held(client: TestClient) -> None:
    table = lay(client, ANN)
    held = [True, False, False, True, False]
    with seated(client, table, 0) as ann, seated(client, table) as spectator:
        ann.act("throw")
        ann.say("hold", held=held)
        assert spectator.hear("held")["held"] == held
    with seated(client, table) as later:
        assert later.heard[-1]["held"] == held


def test_names_are_text(client: TestClient) -> None:
    name = '<img src=x onerror="1">'
    with seated(client, lay(client, ANN), 0) as ann:
        assert ann.act("rename", seat=0, name=name)["seats"][0]["name"] == name


def test_whoever_comes_back_finds_everything_as_it_was(client: TestClient) -> None:
    table = lay(client, ANN)
    with seated(client, table, 0) as ann:
        before = ann.act("throw")
    with seated(client, table, 0) as again:
        state = next(message for message in again.heard if message["type"] == "state")
        assert [state[key] for key in ("seq", "table", "mover")] == [before[key] for key in ("seq", "table", "mover")]
        assert again.act("throw", held=[True] * 4 + [False])["seq"] == before["seq"] + 1


def test_an_application_started_anew_loses_nothing(database: str) -> None:
    with application(database) as first:
        table = lay(first, [*ANN, {"kind": "person", "open": True}])
        with seated(first, table, 0) as ann:
            before = ann.act("throw")
    with application(database) as second:
        assert under_way(second, table)["open"] == 1
        with seated(second, table, 0) as ann:
            state = next(message for message in ann.heard if message["type"] == "state")
            assert {**state, "seats": 0, "watching": 0} == {**before, "seats": 0, "watching": 0}
            after = ann.act("throw", held=[True] * 4 + [False])
            assert after["table"][:4] == before["table"][:4]


def test_a_rematch_brings_everybody_to_a_new_table(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, table, 0, 1) as both, seated(client, table) as spectator:
        while not both.act("throw")["over"]:
            state = both.act("fill", category=next(iter(both.heard[-1]["previews"])))
            if state["over"]:
                break
        spectator.say("rematch")
        assert "Only players" in spectator.hear("error")["sentence"]
        both.say("rematch")
        new = both.hear("rematch")
        assert new["tokens"] == table["tokens"]  # so that whoever misses this message can still sit down
        assert spectator.hear("rematch") == {**new, "tokens": {}}
        both.say("rematch")
        assert "begun already" in both.hear("error")["sentence"]
        assert client.get(f"/api/tables/{table['id']}").json()["rematch"] == new["id"]
    with seated(client, new, 0) as ann:
        assert ann.act("throw")["table"]


# ------------------------------------------------------------------------------------------- real dice


def test_real_dice_show_what_is_typed(client: TestClient) -> None:
    with seated(client, lay(client, [{**ANN[0], "physical": True}]), 0) as ann:
        assert ann.heard[1]["wants"] == {"seat": 0, "positions": [0, 1, 2, 3, 4], "count": 5}
        assert "type what they show" in ann.act("throw")["sentence"]
        assert "not all faces" in ann.act("throw", shown=[1, 2, 3, 4, 7])["sentence"]
        state = ann.act("throw", shown=[6, 1, 6, 3, 6])
        assert state["table"] == [6, 1, 6, 3, 6]
        state = ann.act("throw", held=[True, False, True, False, True], shown=[6, 2])
        assert state["table"] == [6, 6, 6, 2, 6]
        assert ann.act("undo")["table"] == [6, 1, 6, 3, 6]
        state = ann.act("throw", held=[True, False, True, False, True], shown=[6, 6])
        assert state["previews"]["yahtzee"] == {"points": 50, "bonus": 0, "legal": True}
        assert state["commitment"] is None
