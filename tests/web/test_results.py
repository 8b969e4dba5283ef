"""After the game: reports, records, high scores and players, equal to what the library says."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fivedice.coach.review import review
from fivedice.evaluation.bonus import cached_bonus_chances
from fivedice.rules import variant
from fivedice.solver import cached_solution
from fivedice.table.decisions import played_game
from fivedice.table.events import event_json
from fivedice.table.game import Game
from fivedice.table.record import decisions_csv, parse_record
from fivedice.table.verify import verify
from fivedice.web import calculations
from fivedice.web.helper import Helper
from tests.tables import played, table
from tests.web.tables import ANN, ANN_AND_BEN, TINY, TestClient, application, lay, play_on, seated


def play(client: TestClient, seats: list[dict[str, Any]], **options: Any) -> dict[str, Any]:
    """A whole game of hot seat."""
    table = lay(client, seats, **options)
    with seated(client, table, *range(len(seats))) as everybody:
        return play_on(everybody)


@pytest.fixture(scope="module")
def client(shared_database: str) -> Iterator[TestClient]:
    """An application on each kind of database."""
    with application(shared_database) as found:
        yield found


@pytest.fixture(scope="module")
def state(client: TestClient) -> dict[str, Any]:
    """The only game that is played there to its end."""
    return play(client, [*ANN, {"kind": "person", "name": "A/B"}], variant="tiny")


def report(client: TestClient, state: dict[str, Any]) -> dict[str, Any]:
    """The report on a game, as soon as it is there."""
    while (answer := client.get(f"/api/report/{state['id']}")).status_code == 202:
        assert answer.json()["pending"] is True
        time.sleep(0.05)
    found: dict[str, Any] = answer.json()
    return found


def test_the_report_is_the_review_of_the_library(client: TestClient, state: dict[str, Any]) -> None:
    found = report(client, state)
    record = parse_record(client.get(f"/api/record/{state['id']}.json").text)
    expected = review(played_game(record.game), cached_solution(TINY)).as_json(cached_bonus_chances(TINY))
    assert found == {**json.loads(json.dumps(expected)), "rules": "tiny"}
    assert [seat["score"] for seat in found["seats"]] == [seat["total"] for seat in state["seats"]]
    assert client.get(f"/api/report/{state['id']}").json() == found


def test_a_game_that_is_not_over_has_no_report(client: TestClient) -> None:
    answer = client.get(f"/api/report/{lay(client, ANN_AND_BEN)['id']}")
    assert (answer.status_code, "not over" in answer.json()["sentence"]) == (409, True)
    assert client.get("/api/report/none").status_code == 404


def test_records_are_sound_and_can_be_had_as_a_table(client: TestClient, state: dict[str, Any]) -> None:
    answer = client.get(f"/api/record/{state['id']}.json")
    assert verify(parse_record(answer.text)).sound
    assert "attachment" in answer.headers["content-disposition"]
    table = client.get(f"/api/record/{state['id']}.csv")
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert table.text.count("\n") == 1 + 2 * TINY.turns
    assert client.get(f"/api/record/{state['id']}.exe").status_code == 404


def test_high_scores_are_of_people_and_robots_apart(client: TestClient, state: dict[str, Any]) -> None:
    found = client.get("/api/scores?variant=tiny").json()["scores"]
    totals = {seat["name"]: seat["total"] for seat in state["seats"]}
    assert [(one["name"], one["score"]) for one in found] == sorted(totals.items(), key=lambda item: -item[1])
    assert client.get("/api/scores?variant=tiny&kind=robot").json()["scores"] == []
    assert client.get("/api/scores?variant=tiny&limit=1").json()["scores"] == found[:1]
    for wrong in ("kind=ghost", "limit=0", "limit=x", "limit=9999999", "limit=0000209999", "limit=-1"):
        assert client.get(f"/api/scores?variant=tiny&{wrong}").status_code == 400


def test_a_player_finds_games_mean_and_regret(client: TestClient, state: dict[str, Any]) -> None:
    report(client, state)
    found = client.get("/api/player/ann").json()
    assert (found["name"], found["count"], found["variant"]) == ("Ann", 1, "tiny")
    assert found["mean"] == found["best"] == state["seats"][0]["total"]
    assert found["regret"] == found["games"][0]["regret"] >= 0
    while (optimal := client.get("/api/player/Ann").json()["optimal"]) is None:
        time.sleep(0.1)
    assert optimal["mean"] == pytest.approx(cached_solution(TINY).value, abs=0.01)
    assert client.get("/api/player/Nobody").status_code == 404


@pytest.mark.usefixtures("state")
def test_a_player_with_a_slash_in_the_name_has_a_page(client: TestClient) -> None:
    assert client.get("/api/player/A%2FB").json()["name"] == "A/B"
    assert client.get("/player/A%2FB").status_code == 200


def test_variants_are_those_of_the_library(client: TestClient) -> None:
    found = {one["name"]: one for one in client.get("/api/variants").json()["variants"]}
    assert found["yatzy"]["turns"] == variant("yatzy").turns
    assert client.post("/api/tables", json={"variant": "chess", "seats": [{}]}).status_code == 400


def test_a_report_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with application(tmp_path / "games.sqlite") as first:
        state = play(first, ANN_AND_BEN, variant="tiny")
        found = report(first, state)
    asked: list[str] = []
    ask = Helper.ask

    async def listen(helper: Helper, call: str, *arguments: Any, **options: Any) -> Any:
        asked.append(call)
        return await ask(helper, call, *arguments, **options)

    monkeypatch.setattr(Helper, "ask", listen)
    with application(tmp_path / "games.sqlite") as second, seated(second, state):
        while second.app.state.services.reviews.making:  # type: ignore[attr-defined]
            time.sleep(0.01)
        assert report(second, state) == found
    assert "review_record" not in asked


def test_a_table_of_decisions_needs_one_replay_and_no_chances_to_win(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(table(TINY), 1)
    cached_solution(TINY)
    replayed: list[Any] = []

    def replay(log: Any) -> Game:
        replayed.append(list(log))
        return game

    monkeypatch.setattr(Game, "replay", replay)
    monkeypatch.setattr("fivedice.coach.review.win_points", None)
    text = calculations.record_csv(lambda done, total: None, [event_json(event) for event in game.log])
    assert replayed == [list(game.log)]
    assert text == decisions_csv(game, review(played_game(game), cached_solution(TINY), win=False))
