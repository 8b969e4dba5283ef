"""People who wait for each other: absence, robots in their place, the clock, consent, resignation, reactions."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fivedice.table.events import Deputed, Resigned, Retracted, Returned, Stopped
from fivedice.table.game import Game
from fivedice.table.store import Store
from fivedice.web.timing import Timing
from tests.web.tables import ANN, ANN_AND_BEN, Person, TestClient, application, lay, play_on, robot, seated

THREE = [*ANN_AND_BEN, {"kind": "person", "name": "Cleo"}]


@dataclass
class Watch:
    """A clock that tests turn."""

    time: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def client(tmp_path: Path, watch: Watch) -> Iterator[TestClient]:
    timing = Timing(regret=0.0, now=watch)
    with application(tmp_path / "games.sqlite", timing=timing) as found:
        yield found


def game_of(tmp_path: Path, table: dict[str, Any]) -> Game:
    with Store(tmp_path / "games.sqlite") as store:
        return store.load(table["id"])


def refusal(person: Person, do: str, **fields: Any) -> str:
    person.say(do, **fields)
    found: str = person.hear("error")["sentence"]
    return found


def away(person: Person, *expected: int | None) -> None:
    """Wait until these are the seconds for which the seats are away."""
    while person.hear("presence")["away"] != list(expected):
        pass


def test_a_robot_plays_for_somebody_who_is_away_until_he_returns(
    client: TestClient, watch: Watch, tmp_path: Path
) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, table, 0) as ann:
        with seated(client, table, 1):
            away(ann, None, None)
        away(ann, None, 0)
        ann.act("throw")
        ann.act("fill", category="chance")
        watch.time += 59
        assert refusal(ann, "depute", seat=1, until="turn").startswith("Ben has not been away for long: after 60 s")
        assert refusal(ann, "stop") == "The game is ended for all only while somebody is away for long; you can resign."
        watch.time += 1
        assert client.get(f"/api/tables/{table['id']}").json()["seats"][1]["away"] == 60
        assert refusal(ann, "depute", seat=1, until="ever") == "Until is 'ever'; it must be turn or return."
        state = ann.act("depute", seat=1, until="return")
        assert state["seats"][1]["deputy"] == {"strategy": "greedy", "until": "return", "reason": "away"}
        state = ann.state(mover=0)
        assert (len(state["seats"][1]["card"]), state["seats"][1]["robot_turns"]) == (1, [1])
        with seated(client, table, 1) as ben:
            assert ben.state()["seats"][1]["deputy"] is None
            ann.state(mover=0)
            ann.act("throw")
            ann.act("fill", category="ones")
            ben.state(mover=1)
            assert ben.act("throw")["mover"] == 1
            assert ben.heard[-1]["last"] == {"what": "throw", "seat": 1}
    game = game_of(tmp_path, table)
    assert [type(one) for one in game.log if isinstance(one, Deputed | Returned)] == [Deputed, Returned]
    assert game.marks[1] == {"deputed"}


def test_a_game_is_ended_while_somebody_is_away_if_the_others_agree(
    client: TestClient, watch: Watch, tmp_path: Path
) -> None:
    table = lay(client, THREE, variant="tiny")
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
        watch.time += 100
        ann.say("stop")
        assert ben.hear("request")["request"] == {"what": "stop", "seat": 0, "waits": [1]}
        assert refusal(ann, "answer", on=True) == "Nothing is asked of you now."
        ben.say("answer", on=False)
        assert ann.hear("request")["request"] is None
        ann.say("stop")
        assert ben.hear("request")["request"] is None
        assert ben.hear("request")["request"]["waits"] == [1]
        ben.say("answer", on=True)
        state = ann.state(over=True)
        assert (state["stopped"], state["mover"]) == (True, None)
    game = game_of(tmp_path, table)
    assert any(isinstance(one, Stopped) for one in game.log)
    report = client.get(f"/api/report/{table['id']}")
    assert report.status_code in (200, 202)
    assert client.get("/api/scores?variant=tiny").json()["scores"] == []


def test_a_player_resigns_and_the_others_play_on(client: TestClient, tmp_path: Path) -> None:
    table = lay(client, THREE, variant="tiny")
    with seated(client, table, 0, 2) as both, seated(client, table, 1) as ben:
        assert refusal(both, "resign", seat=1) == "Only the player of a seat can resign."
        both.act("throw")
        both.act("fill", category="chance")
        ben.state(mover=1)
        state = ben.act("resign", seat=1)
        assert (state["mover"], state["seats"][1]["resigned"]) == (2, True)
        assert refusal(ben, "resign", seat=1) == "Ben has resigned."
        both.state(mover=2)
        assert play_on(both)["rank"][1] == 3
    assert [one.seat for one in game_of(tmp_path, table).log if isinstance(one, Resigned)] == [1]
    assert {row["name"] for row in client.get("/api/scores?variant=tiny").json()["scores"]} == {"Ann", "Cleo"}
    alone = lay(client, [*ANN, robot("greedy")], variant="tiny")
    with seated(client, alone, 0) as ann:
        assert ann.act("resign", seat=0)["over"]


def test_a_box_is_taken_back_if_the_others_agree_and_nobody_threw(client: TestClient, tmp_path: Path) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny", casual=True)
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
        dice = ann.act("throw")["table"]
        point = ann.act("fill", category="chance")["point"]
        ann.say("retract", point=point)
        assert ben.hear("request")["request"] == {"what": "retract", "seat": 0, "waits": [1]}
        ben.say("answer", on=True)
        state = ann.state(mover=0, table=dice)
        assert state["last"] == {"what": "retract", "seat": 0}
        ann.act("fill", category="ones")
        ann.say("retract", point=ann.heard[-1]["point"])
        ben.state(mover=0)
        ben.state(mover=1)
        assert ben.hear("request")["request"]["waits"] == [1]
        state = ben.act("throw")  # which says no
        assert state["request"] is None
        ann.state(mover=1, throw_number=1)
        assert refusal(ann, "retract", point=point) == "It is too late: the game has gone on."
        assert refusal(ann, "retract", point=state["point"]).startswith("No box of Ann can be taken back")
    assert [type(one) for one in game_of(tmp_path, table).log].count(Retracted) == 1
    strict = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, strict, 0, 1) as both:
        both.act("throw")
        state = both.act("fill", category="chance")
        assert (state["casual"], state["retractable"]) == (False, None)
        assert "casual tables only" in refusal(both, "retract", point=state["point"])


def test_against_robots_a_box_is_taken_back_at_once(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite", timing=Timing(regret=60.0)) as client:
        table = lay(client, [*ANN, robot("greedy")], variant="tiny", casual=True)
        with seated(client, table, 0) as ann:
            ann.act("throw")
            state = ann.act("fill", category="chance")
            assert (state["mover"], state["retractable"]) == (1, 0)
            state = ann.act("retract")
            assert (state["mover"], state["seats"][0]["card"], state["seats"][0]["marks"]) == (0, {}, ["retracted"])


def test_when_the_time_of_a_turn_is_over_a_robot_plays_it_once_and_after_a_restart(
    tmp_path: Path, watch: Watch
) -> None:
    timing = Timing(now=watch)
    with application(tmp_path / "games.sqlite", timing=timing) as client:
        table = lay(client, ANN_AND_BEN, variant="tiny", clock=30)
        with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
            assert ann.state()["clock"] == {"seconds": 30, "left": 30}
            ann.act("throw")
            watch.time += 31
            ben.act("rename", seat=1, name="Benno")
            state = ann.state(mover=1)
            assert (state["seats"][0]["robot_turns"], state["seats"][0]["deputy"]) == ([1], None)
            assert state["clock"] == {"seconds": 30, "left": 30}
            assert refusal(ann, "throw", point=state["point"]).startswith("It is the turn of Benno")
    clocks = [one for one in game_of(tmp_path, table).log if isinstance(one, Deputed)]
    assert [(one.seat, one.until, one.reason) for one in clocks] == [(0, "turn", "clock")]
    watch.time = 1e12  # long after the turn began, as it is stored
    with application(tmp_path / "games.sqlite", timing=timing) as client, seated(client, table, 0) as ann:
        assert ann.state()["clock"] == {"seconds": 30, "left": 10}
        watch.time += 11
        ann.act("rename", seat=0, name="Anna")
        assert ann.state(mover=0)["seats"][1]["robot_turns"] == [1]


@pytest.mark.usefixtures("no_limit_recovers")
def test_reactions_are_shown_to_all_and_kept_nowhere(client: TestClient, tmp_path: Path) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, table, 0) as ann, seated(client, table) as spectator:
        ann.say("react", seat=0, emote="clap")
        assert spectator.hear("reaction") == {"type": "reaction", "seat": 0, "emote": "clap"}
        assert refusal(ann, "react", seat=0, emote="rude").startswith("Emote 'rude' is not known")
        assert refusal(spectator, "react", seat=0, emote="clap") == "Only players react; those who watch see it."
        for _ in range(5):
            ann.say("react", seat=0, emote="wow")
        assert ann.hear("error")["sentence"] == "That were many reactions; wait a moment."
    assert len(game_of(tmp_path, table).log) == 1


@pytest.mark.parametrize("wish", [{"clock": 5}, {"clock": "30"}, {"clock": 4000}, {"casual": 1}])
def test_options_that_are_none_are_refused(client: TestClient, wish: dict[str, object]) -> None:
    answer = client.post("/api/tables", json={"seats": ANN, **wish})
    assert answer.status_code == 400
    assert answer.json()["sentence"].startswith(next(iter(wish)).capitalize())
