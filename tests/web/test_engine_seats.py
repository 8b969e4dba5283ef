"""Engines at tables: offered by the owner of a server under a name, and never by a command that a guest names."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from fivedice.cli.serve import list_players
from fivedice.errors import StrategyError
from fivedice.strategies import registry
from tests.command import fivedice
from tests.engines import engine, first_open
from tests.web.tables import ANN, Person, TestClient, application, lay, robot, seated


@pytest.fixture(autouse=True)
def nothing_listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(registry.ENGINES, "")
    forget()
    yield
    forget()


def forget() -> None:
    registry._all.cache_clear()
    registry._others.cache_clear()


def first_turn_of_the_robot(ann: Person) -> dict[str, object]:
    """Ann scores her first box; the card of the robot after its turn."""
    state = ann.act("throw")
    ann.act("fill", category=next(iter(state["previews"])))
    card: dict[str, object] = ann.state(mover=0)["seats"][1]["card"]
    return card


def test_an_engine_that_the_owner_offers_takes_a_seat_by_its_name(tmp_path: Path) -> None:
    list_players([f"Clever=engine:{first_open(tmp_path)}"])
    with application(tmp_path / "games.sqlite") as client:
        found = client.get("/api/strategies?variant=tiny").json()
        (one,) = (one for one in found["strategies"] if one["name"] == "Clever")
        assert one["plays"]
        assert str(tmp_path) not in str(found)
        with seated(client, lay(client, [*ANN, robot("Clever")], variant="tiny"), 0) as ann:
            assert list(first_turn_of_the_robot(ann)) == ["ones"]
            assert str(tmp_path) not in str(ann.heard)


def test_the_game_goes_on_when_an_engine_lies(tmp_path: Path) -> None:
    liar = engine(tmp_path, '    elif word == "go": print("decision score ones", flush=True)')
    list_players([f"Liar=engine:{liar}"])
    with (
        application(tmp_path / "games.sqlite") as client,
        seated(client, lay(client, [*ANN, robot("Liar")], variant="tiny"), 0) as ann,
    ):
        first_turn_of_the_robot(ann)
        card = first_turn_of_the_robot(ann)  # it scores ones again, which are filled
        assert len(card) == 2
        said = [one["says"]["text"] for one in ann.heard if one["type"] == "held" and one["says"]]
        assert any("breaks the rules" in text and text.endswith("It scores what pays most.") for text in said)


@pytest.mark.parametrize("name", ["engine:true", "text:true", "Clever=engine:true"])
def test_guests_cannot_name_commands(name: str, shared_client: TestClient) -> None:
    wish = {"variant": "tiny", "seats": [*ANN, robot(name)]}
    answer = shared_client.post("/api/tables", json=wish, headers={"origin": "http://127.0.0.1:8008"})
    assert answer.status_code == 400
    assert "is not known at this table" in answer.json()["sentence"]


def test_a_program_that_is_not_there_ends_in_a_sentence_before_anything_is_served() -> None:
    with pytest.raises(StrategyError, match="program '/no/such' is not found"):
        list_players(["engine:/no/such"])


def test_an_engine_is_called_as_its_program_unless_it_is_named(tmp_path: Path) -> None:
    list_players([f"engine:{first_open(tmp_path)}"])
    assert "clever" in registry.strategies()
    assert os.environ[registry.ENGINES].startswith("clever=")


def test_a_name_in_use_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match="engine 'greedy' has a name that is in use"):
        list_players([f"greedy=engine:{first_open(tmp_path)}"])


def test_an_engine_plays_in_the_terminal_and_the_game_holds_no_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fivedice.rules.toml import format_rules
    from fivedice.table.store import Store
    from tests.web.tables import TINY

    rules, database = tmp_path / "tiny.toml", tmp_path / "games.sqlite"
    rules.write_text(format_rules(TINY))
    typed = iter(["=1", "C", "D", "y"])  # Double gets nothing, which has to be confirmed
    monkeypatch.setattr("builtins.input", lambda prompt="": next(typed))
    name = f"engine:{first_open(tmp_path)}"
    outcome = fivedice(
        "play", "--terminal", "--rules", str(rules), "--robot", name, "--seed", "1", "--database", str(database)
    )
    assert outcome.code == 0, outcome.err
    with Store(str(database)) as store:
        game = store.load(store.games(1)[0].id)
    assert game.is_over
    assert game.seats[1].strategy == "clever"
    assert str(tmp_path) not in str(game.log)
