"""Robots at tables: they play by their strategies, with the table's dice or with real ones."""

import json
import re
import time
from typing import Any

import pytest

from fivedice.errors import CalculationError
from fivedice.phrases import wired
from fivedice.rules import Category, State, Turn, variant
from fivedice.solver import cached_solution
from fivedice.strategies.registry import strategy_named
from fivedice.web.robots import LEAST_REST, Robots
from tests.web.tables import ANN, TINY, Person, TestClient, lay, robot, seated

YAHTZEE = variant("yahtzee")


@pytest.fixture(scope="module")
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def test_a_person_plays_against_three_robots(client: TestClient) -> None:
    seats = [*ANN, robot("greedy"), robot("optimal"), robot("greedy")]
    table = lay(client, seats, variant="tiny")
    with seated(client, table, 0) as ann:
        assert [seat["name"] for seat in ann.heard[1]["seats"]] == ["Ann", "Greedy", "Optimal", "Greedy 2"]
        state = ann.act("throw")
        while True:
            state = ann.act("fill", category=next(iter(state["previews"])))
            while not state["over"] and state["mover"] != 0:
                state = ann.state()
            if state["over"]:
                break
            state = ann.act("throw")
        assert all(len(seat["card"]) == 3 for seat in state["seats"])
        assert "error" not in {message["type"] for message in ann.heard}


def test_a_robot_decides_by_its_strategy_and_says_why(client: TestClient) -> None:
    table = lay(client, [robot("greedy", physical=True)])
    greedy = strategy_named("greedy")
    with seated(client, table, 0) as typist:
        assert typist.heard[1]["wants"]["count"] == 5
        state, shown = typist.act("throw", shown=[6, 1, 6, 3, 2]), [6, 1, 6, 3, 2]
        state = typist.hear("held")
        expected = greedy.decide(YAHTZEE, Turn(State(), tuple(sorted(shown)), 2))
        assert not isinstance(expected, Category)
        assert tuple(sorted(face for face, held in zip(shown, state["held"], strict=True) if held)) == expected
        says = greedy.reason(YAHTZEE, Turn(State(), tuple(sorted(shown)), 2))
        assert state["says"] == {"seat": 0, "text": says, "phrases": wired(says)}


def test_real_dice_of_a_robot_are_typed_and_its_boxes_are_not(client: TestClient) -> None:
    with seated(client, lay(client, [robot("greedy", physical=True)]), 0) as typist:
        typist.act("throw", shown=[6, 6, 6, 6, 1])
        state = wanted(typist)
        assert state["wants"] == {"seat": 0, "positions": [4], "count": 1}
        assert state["held"] == [True, True, True, True, False]
        assert "decides for itself" in typist.act("fill", category="chance")["sentence"]
        state = typist.act("throw", held=[False] * 5, shown=[6])  # what it holds is not for others to say
        assert state["table"] == [6, 6, 6, 6, 6]
        assert typist.state(turn=2)["seats"][0]["card"] == {"yahtzee": 50}


def test_typed_dice_of_a_robot_can_be_corrected(client: TestClient) -> None:
    with seated(client, lay(client, [robot("greedy", physical=True)]), 0) as typist:
        typist.act("throw", shown=[6, 6, 6, 6, 1])
        wanted(typist)
        assert typist.act("undo")["table"] is None
        assert typist.act("throw", shown=[1, 1, 1, 1, 1])["table"] == [1, 1, 1, 1, 1]
        assert typist.state(turn=2)["seats"][0]["card"] == {"yahtzee": 50}


def wanted(typist: Person) -> dict[str, Any]:
    """The state in which the robot has decided which dice are thrown again."""
    while True:
        state = typist.state(throw_number=1)
        if state["wants"]:
            return state


