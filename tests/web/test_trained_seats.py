"""Trained players at the table."""

import os
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from fivedice.cli import app
from fivedice.cli.serve import list_players
from fivedice.errors import StrategyError
from fivedice.evaluation.evaluate import evaluate
from fivedice.strategies import registry
from fivedice.strategies.networks import named_layers
from fivedice.strategies.registry import LISTED, strategies
from fivedice.strategies.trained import Trained, load_player, write_trained
from fivedice.strategies.trained_value import ValuePlayer, input_count, prefix_of
from tests.web.tables import ANN, TINY, application, lay, robot, seated


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A player of the tiny game whose networks never learned anything, and no player that is listed yet."""
    chance, sizes = np.random.default_rng(1), (input_count(TINY), 4, 1)
    arrays: dict[str, Any] = {}
    for open_boxes in range(1, TINY.turns):
        layers = tuple((chance.normal(size=pair).astype("f4"), np.zeros(pair[1], "f4")) for pair in pairwise(sizes))
        arrays |= named_layers(layers, prefix_of(open_boxes))
    path = tmp_path / "beginner.player"
    write_trained(path, Trained("value", TINY, arrays, {}))
    monkeypatch.setenv(LISTED, "")
    yield path
    forget()


def forget() -> None:
    registry._all.cache_clear()
    registry._others.cache_clear()


def test_a_listed_player_is_offered_with_its_strength_and_takes_a_seat(file: Path, tmp_path: Path) -> None:
    forget()
    list_players([file])
    with application(tmp_path / "games.sqlite") as client:
        found = client.get("/api/strategies?variant=tiny").json()
        while found["pending"]:
            time.sleep(0.1)
            found = client.get("/api/strategies?variant=tiny").json()
        (one,) = (one for one in found["strategies"] if one["name"] == "beginner")
        player = load_player(file)
        assert isinstance(player, ValuePlayer)
        assert one["mean"] == pytest.approx(evaluate(player.policy(TINY)).score.mean)
        with seated(client, lay(client, [*ANN, robot("beginner")], variant="tiny"), 0) as ann:
            state = ann.act("throw")
            ann.act("fill", category=next(iter(state["previews"])))
            assert len(ann.state(mover=0)["seats"][1]["card"]) == 1


def test_a_file_that_is_not_listed_is_no_seat(file: Path, tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite") as client:
        wish = {"variant": "tiny", "seats": [*ANN, robot(str(file))]}
        answer = client.post("/api/tables", json=wish, headers={"origin": "http://127.0.0.1:8008"})
        assert answer.status_code == 400
        assert "is not known at this table" in answer.json()["sentence"]


@pytest.mark.parametrize("verb", ["serve", "play"])
def test_a_broken_file_ends_in_a_sentence_before_anything_is_served(verb: str, file: Path) -> None:
    forget()
    file.write_bytes(b"nonsense")
    outcome = CliRunner().invoke(app, [verb, "--player", str(file), "--port", "0"])
    assert isinstance(outcome.exception, StrategyError)
    assert "beginner.player is not a trained player of fivedice" in str(outcome.exception)


def test_a_name_in_use_is_refused(file: Path) -> None:
    forget()
    taken = file.rename(file.with_name("optimal.player"))
    with pytest.raises(StrategyError, match="takes the name 'optimal', which is in use; rename it"):
        list_players([taken])
    assert strategies()["optimal"].summary.startswith("Maximises")
    assert os.environ[LISTED] == str(taken)
