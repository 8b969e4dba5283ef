"""Training in the laboratory: exact means of each pass, players that are kept by name, within limits, and seated."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import fivedice as fd
from fivedice.errors import LearningError
from fivedice.rules.toml import format_rules
from fivedice.strategies import registry
from fivedice.strategies.kept import players_folder
from fivedice.web.lab import players, training
from tests.web.tables import ANN, TINY, TestClient, application, lay, robot, seated

TEXT = format_rules(TINY)
JOB = {"kind": "train", "rules": TEXT, "passes": 2, "size": "tiny", "seed": 3}


@dataclass
class Listener:
    """Hears what a training tells."""

    heard: list[dict[str, Any]] = field(default_factory=list)

    def __call__(self, done: int, total: int) -> None:
        pass

    def tell(self, so_far: dict[str, Any]) -> None:
        self.heard.append({**so_far, "means": list(so_far["means"])})


@pytest.fixture(scope="module")
def learned(session_cache: Path) -> tuple[dict[str, Any], Listener]:
    """One training, and what it told."""
    listener = Listener()
    return training.train(listener, JOB), listener  # type: ignore[arg-type]


@pytest.fixture
def kept(learned: object) -> Iterator[Callable[[str], dict[str, Any]]]:
    """Keeps the player under a name; all of them go afterwards."""

    def keep(name: str) -> dict[str, Any]:
        return _ask(players.keep, key=learned[0]["key"], name=name)  # type: ignore[index]

    yield keep
    for path in players_folder().glob("*.fd"):
        path.unlink()


def _ask(call: Callable[..., dict[str, Any]], **question: Any) -> dict[str, Any]:
    return call(lambda done, total: None, question)


def test_the_exact_mean_of_each_pass_is_the_librarys(learned: tuple[dict[str, Any], Listener]) -> None:
    found, listener = learned
    twin = fd.train("value", TINY, passes=2, hidden=(8, 8), seed=3, progress=False)
    assert found["means"] == list(twin.curve.values())
    assert found["optimum"] == twin.optimum
    assert [len(one["means"]) for one in listener.heard] == [0, 1, 2]
    assert found["chart"]["layer"]
    again = training.train(Listener(), JOB)  # type: ignore[arg-type]
    assert (again["means"], again["key"]) == (found["means"], found["key"])


def test_a_kept_player_is_a_strategy_until_who_kept_it_removes_it(kept: Callable[[str], dict[str, Any]]) -> None:
    made = kept("Föl 2")
    assert (made["name"], made["title"]) == ("föl-2", "Föl 2")
    assert registry.families()["föl-2"] == "other"
    (listed,) = _ask(players.players)["players"]
    assert listed["mean"] == fd.evaluate("föl-2", TINY, progress=False).mean
    assert listed["days"] == players.DAYS
    with pytest.raises(LearningError, match="already"):
        kept("föl-2")
    with pytest.raises(LearningError, match="another browser"):
        _ask(players.remove, name="föl-2", token="guess")
    _ask(players.remove, name="föl-2", token=made["token"])
    assert "föl-2" not in registry.strategies()


def test_what_cannot_be_kept_is_refused_with_a_sentence(
    kept: Callable[[str], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("", "optimal", "../x", "a b c" * 9, "-", "a_b", "a/b", "\0"):
        with pytest.raises(LearningError):
            kept(name)
    for key in ("", "x", "../../etc/passwd", "0" * 24):
        with pytest.raises(LearningError, match="train it again"):
            _ask(players.keep, key=key, name="good")
    monkeypatch.setattr(players, "LARGEST", 10)
    with pytest.raises(LearningError, match="larger"):
        kept("good")
    monkeypatch.setattr(players, "LARGEST", 2**20)
    monkeypatch.setattr(players, "MOST", 1)
    kept("first")
    with pytest.raises(LearningError, match="limit"):
        kept("second")
    monkeypatch.setattr(players, "DAYS", -1)
    assert _ask(players.players)["players"] == []


@pytest.mark.parametrize(
    "wrong", [{"passes": 0}, {"passes": 10**6}, {"passes": True}, {"size": "huge"}, {"size": 8}, {"seed": -1}]
)
def test_trainings_beyond_the_limits_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        training.train(Listener(), {**JOB, **wrong})  # type: ignore[arg-type]


def test_a_kept_player_takes_a_seat_at_once_and_a_server_of_light_work_keeps_none(
    learned: tuple[dict[str, Any], Listener], kept: object, tmp_path: Path
) -> None:
    wish = {"key": learned[0]["key"], "name": "pupil"}
    with application(tmp_path / "light.sqlite", laboratory="light") as client:
        assert client.post("/api/jobs", json=JOB).status_code == 400
        assert client.post("/api/lab/players", json=wish).status_code == 400
    with application(tmp_path / "games.sqlite") as client:
        assert "pupil" not in _names(client)
        made = client.post("/api/lab/players", json=wish)
        assert made.status_code == 201
        assert "pupil" in _names(client)
        with seated(client, lay(client, [*ANN, robot("pupil")], variant="tiny"), 0) as ann:
            state = ann.act("throw")
            ann.act("fill", category=next(iter(state["previews"])))
            assert len(ann.state(mover=0)["seats"][1]["card"]) == 1
        found = client.get("/api/lab/players").json()["players"]
        assert [one["name"] for one in found] == ["pupil"]
        gone = client.request("DELETE", "/api/lab/players", json={"name": "pupil", "token": made.json()["token"]})
        assert gone.status_code == 200
        assert "pupil" not in _names(client)


def _names(client: TestClient) -> list[str]:
    return [one["name"] for one in client.get("/api/strategies?variant=tiny").json()["strategies"]]