def test_robots_among_themselves_play_while_somebody_watches(client: TestClient) -> None:
    table = lay(client, [robot("greedy"), robot("optimal")], variant="tiny")
    assert table["tokens"] == {}
    with seated(client, table) as spectator:
        assert spectator.state(over=True)["rank"]


def test_a_robot_that_cannot_play_these_rules_gets_no_seat(client: TestClient) -> None:
    answer = client.post("/api/tables", json={"variant": "tiny", "seats": [robot("dice-driven")]})
    assert (answer.status_code, "cannot play 'tiny'" in answer.json()["sentence"]) == (400, True)
    for name in ("nobody", "optimal:risk=1", "", "\ud800"):
        answer = client.post("/api/tables", content=json.dumps({"seats": [robot(name)]}))
        assert answer.status_code == 400
        assert re.search("is not known at this table; it must be one of|name one", answer.json()["sentence"])


def test_a_robot_with_a_long_name_sits_down_under_a_shorter_one(client: TestClient) -> None:
    long = robot("forced-scoring-one-reroll")
    table = lay(client, [long, long, {"name": "Forced scoring one 2"}], variant="yatzy")
    names = [seat["name"] for seat in client.get(f"/api/tables/{table['id']}").json()["seats"]]
    assert names == ["Forced scoring one", "Forced scoring one 3", "Forced scoring one 2"]


def test_a_robot_that_fails_scores_what_pays_most(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any, **__: Any) -> None:
        raise CalculationError("it has lost its mind.")

    table = lay(client, [*ANN, robot("greedy")], variant="tiny")
    with seated(client, table, 0) as ann:
        monkeypatch.setattr("fivedice.web.helper.Helper.ask", fail)
        state = ann.act("throw")
        ann.act("fill", category=next(iter(state["previews"])))
        assert "lost its mind. It scores what pays most." in ann.hear("held")["says"]["text"]
        state = ann.state(mover=0)
        assert len(state["seats"][1]["card"]) == 1


def test_strategies_are_listed_with_what_they_do(client: TestClient) -> None:
    cached_solution(TINY)  # which tells the mean of optimal play, but not its spread
    found = client.get("/api/strategies?variant=tiny").json()
    by_name = {one["name"]: one for one in found["strategies"]}
    assert by_name["optimal"]["summary"] == "Maximises the mean score exactly."
    assert by_name["dice-driven"]["plays"] is False
    assert "cannot play" in by_name["dice-driven"]["sentence"]
    while found["pending"]:
        time.sleep(0.1)
        found = client.get("/api/strategies?variant=tiny").json()
    means = {one["name"]: one["mean"] for one in found["strategies"] if one["plays"]}
    assert None not in means.values()
    assert None not in [one["sd"] for one in found["strategies"] if one["plays"]]
    assert max(means, key=lambda name: means[name]) == "optimal"


def test_a_helper_that_dies_is_replaced(client: TestClient) -> None:
    assert client.get("/api/strategies?variant=tiny").status_code == 200
    client.app.state.services.helper.children[0].running.kill()  # type: ignore[attr-defined]
    with seated(client, lay(client, [*ANN, robot("greedy")], variant="tiny"), 0) as ann:
        state = ann.act("throw")
        ann.act("fill", category=next(iter(state["previews"])))
        assert len(ann.state(mover=0)["seats"][1]["card"]) == 1


def test_robots_rest_where_nobody_plays_along_the_longer_the_more_tables_there_are(client: TestClient) -> None:
    table = lay(client, [*ANN, robot("greedy")], variant="tiny")
    services = client.app.state.services  # type: ignore[attr-defined]
    live, robots = services.hub.tables[table["id"]], Robots(services.helper, services.solutions)
    rests = []
    for seats in ((), (0,)):
        with seated(client, table, *seats):
            for tables in (1, 100):
                robots.playing = set(range(tables))  # type: ignore[arg-type]
                rests.append(robots.resting(live))
    assert rests == [LEAST_REST, 100 * LEAST_REST, 0, 0]
